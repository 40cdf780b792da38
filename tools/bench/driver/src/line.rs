//! Programs in other processes that run rounds when told to: one line of JSON asks, one line answers. So rounds of
//! several programs can be interleaved, and each counts its own processor time.

use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

use crate::load::Round;

/// What a program is to do in its next round.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Order {
    /// Everything on one stream, or each operation on a stream of its own.
    pub hot: bool,
    /// How many callers.
    pub callers: u64,
    /// How many operations.
    pub count: u64,
    /// The number of the first operation: rounds do not repeat each other's.
    pub first: u64,
}

/// Answers orders from standard input until it ends.
///
/// # Errors
/// When an order cannot be read or carried out.
pub async fn obey(mut carry_out: impl AsyncFnMut(Order) -> Result<Round>) -> Result<()> {
    println!("ready");
    let mut orders = BufReader::new(tokio::io::stdin()).lines();
    while let Some(line) = orders.next_line().await? {
        let round = carry_out(serde_json::from_str(&line)?).await?;
        println!("{}", serde_json::to_string(&round)?);
    }
    Ok(())
}

/// Such a program, running. It ends when this is dropped.
#[derive(Debug)]
pub struct Program {
    /// Dropping it ends the program.
    child: Child,
    orders: ChildStdin,
    answers: Lines<BufReader<ChildStdout>>,
}

impl Program {
    /// Starts a program and waits until it is ready.
    ///
    /// # Errors
    /// When it does not start.
    pub async fn start(program: &Path, arguments: &[&str]) -> Result<Self> {
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        let orders = child.stdin.take().context("no standard input")?;
        let answers = BufReader::new(child.stdout.take().context("no standard output")?).lines();
        let mut program = Self { child, orders, answers };
        program.answer().await.with_context(|| format!("{arguments:?} did not start"))?;
        Ok(program)
    }

    /// Its process, while it runs.
    #[must_use]
    pub fn process(&self) -> Option<u32> {
        self.child.id()
    }

    /// Has a round run.
    ///
    /// # Errors
    /// When the program fails; it has then said why on standard error.
    pub async fn run(&mut self, order: Order) -> Result<Round> {
        self.send(order).await?;
        self.round().await
    }

    /// Has a round begin; its outcome is asked for with [`Self::round`].
    ///
    /// # Errors
    /// When the program has ended.
    pub async fn send(&mut self, order: Order) -> Result<()> {
        let line = serde_json::to_string(&order)? + "\n";
        Ok(self.orders.write_all(line.as_bytes()).await?)
    }

    /// The outcome of a round that was begun.
    ///
    /// # Errors
    /// When the program has ended.
    pub async fn round(&mut self) -> Result<Round> {
        Ok(serde_json::from_str(&self.answer().await?)?)
    }

    async fn answer(&mut self) -> Result<String> {
        self.answers.next_line().await?.context("the program ended by itself")
    }
}
