//! The address of a server: what PostgreSQL's own clients read in it beyond what the driver does.

use crate::error::{Result, StoreError};
use crate::pgpass::{self, Wanted};
use crate::place::HIDDEN;
use crate::tls::{Tls, TlsMode};
use postgres::config::{Host, SslMode};
use postgres::{Client, Config};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

/// How long a connection may take, unless the address says otherwise (`connect_timeout`).
const PATIENCE: Duration = Duration::from_secs(20);

/// Asks a person for the password of a place; nothing where nobody can be asked.
pub type AskPassword = fn(place: &str) -> Option<String>;

static ASK: OnceLock<AskPassword> = OnceLock::new();

/// Lets a program ask for a password that a server wants and nothing else gives. The first call counts.
pub fn ask_password_with(ask: AskPassword) {
    let _ = ASK.set(ask);
}

/// An address, read.
pub(crate) struct Address {
    config: Config,
    mode: TlsMode,
    roots: Option<String>,
    /// The files of the client's certificate and of its key.
    client: (Option<String>, Option<String>),
    passfile: Option<PathBuf>,
    /// Host and database, for messages.
    pub(crate) place: String,
}

impl Address {
    /// Reads an address. `sslmode`, `sslrootcert`, `sslcert`, `sslkey` and `passfile` are taken out: the driver does not
    /// know them all.
    pub(crate) fn read(url: &str) -> Result<Self> {
        let failed = |reason: String| StoreError::Open { place: HIDDEN.into(), reason };
        let (mut mode, mut roots, mut passfile) = (env("PGSSLMODE"), env("PGSSLROOTCERT"), None);
        let mut client = (env("PGSSLCERT"), env("PGSSLKEY"));
        let after_host = url.rfind('@').unwrap_or(0);
        let (base, query) = match url[after_host..].find('?') {
            Some(at) => (&url[..after_host + at], &url[after_host + at + 1..]),
            None => (url, ""),
        };
        let mut rest: Vec<&str> = Vec::new();
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (word, value) = pair.split_once('=').unwrap_or((pair, ""));
            match word {
                "sslmode" => mode = Some(decoded(value)),
                "sslrootcert" => roots = Some(decoded(value)),
                "passfile" => passfile = Some(PathBuf::from(decoded(value))),
                "sslcert" => client.0 = Some(decoded(value)),
                "sslkey" => client.1 = Some(decoded(value)),
                "sslcrl" | "sslcrldir" | "sslpassword" => {
                    return Err(failed(format!(
                        "{word} is not supported: lists of revoked certificates are not read, and keys are not \
                         encrypted"
                    )));
                }
                _ => rest.push(pair),
            }
        }
        let mode = mode.as_deref().unwrap_or("prefer");
        let mode = TlsMode::read(mode).ok_or_else(|| {
            failed(format!(
                "{mode:?} is no sslmode: disable, allow, prefer, require, verify-ca and verify-full are"
            ))
        })?;
        let plain = if rest.is_empty() { base.to_owned() } else { format!("{base}?{}", rest.join("&")) };
        // The driver's message may repeat a value, and a value may be the password.
        let mut config: Config = plain.parse().map_err(|_: postgres::Error| {
            failed(
                "the address does not read: postgres://USER@HOST:PORT/DATABASE?OPTION=VALUE would, with %2F for a \
                 slash in a part"
                    .into(),
            )
        })?;
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(PATIENCE);
        }
        if config.get_application_name().is_none() {
            config.application_name("ludex");
        }
        let hosts: Vec<String> = config.get_hosts().iter().map(shown).collect();
        let place = format!("postgres://{}/{}", hosts.join(","), config.get_dbname().unwrap_or(""));
        let mode = if config.get_hosts().iter().all(is_local) { TlsMode::Disable } else { mode };
        Ok(Address { config, mode, roots, client, passfile, place })
    }

    /// Connects: with the password of the address, of `PGPASSWORD`, of the password file, or of whoever is asked.
    pub(crate) fn connect(mut self) -> Result<Client> {
        let mut hint = None;
        if self.config.get_password().is_none() {
            match self.password() {
                Ok(Some(password)) => drop(self.config.password(password)),
                Ok(None) => {}
                Err(ignored) => hint = Some(ignored),
            }
        }
        let tls = match self.mode {
            TlsMode::Disable => None,
            mode => {
                let (certificate, key) = &self.client;
                let client = (certificate.as_deref(), key.as_deref());
                Some(Tls::new(mode, self.roots.as_deref(), client).map_err(|error| self.named(error))?)
            }
        };
        let mut connected = self.attempt(tls.as_ref());
        if let Err(error) = &connected
            && wants_password(error)
            && self.config.get_password().is_none()
            && let Some(password) = ASK.get().and_then(|ask| ask(&self.place))
        {
            self.config.password(password);
            connected = self.attempt(tls.as_ref());
        }
        connected.map_err(|error| {
            let mut reason = crate::postgres::message(&error);
            if wants_password(&error) && self.config.get_password().is_none() {
                reason = "the server wants a password: put it into PGPASSWORD or ~/.pgpass, or name a password file \
                          with passfile="
                    .into();
            }
            if let Some(hint) = hint {
                reason = format!("{reason} ({hint})");
            }
            StoreError::Open { place: self.place.clone(), reason }
        })
    }

    /// The password that the surroundings give.
    fn password(&self) -> std::result::Result<Option<String>, String> {
        if let Some(password) = env("PGPASSWORD") {
            return Ok(Some(password));
        }
        let Some(file) = self.passfile.clone().or_else(pgpass::usual) else { return Ok(None) };
        let Some(text) = pgpass::read(&file)? else {
            return match &self.passfile {
                Some(file) => Err(format!("there is no password file {}", file.display())),
                None => Ok(None),
            };
        };
        let user = self.config.get_user().map(str::to_owned).or_else(|| env("USER")).unwrap_or_default();
        let database = self.config.get_dbname().unwrap_or(&user);
        let ports = self.config.get_ports();
        let found = self.config.get_hosts().iter().enumerate().find_map(|(i, host)| {
            let port = ports.get(i).or(ports.first()).copied().unwrap_or(5432);
            let name = shown(host);
            let usual = ["/tmp", "/var/run/postgresql", "/run/postgresql"].map(Path::new);
            let host = if usual.contains(&Path::new(&name)) { "localhost" } else { &name };
            pgpass::find(&text, Wanted { host, port, database, user: &user })
        });
        Ok(found)
    }

    /// Tries the kinds of connection that the mode allows, in its order; the first error is what counts.
    fn attempt(&mut self, tls: Option<&Tls>) -> std::result::Result<Client, postgres::Error> {
        let kinds: &[SslMode] = match self.mode {
            TlsMode::Disable => &[SslMode::Disable],
            TlsMode::Allow => &[SslMode::Disable, SslMode::Require],
            TlsMode::Prefer => &[SslMode::Prefer, SslMode::Disable],
            TlsMode::Require | TlsMode::VerifyCa | TlsMode::VerifyFull => &[SslMode::Require],
        };
        let mut first = None;
        for kind in kinds {
            self.config.ssl_mode(*kind);
            let connected = match tls {
                Some(tls) => self.config.connect(tls.clone()),
                None => self.config.connect(postgres::NoTls),
            };
            match connected {
                Ok(client) => return Ok(client),
                // Nobody is there, or the password is wrong: another kind of connection changes nothing.
                Err(error) if is_final(&error) => return Err(first.unwrap_or(error)),
                Err(error) => drop(first.get_or_insert(error)),
            }
        }
        Err(first.expect("there is at least one kind"))
    }

    /// An error before the connection, with the place that it is about.
    fn named(&self, error: StoreError) -> StoreError {
        match error {
            StoreError::Open { reason, .. } => StoreError::Open { place: self.place.clone(), reason },
            other => other,
        }
    }
}

