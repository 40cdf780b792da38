//! Checks whether a server accepts connections, by PostgreSQL's client protocol.
//!
//! Neither its process nor the status `ready` in its pid file proves that: the process of a killed server stays visible
//! for a moment, and a server that recovers from the crash of a session does not change its status.

use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

use crate::initdb::SUPERUSER;
use crate::layout::SOCKET_NAME;

/// A running server answers at once; the caller repeats a check that failed.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Version 3.0 of the protocol.
const PROTOCOL: u32 = 3 << 16;

/// Whether the server behind the socket accepts clients.
pub(crate) fn accepts_connections(socket_folder: &Path) -> bool {
    request(&socket_folder.join(SOCKET_NAME)).is_ok_and(|answer| accepts(&answer))
}

fn request(socket: &Path) -> std::io::Result<Vec<u8>> {
    let mut stream = UnixStream::connect(socket)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    stream.write_all(&startup_message())?;
    // The first packet holds the kind of the answer and, for an error, its code.
    let mut answer = vec![0; 1024];
    let length = stream.read(&mut answer)?;
    answer.truncate(length);
    Ok(answer)
}

/// `length protocol user\0NAME\0database\0NAME\0\0`.
fn startup_message() -> Vec<u8> {
    let mut parameters = Vec::new();
    for word in ["user", SUPERUSER, "database", "postgres"] {
        parameters.extend_from_slice(word.as_bytes());
        parameters.push(0);
    }
    parameters.push(0);
    let length = u32::try_from(8 + parameters.len()).unwrap_or(u32::MAX);
    [&length.to_be_bytes()[..], &PROTOCOL.to_be_bytes()[..], &parameters].concat()
}

/// `R` begins an authentication, `E` an error. Only errors of class 57P (starting, stopping, recovering) are about the
/// server's state; any other comes from a server that accepts connections.
fn accepts(answer: &[u8]) -> bool {
    match answer.first() {
        Some(b'R') => true,
        Some(b'E') => !answer.windows(4).any(|code| code == b"C57P"),
        Some(_) | None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_server_that_accepts_clients_counts() {
        assert!(accepts(b"R\0\0\0\x08\0\0\0\0"));
        assert!(accepts(b"E\0\0\0\x30SFATAL\0VFATAL\0C3D000\0Mdatabase does not exist\0\0"));
        assert!(!accepts(b"E\0\0\0\x30SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0"));
        assert!(!accepts(b""), "it hung up");
        assert!(!accepts(b"N"), "no answer to what was asked");
    }

    #[test]
    fn a_missing_socket_is_no_server() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!accepts_connections(folder.path()));
        drop(std::os::unix::net::UnixListener::bind(folder.path().join(SOCKET_NAME)).unwrap());
        assert!(!accepts_connections(folder.path()), "a socket that a killed server left");
    }
}
