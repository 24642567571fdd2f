//! TLS to a server, by rustls: what `sslmode` and `sslrootcert` mean to PostgreSQL's own clients.

use crate::error::{Result, StoreError};
use postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect};
use ring::digest;
use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::CryptoProvider;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::{CertificateError, ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme};
use std::future::Future;
use std::io;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// How much TLS a connection wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TlsMode {
    /// None.
    Disable,
    /// Only if the server wants it.
    Allow,
    /// If the server offers it.
    Prefer,
    /// Always, with whatever certificate, unless root certificates are named.
    Require,
    /// With a certificate that a root certificate vouches for.
    VerifyCa,
    /// The same, and it is that of this host.
    VerifyFull,
}

impl TlsMode {
    /// By its name in an address.
    pub(crate) fn read(word: &str) -> Option<Self> {
        Some(match word {
            "disable" => TlsMode::Disable,
            "allow" => TlsMode::Allow,
            "prefer" => TlsMode::Prefer,
            "require" => TlsMode::Require,
            "verify-ca" => TlsMode::VerifyCa,
            "verify-full" => TlsMode::VerifyFull,
            _ => return None,
        })
    }
}

/// Makes TLS connections.
#[derive(Clone)]
pub(crate) struct Tls {
    config: Arc<ClientConfig>,
}

impl Tls {
    /// TLS of a mode; `roots` is a file of root certificates, or `system`, `client` the files of our own certificate and
    /// of its key.
    pub(crate) fn new(
        mode: TlsMode,
        roots: Option<&str>,
        client: (Option<&str>, Option<&str>),
    ) -> Result<Self> {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let failed = |reason: String| StoreError::Open { place: crate::place::HIDDEN.into(), reason };
        let usual = std::env::home_dir().map(|home| home.join(".postgresql").join("root.crt"));
        let file: Option<PathBuf> = match roots {
            Some("system") => Some(system_roots().ok_or_else(|| {
                failed(
                    "no file of root certificates of this system is known; name one with sslrootcert".into(),
                )
            })?),
            Some(path) => Some(path.into()),
            None => usual.clone().filter(|path| path.is_file()),
        };
        let wants = matches!(mode, TlsMode::VerifyCa | TlsMode::VerifyFull);
        // With root certificates at hand, require means verify-ca, as it does to PostgreSQL's own clients.
        let trusted = match file {
            Some(file) if wants || mode == TlsMode::Require => {
                let roots = Arc::new(read_roots(&file).map_err(failed)?);
                let verifier = WebPkiServerVerifier::builder_with_provider(roots, provider.clone()).build();
                Some(verifier.map_err(|error| failed(format!("{}: {error}", file.display())))?)
            }
            None if wants => {
                return Err(failed(format!(
                    "root certificates are needed to verify the server: name a file with sslrootcert, take those of \
                     this system with sslrootcert=system, or put one at {}",
                    usual.unwrap_or_default().display()
                )));
            }
            _ => None,
        };
        let check = Check { trusted, names: mode == TlsMode::VerifyFull, provider: provider.clone() };
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| failed(error.to_string()))?
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(check));
        let config = match own_certificate(client).map_err(failed)? {
            None => config.with_no_client_auth(),
            Some((chain, key)) => config
                .with_client_auth_cert(chain, key)
                .map_err(|error| failed(format!("the certificate of this client: {error}")))?,
        };
        Ok(Tls { config: Arc::new(config) })
    }
}

/// A certificate with those that vouch for it, and its key.
type Own = (Vec<CertificateDer<'static>>, PrivateKeyDer<'static>);

/// The certificate of this client: the one that is named, or the usual one where it is there.
fn own_certificate(
    (certificate, key): (Option<&str>, Option<&str>),
) -> std::result::Result<Option<Own>, String> {
    let usual = |name: &str| {
        std::env::home_dir().map(|home| home.join(".postgresql").join(name)).filter(|path| path.is_file())
    };
    let Some(file) = certificate.map(PathBuf::from).or_else(|| usual("postgresql.crt")) else {
        return match key {
            Some(_) => Err("sslkey names a key, but sslcert no certificate to it".into()),
            None => Ok(None),
        };
    };
    let Some(key) = key.map(PathBuf::from).or_else(|| usual("postgresql.key")) else {
        return Err(format!("the certificate {} has no key: name one with sslkey", file.display()));
    };
    let wrong = |file: &Path, error: rustls::pki_types::pem::Error| {
        format!(
            "{}: {error}; a certificate and a key without a password, in PEM, would be read",
            file.display()
        )
    };
    let chain = CertificateDer::pem_file_iter(&file).and_then(Iterator::collect);
    let chain: Vec<CertificateDer<'static>> = chain.map_err(|error| wrong(&file, error))?;
    if chain.is_empty() {
        return Err(format!("{} holds no certificate", file.display()));
    }
    refuse_open_key(&key)?;
    let key = PrivateKeyDer::from_pem_file(&key).map_err(|error| wrong(&key, error))?;
    Ok(Some((chain, key)))
}

