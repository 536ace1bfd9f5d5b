//! WTHOR files: any bytes are read or refused, and what was read is written back to the same.
#![no_main]

use agon_reversi::wthor::{Database, NameList, Names};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(database) = Database::read(bytes) {
        database.replays().for_each(drop);
        let again = database.write().expect("as many games as were read can be written");
        assert_eq!(Database::read(&again).expect("own bytes can be read"), database);
    }
    for list in [NameList::Players, NameList::Tournaments] {
        if let Ok(names) = Names::read(list, bytes) {
            assert_eq!(Names::read(list, &names.write()).expect("own bytes can be read"), names);
        }
    }
});
