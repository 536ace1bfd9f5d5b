//! The weights of the [four heuristics](crate::FourHeuristics), and their text ([OReilly2016] section 3.e).

use std::fmt;
use std::str::FromStr;

use agon_core::ReadError;

/// The weights of the sum; the source found them by hand and was not content with them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FourWeights {
    /// Of the disc difference, for each ply of the search.
    pub parity: f64,
    /// Of the relative mobility.
    pub mobility: f64,
    /// Of the corners, divided by the plies of the search.
    pub corners: f64,
    /// Of the stability.
    pub stability: f64,
    /// What a stable disc counts in the stability; a disc that can be flipped counts -1.
    pub stable_disc: f64,
    /// The mobility of a player without a move.
    pub no_move: f64,
}

impl Default for FourWeights {
    /// The weights of the source.
    fn default() -> Self {
        Self { parity: 1.0, mobility: 2.0, corners: 8.0, stability: 8.0, stable_disc: 3.0, no_move: -1000.0 }
    }
}

const HEADER: &str = "agon four weights 1";

impl fmt::Display for FourWeights {
    /// A header, and a line for each of the four weights of the sum. Reading it gives the same, to the last bit.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { parity, mobility, corners, stability, .. } = self;
        writeln!(
            f,
            "{HEADER}\nparity {parity}\nmobility {mobility}\ncorners {corners}\nstability {stability}"
        )
    }
}

impl FromStr for FourWeights {
    type Err = ReadError;

    /// Reads what [`Display`](fmt::Display) writes; empty lines and those that begin with `#` say nothing.
    fn from_str(text: &str) -> Result<Self, ReadError> {
        let wrong = |number: usize, cause: &str| ReadError::new(format!("line {}: {cause}", number + 1));
        let lines = text.lines().map(str::trim).enumerate();
        let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        if lines.next().is_none_or(|(_, line)| line != HEADER) {
            return Err(ReadError::new(format!("four weights begin with `{HEADER}`")));
        }
        let mut found = [None; 4];
        for (number, line) in lines {
            let (name, value) = line.split_once(' ').unwrap_or((line, ""));
            let slot = NAMES.iter().position(|known| *known == name);
            let slot =
                slot.ok_or_else(|| wrong(number, &format!("`{name}` is none of {}", NAMES.join(", "))))?;
            let value: Option<f64> = value.trim().parse().ok().filter(|value: &f64| value.is_finite());
            found[slot] = Some(value.ok_or_else(|| wrong(number, &format!("{name} needs a number")))?);
        }
        let weight = |slot: usize| {
            found[slot].ok_or_else(|| ReadError::new(format!("the weight of {} is missing", NAMES[slot])))
        };
        Ok(Self {
            parity: weight(0)?,
            mobility: weight(1)?,
            corners: weight(2)?,
            stability: weight(3)?,
            ..Self::default()
        })
    }
}

const NAMES: [&str; 4] = ["parity", "mobility", "corners", "stability"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trips_and_errors_name_the_line() {
        let weights = FourWeights { parity: -0.1, corners: 1.0 / 3.0, ..Default::default() };
        assert_eq!(weights.to_string().parse(), Ok(weights));
        let read = |text: &str| text.parse::<FourWeights>().unwrap_err().message;
        assert_eq!(read("hello"), "four weights begin with `agon four weights 1`");
        assert_eq!(
            read("agon four weights 1\n\nluck 3"),
            "line 3: `luck` is none of parity, mobility, corners, stability"
        );
        assert_eq!(read("agon four weights 1\nparity much"), "line 2: parity needs a number");
        assert_eq!(read("agon four weights 1\nparity 1"), "the weight of mobility is missing");
    }
}