/// A variable of the environment that is set to something.
fn env(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

fn shown(host: &Host) -> String {
    match host {
        Host::Tcp(name) => name.clone(),
        #[cfg(unix)]
        Host::Unix(path) => path.display().to_string(),
    }
}

/// TLS means nothing on a socket of this machine.
fn is_local(host: &Host) -> bool {
    match host {
        Host::Tcp(_) => false,
        #[cfg(unix)]
        Host::Unix(_) => true,
    }
}

/// `%2F` and its like as the characters they stand for.
fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let code = (bytes[at] == b'%')
            .then(|| bytes.get(at + 1..at + 3))
            .flatten()
            .and_then(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok());
        out.push(code.unwrap_or(bytes[at]));
        at += if code.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// Whether the server asked for a password and got none.
fn wants_password(error: &postgres::Error) -> bool {
    error.code().is_some_and(|code| code.code() == "28P01")
        || crate::postgres::message(error).contains("password missing")
}

fn is_final(error: &postgres::Error) -> bool {
    if let Some(code) = error.code() {
        // 28000: no entry for this kind of connection in pg_hba.conf.
        return code.code() != "28000";
    }
    let mut cause = std::error::Error::source(error);
    while let Some(inner) = cause {
        if let Some(error) = inner.downcast_ref::<std::io::Error>() {
            use std::io::ErrorKind::{ConnectionRefused, NotFound, TimedOut};
            return matches!(error.kind(), ConnectionRefused | NotFound | TimedOut);
        }
        cause = inner.source();
    }
    crate::postgres::message(error).contains("password missing")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_other_clients_are_read() {
        let url = "postgres://me:pa%3Fss@db.example:5433/ludex?sslmode=verify-full&sslrootcert=%2Fetc%2Froot.crt\
                   &passfile=/p&connect_timeout=3";
        let address = Address::read(url).unwrap();
        assert_eq!((address.mode, address.roots.as_deref()), (TlsMode::VerifyFull, Some("/etc/root.crt")));
        assert_eq!(address.passfile.as_deref(), Some(Path::new("/p")));
        assert_eq!(address.config.get_connect_timeout(), Some(&Duration::from_secs(3)));
        assert_eq!(address.place, "postgres://db.example/ludex");
        assert_eq!(address.config.get_password(), Some(&b"pa?ss"[..]));
        // A socket of this machine has no TLS, whatever is asked.
        assert_eq!(Address::read("postgres://me@%2Ftmp/x?sslmode=require").unwrap().mode, TlsMode::Disable);
    }

    #[test]
    fn nothing_secret_in_what_is_refused() {
        for url in [
            "postgres://me:S3cret@h/d?sslmode=sometimes",
            "postgres://me:S3cret@h:port/d",
            "postgres://me@h/d?password=S3cret&nonsense=1",
            "postgres://me:S3cret@h/d?sslcrl=x",
            "postgres://me:S3cret@h/d?sslpassword=S3cret",
        ] {
            let error = Address::read(url).err().expect(url);
            assert!(!format!("{error} {error:?}").contains("S3cret"), "{error}");
        }
        assert!(
            Address::read("postgres://h/d?sslmode=sometimes")
                .err()
                .unwrap()
                .to_string()
                .contains("verify-full")
        );
    }
}
