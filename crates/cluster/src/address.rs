//! Where workers are.

use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;

use agon_core::spec::Word;
use agon_core::{MOST_THREADS, ReadError};

/// Where workers are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// On a Ray cluster that is started for the occasion, on this machine.
    NewRay,
    /// On a Ray cluster that is there: `auto` for the one of this machine, or where its head is.
    Ray(String),
    /// So many processes of this machine, without Ray.
    Processes(NonZeroUsize),
}

impl FromStr for Address {
    type Err = ReadError;

    /// Reads `ray`, `ray:auto`, `ray:ADDRESS` or `processes:N`.
    fn from_str(text: &str) -> Result<Self, ReadError> {
        let (kind, rest) =
            text.split_once(':').map_or((text, None), |(kind, rest)| (kind, Some(rest.trim())));
        match (kind, rest) {
            ("ray", None) => Ok(Self::NewRay),
            ("ray", Some("")) => {
                Err(ReadError::new("an address is missing after `ray:`, such as ray:auto or ray:HOST:6379"))
            }
            ("ray", Some(address)) => Ok(Self::Ray(address.to_owned())),
            ("processes", count) => {
                let count = count.and_then(|count| count.parse::<NonZeroUsize>().ok());
                let count = count.filter(|count| count.get() <= MOST_THREADS);
                let wanted =
                    || format!("processes:N wants a number from 1 to {MOST_THREADS}, as in processes:2");
                count.map(Self::Processes).ok_or_else(|| ReadError::new(wanted()))
            }
            _ => Err(Word::new(kind).unknown("kind of cluster", &["ray", "processes"])),
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NewRay => f.write_str("ray"),
            Self::Ray(address) => write!(f, "ray:{address}"),
            Self::Processes(count) => write!(f, "processes:{count}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_read_as_they_are_shown() {
        for text in ["ray", "ray:auto", "ray:10.0.0.1:6379", "ray:ray://head:10001", "processes:2"] {
            assert_eq!(text.parse::<Address>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_is_no_address_is_refused_with_advice() {
        let said = |text: &str| text.parse::<Address>().unwrap_err().message;
        assert!(said("rya").contains("ray"), "{}", said("rya"));
        assert!(said("ray:").contains("ray:auto"));
        for text in ["processes", "processes:0", "processes:x", "processes:257"] {
            assert!(said(text).contains("processes:2"), "{}", said(text));
        }
    }
}
