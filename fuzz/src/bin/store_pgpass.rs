//! Law: no password file panics its reader, and what is written for a connection is found.
#![no_main]

use ludex_store::pgpass::{Wanted, escape, find};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let wanted = Wanted { host: "h", port: 5432, database: "d", user: "u" };
    let _ = find(text, wanted);
    let password: String = text.chars().filter(|c| !matches!(c, '\n' | '\r')).collect();
    let line = format!("h:*:d:u:{}", escape(&password));
    assert_eq!(find(&line, wanted), Some(password).filter(|password| !password.is_empty()));
});
