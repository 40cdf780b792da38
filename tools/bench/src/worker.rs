//! Workers: programs in other processes that run a round per request. A request is one line of JSON on standard input,
//! its result one line on standard output. So rounds of several programs can be interleaved, and each program measures
//! its own processor time.

use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

use crate::load::Round;

/// The round that a worker is asked to run.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct RoundRequest {
    /// All operations on one stream, or each on a stream of its own.
    pub(crate) hot: bool,
    /// Number of concurrent callers.
    pub(crate) callers: u64,
    /// Number of operations.
    pub(crate) count: u64,
    /// The number of the first operation. Rounds do not reuse numbers, so that they do not repeat operations.
    pub(crate) first: u64,
}

/// Runs the requested rounds until standard input ends.
pub(crate) async fn serve(mut run_round: impl AsyncFnMut(RoundRequest) -> Result<Round>) -> Result<()> {
    println!("ready");
    let mut requests = BufReader::new(tokio::io::stdin()).lines();
    while let Some(line) = requests.next_line().await? {
        let round = run_round(serde_json::from_str(&line)?).await?;
        println!("{}", serde_json::to_string(&round)?);
    }
    Ok(())
}

/// A running worker. Its process is killed when this is dropped.
#[derive(Debug)]
pub(crate) struct Worker {
    /// Started with `kill_on_drop`.
    child: Child,
    requests: ChildStdin,
    results: Lines<BufReader<ChildStdout>>,
}

impl Worker {
    /// Starts a worker and waits until it is ready.
    pub(crate) async fn start(program: &Path, arguments: &[&str]) -> Result<Self> {
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        let requests = child.stdin.take().context("no standard input")?;
        let results = BufReader::new(child.stdout.take().context("no standard output")?).lines();
        let mut worker = Self { child, requests, results };
        worker.next_line().await.with_context(|| format!("{arguments:?} did not start"))?;
        Ok(worker)
    }

    /// The id of its process, while it runs.
    pub(crate) fn process_id(&self) -> Option<u32> {
        self.child.id()
    }

    /// Runs a round and waits for its result.
    pub(crate) async fn run(&mut self, request: RoundRequest) -> Result<Round> {
        self.start_round(request).await?;
        self.finish_round().await
    }

    /// Starts a round; [`Self::finish_round`] waits for its result.
    pub(crate) async fn start_round(&mut self, request: RoundRequest) -> Result<()> {
        let line = serde_json::to_string(&request)? + "\n";
        Ok(self.requests.write_all(line.as_bytes()).await?)
    }

    /// Waits for the result of a round that was started.
    pub(crate) async fn finish_round(&mut self) -> Result<Round> {
        Ok(serde_json::from_str(&self.next_line().await?)?)
    }

    async fn next_line(&mut self) -> Result<String> {
        self.results.next_line().await?.context("the program ended by itself")
    }
}