/// A key that others may read is none, as PostgreSQL's own clients have it: 0600, or 0640 where root owns it.
fn refuse_open_key(key: &Path) -> std::result::Result<(), String> {
    #[cfg(unix)]
    if let Ok(data) = std::fs::metadata(key) {
        use std::os::unix::fs::MetadataExt;
        let open = if data.uid() == 0 { 0o037 } else { 0o077 };
        if data.mode() & open != 0 {
            return Err(format!("the key {} may be read by others: chmod 600 it", key.display()));
        }
    }
    Ok(())
}

/// The root certificates of this system.
fn system_roots() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os("SSL_CERT_FILE") {
        return Some(path.into());
    }
    ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"]
        .iter()
        .map(PathBuf::from)
        .find(|path| path.is_file())
}

fn read_roots(file: &Path) -> std::result::Result<RootCertStore, String> {
    let shown = file.display();
    let wrong = |error| format!("the root certificates {shown}: {error}");
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_file_iter(file).map_err(wrong)? {
        roots
            .add(certificate.map_err(wrong)?)
            .map_err(|error| format!("the root certificates {shown}: {error}"))?;
    }
    if roots.is_empty() {
        return Err(format!("there is no certificate in {shown}"));
    }
    Ok(roots)
}

/// Judges the certificate of a server.
#[derive(Debug)]
struct Check {
    /// Nothing where any certificate will do.
    trusted: Option<Arc<WebPkiServerVerifier>>,
    /// Whether it must be that of the host.
    names: bool,
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for Check {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> std::result::Result<ServerCertVerified, rustls::Error> {
        let Some(trusted) = &self.trusted else { return Ok(ServerCertVerified::assertion()) };
        match trusted.verify_server_cert(end_entity, intermediates, server_name, ocsp_response, now) {
            // Names are looked at last: what fails there is vouched for.
            Err(rustls::Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) if !self.names => Ok(ServerCertVerified::assertion()),
            other => other,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> std::result::Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        rustls::crypto::verify_tls12_signature(message, cert, dss, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> std::result::Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        rustls::crypto::verify_tls13_signature(message, cert, dss, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> MakeTlsConnect<S> for Tls {
    type Stream = TlsStream<S>;
    type TlsConnect = TlsTo;
    type Error = io::Error;

    fn make_tls_connect(&mut self, host: &str) -> io::Result<TlsTo> {
        let name = ServerName::try_from(host.to_owned()).map_err(io::Error::other)?;
        Ok(TlsTo { config: self.config.clone(), name })
    }
}

/// TLS to one host.
pub(crate) struct TlsTo {
    config: Arc<ClientConfig>,
    name: ServerName<'static>,
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> TlsConnect<S> for TlsTo {
    type Stream = TlsStream<S>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<TlsStream<S>>> + Send>>;

    fn connect(self, stream: S) -> Self::Future {
        let connecting = tokio_rustls::TlsConnector::from(self.config).connect(self.name, stream);
        Box::pin(async move { connecting.await.map(TlsStream) })
    }
}

/// A stream with TLS around it.
pub(crate) struct TlsStream<S>(tokio_rustls::client::TlsStream<S>);

impl<S: AsyncRead + AsyncWrite + Unpin> postgres::tls::TlsStream for TlsStream<S> {
    /// `tls-server-end-point`: the hash of the server's certificate, so that a password proves nothing to another
    /// end of the line.
    fn channel_binding(&self) -> ChannelBinding {
        let certificates = self.0.get_ref().1.peer_certificates().unwrap_or_default();
        let bound = certificates.first().and_then(|certificate| {
            let hash = match signature_algorithm(certificate)? {
                // MD5 and SHA-1 are raised to SHA-256 (RFC 5929).
                Hash::Sha256 => &digest::SHA256,
                Hash::Sha384 => &digest::SHA384,
                Hash::Sha512 => &digest::SHA512,
            };
            Some(digest::digest(hash, certificate).as_ref().to_vec())
        });
        bound.map_or_else(ChannelBinding::none, ChannelBinding::tls_server_end_point)
    }
}

/// The hash in a signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Hash {
    Sha256,
    Sha384,
    Sha512,
}

/// The hash in the signature of a certificate; nothing where it has none of its own (Ed25519, PSS).
///
/// ```text
/// Certificate ::= SEQUENCE { tbsCertificate SEQUENCE, signatureAlgorithm SEQUENCE { OID, ... }, BIT STRING }
/// ```
fn signature_algorithm(certificate: &[u8]) -> Option<Hash> {
    const SEQUENCE: u8 = 0x30;
    const OID: u8 = 6;
    let (inside, _) = der(certificate, SEQUENCE)?;
    let (_, after) = der(inside, SEQUENCE)?;
    let (algorithm, _) = der(after, SEQUENCE)?;
    let (oid, _) = der(algorithm, OID)?;
    match oid {
        // 1.2.840.113549.1.1: RSA with MD5 (4), SHA-1 (5), SHA-256, SHA-384, SHA-512.
        [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 1, last] => match last {
            4 | 5 | 11 => Some(Hash::Sha256),
            12 => Some(Hash::Sha384),
            13 => Some(Hash::Sha512),
            _ => None,
        },
        // 1.2.840.10045.4.1 and 4.3: ECDSA with SHA-1, SHA-256, SHA-384, SHA-512.
        [0x2A, 0x86, 0x48, 0xCE, 0x3D, 4, 1] | [0x2A, 0x86, 0x48, 0xCE, 0x3D, 4, 3, 2] => Some(Hash::Sha256),
        [0x2A, 0x86, 0x48, 0xCE, 0x3D, 4, 3, 3] => Some(Hash::Sha384),
        [0x2A, 0x86, 0x48, 0xCE, 0x3D, 4, 3, 4] => Some(Hash::Sha512),
        _ => None,
    }
}

/// The content of a value of a tag, and what follows it.
fn der(bytes: &[u8], tag: u8) -> Option<(&[u8], &[u8])> {
    let (&found, rest) = bytes.split_first()?;
    let (&first, rest) = rest.split_first()?;
    let (length, rest) = if first < 0x80 {
        (usize::from(first), rest)
    } else {
        let count = usize::from(first & 0x7F);
        if !(1..=4).contains(&count) || rest.len() < count {
            return None;
        }
        let (digits, rest) = rest.split_at(count);
        (digits.iter().fold(0, |length, &digit| length << 8 | usize::from(digit)), rest)
    };
    (found == tag && rest.len() >= length).then(|| rest.split_at(length))
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for TlsStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        out: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(cx, out)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for TlsStream<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn no_certificate_panics(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
            let _ = signature_algorithm(&bytes);
        }
    }

    #[test]
    fn the_hash_of_a_signature_is_found() {
        let certificate = |oid: &[u8]| {
            let mut algorithm = vec![6, oid.len() as u8];
            algorithm.extend_from_slice(oid);
            let mut inside = vec![0x30, 3, 2, 1, 7, 0x30, algorithm.len() as u8];
            inside.extend(algorithm);
            let mut whole = vec![0x30, 0x81, inside.len() as u8];
            whole.extend(inside);
            whole
        };
        let rsa = |last| certificate(&[0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 1, last]);
        assert_eq!(signature_algorithm(&rsa(5)), Some(Hash::Sha256));
        assert_eq!(signature_algorithm(&rsa(12)), Some(Hash::Sha384));
        assert_eq!(signature_algorithm(&rsa(13)), Some(Hash::Sha512));
        assert_eq!(signature_algorithm(&rsa(10)), None);
        let ecdsa = certificate(&[0x2A, 0x86, 0x48, 0xCE, 0x3D, 4, 3, 2]);
        assert_eq!(signature_algorithm(&ecdsa), Some(Hash::Sha256));
        assert_eq!(signature_algorithm(&ecdsa[..9]), None);
    }
}
