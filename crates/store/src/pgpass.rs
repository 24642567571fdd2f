//! Password files, as PostgreSQL's own clients read them.
//!
//! One line per server: `host:port:database:user:password`. `*` stands for anything, `\` goes before a `:` or
//! `\` that is meant, and lines that begin with `#` are comments. The first line that fits counts.

#[cfg(feature = "postgres")]
use std::path::{Path, PathBuf};

/// A larger file is none of passwords.
#[cfg(feature = "postgres")]
const LARGEST: u64 = 1 << 20;

/// What a connection is to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wanted<'a> {
    /// The host as it was given; `localhost` for the socket in its usual folder.
    pub host: &'a str,
    /// The port.
    pub port: u16,
    /// The database.
    pub database: &'a str,
    /// The user.
    pub user: &'a str,
}

/// The password for a connection in the text of a password file.
///
/// ```
/// use ludex_store::pgpass::{Wanted, find};
/// let wanted = Wanted { host: "db.example", port: 5432, database: "ludex", user: "me" };
/// let file = "# mine\ndb.example:*:other:me:no\ndb.example:5432:*:me:a\\:b\n";
/// assert_eq!(find(file, wanted).as_deref(), Some("a:b"));
/// ```
#[must_use]
pub fn find(text: &str, wanted: Wanted<'_>) -> Option<String> {
    let port = wanted.port.to_string();
    let asked = [wanted.host, &port, wanted.database, wanted.user];
    text.lines().filter(|line| !line.starts_with('#')).find_map(|line| {
        let mut rest = line;
        for asked in asked {
            let (field, after) = field(rest);
            if field != asked && !rest.starts_with("*:") {
                return None;
            }
            rest = after?;
        }
        Some(field(rest).0).filter(|password| !password.is_empty())
    })
}

/// The first field of a line, and what follows its colon.
fn field(line: &str) -> (String, Option<&str>) {
    let mut field = String::new();
    let mut chars = line.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            ':' => return (field, Some(&line[at + 1..])),
            '\\' => field.push(chars.next().map_or('\\', |(_, c)| c)),
            c => field.push(c),
        }
    }
    (field, None)
}

/// One field as a line holds it.
#[must_use]
pub fn escape(field: &str) -> String {
    field.replace('\\', "\\\\").replace(':', "\\:")
}

/// The text of a password file; nothing where there is none.
///
/// # Errors
/// Why the file is passed over: it is no plain file, too large, or others than its owner may read it.
#[cfg(feature = "postgres")]
pub(crate) fn read(path: &Path) -> Result<Option<String>, String> {
    let Ok(data) = std::fs::metadata(path) else { return Ok(None) };
    let ignored = |why: &str| format!("the password file {} is passed over: {why}", path.display());
    if !data.is_file() {
        return Err(ignored("it is no plain file"));
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        if data.permissions().mode() & 0o077 != 0 {
            return Err(ignored("others may read it; its permissions should be 0600 or less"));
        }
    }
    if data.len() > LARGEST {
        return Err(ignored("it is too large"));
    }
    std::fs::read_to_string(path).map(Some).map_err(|error| ignored(&error.to_string()))
}

/// Where the password file lies unless another is named: `PGPASSFILE`, else `~/.pgpass`.
#[cfg(feature = "postgres")]
pub(crate) fn usual() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os("PGPASSFILE").filter(|path| !path.is_empty()) {
        return Some(path.into());
    }
    std::env::home_dir().map(|home| home.join(".pgpass"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_written_is_found(
            host in "[^\n\r#][^\n\r]{0,9}",
            port in 0u16..,
            database in "[^\n\r]{0,9}",
            user in "[^\n\r]{0,9}",
            password in "[^\n\r]{1,20}",
        ) {
            let fields = [&host, &port.to_string(), &database, &user, &password].map(|f| escape(f)).join(":");
            let wanted = Wanted { host: &host, port, database: &database, user: &user };
            prop_assert_eq!(find(&fields, wanted), Some(password));
        }

        #[test]
        fn no_text_panics(text in ".{0,200}") {
            let _ = find(&text, Wanted { host: "h", port: 1, database: "d", user: "u" });
        }
    }

    #[test]
    fn the_first_line_that_fits_counts() {
        let wanted = Wanted { host: "h", port: 5432, database: "d", user: "u" };
        for (file, found) in [
            ("h:5432:d:u:one\n*:*:*:*:two\n", Some("one")),
            ("x:*:*:*:one\n*:*:*:*:two\n", Some("two")),
            ("#h:5432:d:u:one\n", None),
            ("h:5432:d:u\n", None),
            ("h:5432:d:u:\n", None),
            ("h:5432:d:*:with\\\\slash\r\n", Some("with\\slash")),
            ("\\*:*:*:*:a star is meant\n", None),
        ] {
            assert_eq!(find(file, wanted).as_deref(), found, "{file}");
        }
    }
}
