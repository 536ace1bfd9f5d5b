//! Reading files of records, whatever their format.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use agon_arena::records::{Record, RecordFormat, Store, read_lines};

use crate::failure::Failure;

/// Hands over the records of a file one by one; `each` may answer `false` to see no more.
pub fn for_each_record(
    path: &Path,
    event: Option<&str>,
    mut each: impl FnMut(Record) -> Result<bool, Failure>,
) -> Result<(), Failure> {
    match RecordFormat::of(path)? {
        RecordFormat::Store => {
            let mut ended = Ok(true);
            Store::open_existing(path)?.for_each(event, |record| {
                ended = each(record);
                matches!(ended, Ok(true))
            })?;
            ended.map(|_| ())
        }
        RecordFormat::Lines => {
            let file = File::open(path).map_err(|error| Failure::file(path, &error))?;
            for record in read_lines(BufReader::new(file)) {
                let record = record.map_err(|error| Failure::file(path, &error))?;
                if event.is_none_or(|event| record.event.as_deref() == Some(event)) && !each(record)? {
                    break;
                }
            }
            Ok(())
        }
        RecordFormat::Moves => {
            Err(Failure::file(path, &"a list of moves says neither which game it is nor who played"))
        }
    }
}
