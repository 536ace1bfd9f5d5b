//! XML that people write and read: pattern files of the rule-first player ([Cherry2011] section 3.5.1.2; the format is
//! ours), and forests ([KInARow2012] appendix 10.1).
//!
//! Apart from the search that uses patterns and from the training of forests, so that neither needs XML.
//!
//! Differs from the source: its pattern files are not published, so those that ship follow the text.
//!
//! ```
//! let patterns = agon_patterns::shipped();
//! assert_eq!(patterns.len(), 2);
//! ```

mod folder;
mod forest_file;
mod read;

use agon_abilities::Pattern;

pub use folder::read_folder;
pub use forest_file::{DTD, MOST_TREES, read_forest, write_forest};
pub use read::{PatternError, PatternFile, read_all};

/// The patterns that come with Agon.
#[must_use]
pub fn shipped() -> Vec<Pattern> {
    let file = |name: &str, text: &str| PatternFile { name: name.to_owned(), text: text.to_owned() };
    let templates = [file("open-corner.xml", include_str!("../patterns/templates/open-corner.xml"))];
    let patterns = [
        file("diagonal-2.xml", include_str!("../patterns/diagonal-2.xml")),
        file("diagonal-3.xml", include_str!("../patterns/diagonal-3.xml")),
    ];
    // A test reads them without error.
    read_all(&patterns, &templates).unwrap_or_default()
}
