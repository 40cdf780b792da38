//! As much HTTP as it takes to ask a server whether it is ready.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(5);

/// The status of `GET path`, or `None` when nobody answers.
pub(crate) fn status(server: SocketAddr, path: &str) -> Option<u16> {
    let mut stream = TcpStream::connect_timeout(&server, PATIENCE).ok()?;
    stream.set_read_timeout(Some(PATIENCE)).ok()?;
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\n\r\n").ok()?;
    let mut answer = [0; 64];
    let mut filled = 0;
    // "HTTP/1.1 200" are twelve bytes; they may come in pieces.
    while filled < 12 {
        match stream.read(&mut answer[filled..]).ok()? {
            0 => return None,
            read => filled += read,
        }
    }
    String::from_utf8_lossy(&answer[..filled]).split(' ').nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    #[test]
    fn reads_the_status_of_an_answer_in_pieces_and_none_of_a_closed_port() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let server = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            // The whole request first: closing with unread bytes would reset the connection.
            let mut request = Vec::new();
            while !request.ends_with(b"\r\n\r\n") {
                let mut byte = [0];
                stream.read_exact(&mut byte).unwrap();
                request.push(byte[0]);
            }
            stream.write_all(b"HTTP/1").unwrap();
            stream.write_all(b".1 503 Service Unavailable\r\n\r\n").unwrap();
        });
        assert_eq!(status(address, "/readyz"), Some(503));
        server.join().unwrap();
        assert_eq!(status(address, "/readyz"), None);
    }
}
