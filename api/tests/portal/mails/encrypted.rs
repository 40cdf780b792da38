//! Mail over TLS: nothing is sent to a server without TLS or with an unknown certificate, and a mail arrives at a
//! server with a certificate of the operator's own authority. The servers are real ones, on this machine.

use std::path::Path;
use std::sync::{Arc, Mutex};

use chrono::DateTime;
use fairway_api::config::Config;
use fairway_notifications::mail::transport::{Transport, TransportError};
use futures::StreamExt;
use lettre::Message;
use rcgen::{CertifiedKey, generate_simple_self_signed};
use rustls::ServerConfig;
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use uuid::Uuid;

use super::smtp;

/// When TLS begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tls {
    AtOnce,
    WhenAsked,
}

/// A mail server with a self-made certificate.
struct Server {
    port: u16,
    certificate: String,
    received: Arc<Mutex<Received>>,
}

/// The data that a server received, before TLS began and inside it.
#[derive(Debug, Default)]
struct Received {
    clear: Vec<String>,
    encrypted: Vec<String>,
}

impl Server {
    async fn start(tls: Tls) -> Self {
        let CertifiedKey { cert, signing_key } =
            generate_simple_self_signed(["localhost".to_owned()]).expect("a certificate");
        let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(signing_key.serialize_der()));
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_no_client_auth()
            .with_single_cert(vec![cert.der().clone()], key)
            .expect("a server");
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let received = Arc::new(Mutex::new(Received::default()));
        let shared = Arc::clone(&received);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, acceptor.clone(), tls, Arc::clone(&shared)));
            }
        });
        Self { port, certificate: cert.pem(), received }
    }

    fn url(&self, tls: Tls) -> String {
        match tls {
            Tls::AtOnce => format!("smtps://fairway:geheim@localhost:{}", self.port),
            Tls::WhenAsked => format!("smtp://fairway:geheim@localhost:{}?tls=required", self.port),
        }
    }
}

async fn serve(
    mut stream: TcpStream,
    acceptor: TlsAcceptor,
    tls: Tls,
    received: Arc<Mutex<Received>>,
) -> std::io::Result<()> {
    if tls == Tls::WhenAsked {
        talk(&mut stream, true, |line| received.lock().expect("heard").clear.push(line.to_owned())).await?;
    }
    let mut stream = acceptor.accept(stream).await?;
    talk(&mut stream, tls == Tls::WhenAsked, |line| {
        received.lock().expect("heard").encrypted.push(line.to_owned());
    })
    .await
}

/// Reads until the client starts TLS or disconnects. After STARTTLS there is no second greeting.
async fn talk<S: AsyncRead + AsyncWrite + Unpin>(
    stream: &mut S,
    offers_tls: bool,
    mut note: impl FnMut(&str),
) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    let is_second = offers_tls && std::any::type_name::<S>().contains("TlsStream");
    if !is_second {
        stream.write_all(b"220 test\r\n").await?;
    }
    let mut in_message = false;
    let mut line = String::new();
    loop {
        line.clear();
        if stream.read_line(&mut line).await? == 0 {
            return Ok(());
        }
        let command_line = line.trim_end();
        note(command_line);
        let reply = match command_line.split(' ').next().unwrap_or_default() {
            _ if in_message && command_line != "." => continue,
            "EHLO" if offers_tls && !is_second => "250-test\r\n250 STARTTLS",
            "EHLO" => "250-test\r\n250 AUTH PLAIN",
            "AUTH" => "235 ok",
            "DATA" => "354 go on",
            "STARTTLS" => "220 go on",
            _ => "250 ok",
        };
        in_message = command_line == "DATA";
        stream.write_all(format!("{reply}\r\n").as_bytes()).await?;
        stream.flush().await?;
        if command_line == "STARTTLS" {
            return Ok(());
        }
    }
}

/// Sends one mail.
async fn send(url: &str, authority: Option<&Path>) -> Result<(), TransportError> {
    let config = Config::from_lookup(|key| match key {
        "FAIRWAY_MAIL" => Some(url.to_owned()),
        "FAIRWAY_MAIL_CA" => authority.map(|path| path.display().to_string()),
        _ => None,
    });
    let message = Message::builder()
        .from("fairway@fairway.example".parse().expect("an address"))
        .to("jan@fairway.example".parse().expect("an address"))
        .subject("Nieuw wachtwoord")
        .body("een link".to_owned())
        .expect("a message");
    let transport = Transport::new(&config.expect("a configuration").notifications().expect("settings"))?;
    let mut sending = transport.send(DateTime::UNIX_EPOCH, vec![(Uuid::nil(), message)]);
    let mut ended = sending.next().await.expect("an end");
    ended.pop().expect("one mail").1
}

#[tokio::test]
async fn a_server_without_tls_receives_neither_a_password_nor_a_mail() {
    let server = smtp::Server::start([]).await;
    let plain = server.url();
    let required = format!("{}?tls=required", plain.replace("smtp://", "smtp://fairway:geheim@"));
    let from_the_start = plain.replace("smtp://", "smtps://fairway:geheim@");
    for url in [required, from_the_start] {
        let error = send(&url, None).await.expect_err("nothing is sent");
        assert!(!error.is_final(), "it waits until the server is set right: {error}");
    }
    assert_eq!(server.taken().await, Vec::<String>::new());
    let received = server.received().await;
    assert!(received.iter().all(|line| line.starts_with("EHLO") || line == "QUIT"), "{received:?}");
    send(&plain, None).await.expect("the control: without TLS it would have gone");
    assert_eq!(server.taken().await, ["jan@fairway.example"]);
}

#[tokio::test]
async fn a_server_with_an_unknown_certificate_receives_nothing() {
    for tls in [Tls::AtOnce, Tls::WhenAsked] {
        let server = Server::start(tls).await;
        send(&server.url(tls), None).await.expect_err("a certificate of its own making");
        let received = server.received.lock().expect("heard");
        assert_eq!(received.encrypted, Vec::<String>::new(), "{tls:?}");
        assert!(
            received.clear.iter().all(|line| line.starts_with("EHLO") || line == "STARTTLS"),
            "{received:?}"
        );
    }
}

#[tokio::test]
async fn a_server_with_a_certificate_of_the_operators_authority_gets_the_mail_encrypted() {
    for tls in [Tls::AtOnce, Tls::WhenAsked] {
        let server = Server::start(tls).await;
        let folder = tempfile::tempdir().expect("a folder");
        let authority = folder.path().join("ca.pem");
        std::fs::write(&authority, &server.certificate).expect("a file");
        send(&server.url(tls), Some(&authority)).await.expect("taken");
        let received = server.received.lock().expect("heard");
        assert!(received.encrypted.iter().any(|line| line.starts_with("AUTH")), "{tls:?}: {received:?}");
        assert!(
            received.encrypted.iter().any(|line| line.contains("Nieuw wachtwoord")),
            "{tls:?}: {received:?}"
        );
        assert!(
            received.clear.iter().all(|line| line.starts_with("EHLO") || line == "STARTTLS"),
            "{received:?}"
        );
    }
}

#[tokio::test]
async fn a_file_without_certificates_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let authority = folder.path().join("ca.pem");
    let garbled = "-----BEGIN CERTIFICATE-----\nZ2Vlbg==\n-----END CERTIFICATE-----\n";
    for content in [None, Some("no certificate"), Some(garbled)] {
        if let Some(content) = content {
            std::fs::write(&authority, content).expect("a file");
        }
        let error = send("smtps://mail.example", Some(&authority)).await.expect_err("unusable");
        assert!(error.to_string().contains("ca.pem"), "{error}");
    }
}
