//! Sets of techniques and their names, as the tables of [Cherry2011] section 5.3 spell them.
//!
//! ```text
//!   M  minimax     C  corner      K  killer      Bo blocking     P  pattern     Ba blacklisting     ALL all of them
//! ```
//!
//! Minimax is always there: something must choose where the techniques are silent.

use std::fmt;
use std::str::FromStr;

/// Which techniques are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Techniques {
    /// `K`: win at once.
    pub killer: bool,
    /// `C`: take a corner.
    pub corner: bool,
    /// `Bo`: make the opponent pass.
    pub blocking: bool,
    /// `P`: play what a pattern says.
    pub pattern: bool,
    /// `Ba`: strike out moves that offer a corner.
    pub blacklist: bool,
}

impl Techniques {
    /// None: minimax alone.
    pub const NONE: Self =
        Self { killer: false, corner: false, blocking: false, pattern: false, blacklist: false };
    /// All five.
    pub const ALL: Self = Self { killer: true, corner: true, blocking: true, pattern: true, blacklist: true };

    /// The switch of a technique, by the letters of its name.
    fn switch(&mut self, name: &str) -> Option<&mut bool> {
        match name {
            "C" => Some(&mut self.corner),
            "K" => Some(&mut self.killer),
            "Bo" => Some(&mut self.blocking),
            "P" => Some(&mut self.pattern),
            "Ba" => Some(&mut self.blacklist),
            _ => None,
        }
    }
}

/// Text that names no set of techniques.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownTechnique(pub String);

impl fmt::Display for UnknownTechnique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` names no techniques: `M` for minimax, then any of `C` corner, `K` killer, `Bo` blocking, `P` pattern, \
             `Ba` blacklisting, such as `MCKBoBa`; or `ALL`",
            self.0
        )
    }
}

impl std::error::Error for UnknownTechnique {}

impl FromStr for Techniques {
    type Err = UnknownTechnique;

    /// Reads a name; the letters behind the `M` may come in any order, each once.
    fn from_str(text: &str) -> Result<Self, UnknownTechnique> {
        let unknown = || UnknownTechnique(text.to_owned());
        if text == "ALL" {
            return Ok(Self::ALL);
        }
        let mut rest = text.strip_prefix('M').ok_or_else(unknown)?;
        let mut techniques = Self::NONE;
        while !rest.is_empty() {
            let length = if rest.starts_with('B') { 2 } else { 1 };
            let (name, behind) = rest.split_at_checked(length).ok_or_else(unknown)?;
            let switch = techniques.switch(name).filter(|on| !**on).ok_or_else(unknown)?;
            *switch = true;
            rest = behind;
        }
        Ok(techniques)
    }
}

impl fmt::Display for Techniques {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::ALL {
            return f.write_str("ALL");
        }
        f.write_str("M")?;
        let mut names = *self;
        for name in ["C", "K", "Bo", "P", "Ba"] {
            if names.switch(name).is_some_and(|on| *on) {
                f.write_str(name)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_the_thesis() {
        for name in ["M", "MCK", "MCKBoBa", "MCKBoP", "ALL", "MBa", "MP"] {
            assert_eq!(name.parse::<Techniques>().unwrap().to_string(), name);
        }
        assert_eq!("MCKBoPBa".parse::<Techniques>().unwrap(), Techniques::ALL);
        assert_eq!("MKC".parse::<Techniques>().unwrap().to_string(), "MCK");
        let mckboba = Techniques { pattern: false, ..Techniques::ALL };
        assert_eq!("MCKBoBa".parse::<Techniques>().unwrap(), mckboba);
    }

    #[test]
    fn other_words_are_refused() {
        for name in ["", "CK", "m", "MB", "MBx", "MCC", "MALL", "MCKé", "MBé", "all"] {
            assert!(name.parse::<Techniques>().is_err(), "{name}");
        }
    }
}
