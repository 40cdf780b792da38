//! A minimal HTTP client, which checks whether a server is ready and logs in.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde_json::Value;

const TIMEOUT: Duration = Duration::from_secs(5);

/// The status of `GET path`, or `None` when there is no response.
pub(crate) fn status(server: SocketAddr, path: &str) -> Option<u16> {
    let mut stream = TcpStream::connect_timeout(&server, TIMEOUT).ok()?;
    stream.set_read_timeout(Some(TIMEOUT)).ok()?;
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\n\r\n").ok()?;
    let mut answer = [0; 64];
    let mut filled = 0;
    // "HTTP/1.1 200" has twelve bytes, which may arrive in several packets.
    while filled < 12 {
        match stream.read(&mut answer[filled..]).ok()? {
            0 => return None,
            read => filled += read,
        }
    }
    String::from_utf8_lossy(&answer[..filled]).split(' ').nth(1)?.parse().ok()
}

/// The JSON response to `POST path`. Any status other than 200 is an error.
pub(crate) fn post(server: SocketAddr, path: &str, body: &Value) -> Result<Value> {
    let mut stream = TcpStream::connect_timeout(&server, TIMEOUT)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    let body = body.to_string();
    write!(
        stream,
        "POST {path} HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    )?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).with_context(|| format!("no answer to {path}"))?;
    let (head, body) = answer.split_once("\r\n\r\n").with_context(|| format!("no answer to {path}"))?;
    if head.split(' ').nth(1) != Some("200") {
        bail!("{path} answered {}: {body}", head.lines().next().unwrap_or_default());
    }
    serde_json::from_str(body).with_context(|| format!("{path} did not answer JSON: {body}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    /// A server that answers one request with `pieces`, one after the other.
    fn server_with_response(pieces: [&'static str; 2]) -> (SocketAddr, std::thread::JoinHandle<String>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let server = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            // Reads the whole request first: closing a connection with unread bytes resets it.
            let mut request = String::new();
            let end = |request: &str| if request.starts_with("POST") { "}" } else { "\r\n\r\n" };
            while !request.ends_with(end(&request)) {
                let mut byte = [0];
                stream.read_exact(&mut byte).unwrap();
                request.push(char::from(byte[0]));
            }
            pieces.iter().for_each(|piece| stream.write_all(piece.as_bytes()).unwrap());
            request
        });
        (address, server)
    }

    #[test]
    fn the_status_is_read_from_a_response_in_pieces_and_is_none_for_a_closed_port() {
        let (address, server) = server_with_response(["HTTP/1", ".1 503 Service Unavailable\r\n\r\n"]);
        assert_eq!(status(address, "/readyz"), Some(503));
        server.join().unwrap();
        assert_eq!(status(address, "/readyz"), None);
    }

    #[test]
    fn json_is_posted_and_the_response_is_read() {
        let body = serde_json::json!({"a": 1});
        let (address, server) =
            server_with_response(["HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n", "{\"b\":2}"]);
        assert_eq!(post(address, "/x", &body).unwrap()["b"], 2);
        let request = server.join().unwrap();
        assert!(request.starts_with("POST /x HTTP/1.1\r\n") && request.ends_with("\r\n\r\n{\"a\":1}"));
        let (address, server) =
            server_with_response(["HTTP/1.1 401 Unauthorized\r\n\r\n", "{\"error\":\"nee\"}"]);
        let error = post(address, "/x", &body).unwrap_err().to_string();
        assert!(error.contains("401 Unauthorized") && error.contains("nee"), "{error}");
        server.join().unwrap();
    }
}
