//! Content in a few letters: the first 128 bits of SHA-256, the same on every machine and in every version.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use sha2::{Digest as _, Sha256};

use crate::{FileError, open};

/// The digest of bytes: 32 hexadecimal digits.
#[must_use]
pub fn digest(bytes: impl AsRef<[u8]>) -> String {
    shown(Sha256::new_with_prefix(bytes))
}

/// The digest of a regular file, or of a folder: of the names and contents of all files in it, wherever it lies.
///
/// # Errors
/// If something cannot be read, or is a pipe or a device.
pub fn digest_path(path: &Path) -> Result<String, FileError> {
    let fail = |error| FileError::new(path, error);
    if !path.is_dir() {
        return of_file(&mut open(path)?).map_err(fail);
    }
    let entries = fs::read_dir(path).and_then(Iterator::collect::<io::Result<Vec<_>>>).map_err(fail)?;
    let mut names: Vec<_> = entries.into_iter().map(|entry| entry.file_name()).collect();
    names.sort();
    let mut all = Sha256::new();
    for name in names {
        all.update(digest(name.as_encoded_bytes()));
        all.update(digest_path(&path.join(name))?);
    }
    Ok(shown(all))
}

fn of_file(file: &mut File) -> io::Result<String> {
    let (mut hash, mut part) = (Sha256::new(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut part)? {
            0 => return Ok(shown(hash)),
            read => hash.update(&part[..read]),
        }
    }
}

fn shown(hash: Sha256) -> String {
    hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_is_that_of_the_standard() {
        // FIPS 180-2, appendix B.1.
        assert_eq!(digest("abc"), "ba7816bf8f01cfea414140de5dae2223");
    }

    #[test]
    fn folders_are_known_by_names_and_contents() {
        let folder = std::env::temp_dir().join(format!("agon-digest-{}", std::process::id()));
        fs::create_dir_all(folder.join("inner")).unwrap();
        fs::write(folder.join("one"), "abc").unwrap();
        fs::write(folder.join("inner/two"), "").unwrap();
        assert_eq!(digest_path(&folder.join("one")).unwrap(), digest("abc"));
        let first = digest_path(&folder).unwrap();
        assert_eq!(digest_path(&folder).unwrap(), first);
        fs::write(folder.join("inner/two"), "2").unwrap();
        assert_ne!(digest_path(&folder).unwrap(), first);
        fs::write(folder.join("inner/two"), "").unwrap();
        assert_eq!(digest_path(&folder).unwrap(), first);
        fs::rename(folder.join("one"), folder.join("three")).unwrap();
        assert_ne!(digest_path(&folder).unwrap(), first);
        let gone = digest_path(&folder.join("gone")).unwrap_err().to_string();
        assert!(gone.contains("gone: "), "{gone}");
        fs::remove_dir_all(&folder).unwrap();
    }
}
