//! Requests of operators about tasks, and why one is refused. Each request is recorded in the transaction that carries
//! it out.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use fairway_audit::permanent_text::PermanentText;
use fairway_audit::seal::Head;
use fairway_clock::random;
use fairway_query::Projection;
use fairway_store::operator_actions::{ActingOperator, ScreenAct};
use fairway_store::operator_tasks::{Arguments, Kind, OperatorTask};
use fairway_store::{PgConnection, PgPool};
use fairway_store::{operator_actions, operator_tasks as store};
use uuid::Uuid;

/// Heads of the seal that one verification is held against, at most.
const MOST_HEADS: usize = 20;

/// The operator who asks, with the reason.
#[derive(Debug, Clone)]
pub struct Requester {
    /// The operator.
    pub by: ActingOperator,
    /// The reason.
    pub reason: PermanentText,
}

/// The decision of an operator about a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// The new tables replace the live ones.
    Replace,
    /// It ends, and what it made is removed.
    Cancel,
}

/// Why a request is refused.
#[derive(Debug, thiserror::Error)]
pub enum TaskRefusal {
    /// Fields that are not valid, each with a sentence.
    #[error("{}", .0.values().cloned().collect::<Vec<_>>().join(" "))]
    Invalid(BTreeMap<String, String>),
    /// There is no such task.
    #[error("There is no such task.")]
    Unknown,
    /// One of its kind is not finished.
    #[error("{0}")]
    Open(&'static str),
    /// The task is in another state.
    #[error("{0}")]
    State(&'static str),
    /// The database does not answer.
    #[error("the database failed")]
    Database(#[from] fairway_store::Error),
}

impl TaskRefusal {
    fn field(name: &str, sentence: String) -> Self {
        Self::Invalid(BTreeMap::from([(name.to_owned(), sentence)]))
    }
}

impl Requester {
    async fn record(
        &self,
        connection: &mut PgConnection,
        action: &'static str,
        subject: String,
        now: DateTime<Utc>,
    ) -> Result<(), fairway_store::Error> {
        let act = ScreenAct { action, subject, member: None, reason: self.reason.clone() };
        operator_actions::record_at_screen(connection, &self.by, &act, now).await
    }
}

/// Asks for a rebuild of these projections; none: of all.
///
/// # Errors
/// [`TaskRefusal`]: a projection that there is not, or a rebuild that is not finished.
pub async fn rebuild(
    pool: &PgPool,
    requester: Requester,
    projections: Vec<String>,
    dry_run: bool,
    now: DateTime<Utc>,
) -> Result<Uuid, TaskRefusal> {
    if projections.iter().any(|name| Projection::named(name).is_none()) {
        let names: Vec<&str> = Projection::ALL.iter().map(|one| one.name()).collect();
        let sentence = format!("There is no such projection: choose of {}.", names.join(", "));
        return Err(TaskRefusal::field("projections", sentence));
    }
    let what = if projections.is_empty() { "all projections".to_owned() } else { projections.join(", ") };
    let action = if dry_run { "rebuild as a dry run" } else { "rebuild" };
    let arguments = Arguments { projections, dry_run, heads: Vec::new() };
    add(pool, &requester, Kind::Rebuild, arguments, action, what, now).await?.ok_or(TaskRefusal::Open(
        "A rebuild is running, or waits for a decision: swap or cancel it before you start another.",
    ))
}

/// Asks for a verification, held against these heads of the seal.
///
/// # Errors
/// [`TaskRefusal`]: a text that is no head, or a verification that is not finished.
pub async fn verify(
    pool: &PgPool,
    requester: Requester,
    heads: Vec<String>,
    now: DateTime<Utc>,
) -> Result<Uuid, TaskRefusal> {
    let heads: Vec<String> =
        heads.iter().map(|head| head.trim().to_owned()).filter(|head| !head.is_empty()).collect();
    if heads.len() > MOST_HEADS {
        let sentence = format!("Give {MOST_HEADS} heads at most.");
        return Err(TaskRefusal::field("heads", sentence));
    }
    if heads.iter().any(|head| head.parse::<Head>().is_err()) {
        let sentence = "A head is a position, a colon and 64 hexadecimal digits; one on each line.";
        return Err(TaskRefusal::field("heads", sentence.to_owned()));
    }
    let what = format!("journal, seal and read models, {} heads", heads.len());
    let arguments = Arguments { heads, ..Arguments::default() };
    add(pool, &requester, Kind::Verify, arguments, "verify", what, now)
        .await?
        .ok_or(TaskRefusal::Open("A verification is running: wait for its end, or cancel it."))
}

/// None: one of the kind is not finished.
async fn add(
    pool: &PgPool,
    requester: &Requester,
    kind: Kind,
    arguments: Arguments,
    action: &'static str,
    subject: String,
    now: DateTime<Utc>,
) -> Result<Option<Uuid>, fairway_store::Error> {
    let mut transaction = pool.begin().await?;
    let id = random::new_id(now);
    let Requester { by, reason } = requester;
    if !store::add(&mut transaction, id, kind, &arguments, by, reason.as_str(), now).await? {
        return Ok(None);
    }
    requester.record(&mut transaction, action, subject, now).await?;
    transaction.commit().await?;
    Ok(Some(id))
}

/// Decides about a task of this kind.
///
/// # Errors
/// [`TaskRefusal`]: the task is in a state in which that cannot be done.
pub async fn decide(
    pool: &PgPool,
    requester: Requester,
    kind: Kind,
    id: Uuid,
    decision: Decision,
    now: DateTime<Utc>,
) -> Result<(), TaskRefusal> {
    let mut transaction = pool.begin().await?;
    let task = store::lock(&mut transaction, id).await?;
    let task = task.filter(|task| task.kind == kind.as_str()).ok_or(TaskRefusal::Unknown)?;
    match (decision, task.state.as_str(), task.wanted.as_deref()) {
        (_, "done" | "failed" | "cancelled", _) => return Err(TaskRefusal::State("It has ended.")),
        (_, _, Some("swap")) => {
            return Err(TaskRefusal::State("The swap was decided and is being carried out."));
        }
        (_, _, Some(_)) => return Err(TaskRefusal::State("It was cancelled, and ends in a moment.")),
        (Decision::Replace, "ready", _) => store::decide(&mut transaction, id, "swap").await?,
        (Decision::Replace, _, _) => {
            return Err(TaskRefusal::State("Its tables are not compared yet: wait until it is ready."));
        }
        (Decision::Cancel, "waiting", _) => store::cancel_waiting(&mut transaction, id, now).await?,
        (Decision::Cancel, _, _) => store::decide(&mut transaction, id, "cancel").await?,
    }
    let action = match (kind, decision) {
        (_, Decision::Replace) => "swap read models",
        (Kind::Rebuild, Decision::Cancel) => "cancel rebuild",
        (Kind::Verify, Decision::Cancel) => "cancel verify",
    };
    requester.record(&mut transaction, action, subject(&task), now).await?;
    transaction.commit().await?;
    Ok(())
}

/// The subject of a decision, for the record.
fn subject(task: &OperatorTask) -> String {
    match task.arguments.projections.as_slice() {
        _ if task.kind == Kind::Verify.as_str() => "journal, seal and read models".to_owned(),
        [] => "all projections".to_owned(),
        some => some.join(", "),
    }
}
