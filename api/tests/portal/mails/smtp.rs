//! A small mail server: it answers each message with the next of the given replies.

use std::sync::{Arc, Mutex};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// As a reply: none.
pub(crate) const SILENCE: &str = "";

#[derive(Default)]
struct State {
    replies: Vec<&'static str>,
    taken: Vec<String>,
    /// Every line that it recognised as a command.
    received: Vec<String>,
}

/// Listens until the test ends.
pub(crate) struct Server {
    port: u16,
    state: Arc<Mutex<State>>,
}

impl Server {
    pub(crate) async fn start<const COUNT: usize>(replies: [&'static str; COUNT]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let mut replies = replies.to_vec();
        replies.reverse();
        let state = Arc::new(Mutex::new(State { replies, ..State::default() }));
        let shared = Arc::clone(&state);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(talk(stream, Arc::clone(&shared)));
            }
        });
        Self { port, state }
    }

    pub(crate) fn url(&self) -> String {
        format!("smtp://127.0.0.1:{}", self.port)
    }

    /// The commands that it received.
    pub(crate) async fn received(&self) -> Vec<String> {
        self.state.lock().expect("the state").received.clone()
    }

    /// The recipients of accepted messages.
    pub(crate) async fn taken(&self) -> Vec<String> {
        self.state.lock().expect("the state").taken.clone()
    }
}

async fn talk(stream: TcpStream, state: Arc<Mutex<State>>) -> std::io::Result<()> {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    let mut recipient = String::new();
    let mut in_message = false;
    write.write_all(b"220 test\r\n").await?;
    while let Some(line) = lines.next_line().await? {
        if !in_message {
            state.lock().expect("the state").received.push(line.clone());
        }
        let reply = if in_message {
            if line != "." {
                continue;
            }
            in_message = false;
            let mut state = state.lock().expect("the state");
            let reply = state.replies.pop().unwrap_or("250 ok");
            if reply.starts_with('2') {
                state.taken.push(recipient.clone());
            }
            reply.to_owned()
        } else if let Some(address) = line.strip_prefix("RCPT TO:<") {
            address.split('>').next().unwrap_or_default().clone_into(&mut recipient);
            "250 ok".to_owned()
        } else if line == "DATA" {
            in_message = true;
            "354 go on".to_owned()
        } else if line == "QUIT" {
            write.write_all(b"221 bye\r\n").await?;
            return Ok(());
        } else {
            "250 ok".to_owned()
        };
        if reply == SILENCE {
            std::future::pending().await
        }
        write.write_all(format!("{reply}\r\n").as_bytes()).await?;
    }
    Ok(())
}
