//! `GET /operator/api/tasks` and `/tasks/task`: rebuilds and verifications that operators started, with their progress and
//! what they found.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use fairway_audit::dates;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::FailureBody;
use fairway_endpoint::shapes::{TaskKind, TaskState};
use fairway_operator_accounts::access::{Operator, Permitted, Watch};
use fairway_operator_accounts::body::OperatorQuery;
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_operator_accounts::permanent::permanent;
use fairway_store::operator_tasks::{self, Arguments, Kind, OperatorTask};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::views;
use fairway_operator_tasks::requests::{Requester, TaskRefusal};

/// Tasks of a list.
const LATEST: i64 = 20;

/// The kind to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct TasksQuery {
    /// `rebuild` or `verify`.
    pub kind: String,
}

/// The task to show.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct TaskQuery {
    /// Its id.
    pub id: Uuid,
}

/// A task.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TaskEntry {
    /// Its id.
    pub id: Uuid,
    /// The kind of work.
    #[schema(value_type = TaskKind)]
    pub kind: String,
    /// `waiting` (no process has taken it), `running`, `ready` (a rebuild waits for a decision), `done`, `failed` or
    /// `cancelled`.
    #[schema(value_type = TaskState)]
    pub state: String,
    /// `swap` or `cancel`: decided, and not carried out yet.
    pub wanted: Option<String>,
    /// The projections of a rebuild, and whether it only compares; the heads of a verification.
    pub arguments: Arguments,
    /// The operator who asked for it.
    pub operator: String,
    /// Why.
    pub reason: String,
    /// When it was asked for; instants are RFC 3339 with the offset of Europe/Amsterdam.
    pub asked_at: String,
    /// When a process began with it.
    pub started_at: Option<String>,
    /// When it ended.
    pub finished_at: Option<String>,
    /// How long ago its process last said that it works on it; after half a minute another takes it over.
    pub silent_seconds: Option<f64>,
    /// The step that it is at.
    pub step: String,
    /// How much of the step is done.
    pub done: i64,
    /// The size of the whole step.
    pub total: i64,
    /// Per second; null where it is not known.
    pub rate: Option<f64>,
    /// How long the step will take at that rate, seconds.
    pub seconds_left: Option<f64>,
    /// Why it failed, or why the last decision was not carried out.
    pub error: Option<String>,
    /// The result; null until there is one, and in a list.
    pub result: Option<Value>,
}

/// The operator, with a reason that may be kept.
pub(super) async fn requester(
    common: &Common,
    operator: &Operator,
    reason: &str,
) -> Result<Requester, OperatorFailure> {
    Ok(Requester { by: operator.acting(), reason: permanent(common, operator, "reason", reason).await? })
}

impl From<OperatorTask> for TaskEntry {
    fn from(task: OperatorTask) -> Self {
        let left = task.rate.filter(|rate| *rate > 0.0 && task.total > task.done);
        Self {
            id: task.id,
            kind: task.kind,
            state: task.state,
            wanted: task.wanted,
            arguments: task.arguments.0,
            operator: task.operator,
            reason: task.reason,
            asked_at: dates::rfc3339(task.asked_at),
            started_at: task.started_at.map(dates::rfc3339),
            finished_at: task.finished_at.map(dates::rfc3339),
            silent_seconds: task.silent_seconds,
            step: task.step,
            done: task.done,
            total: task.total,
            rate: task.rate,
            seconds_left: left.map(|rate| (task.total - task.done) as f64 / rate),
            error: task.error,
            result: task.result.map(|result| result.0),
        }
    }
}

/// The latest tasks of a kind, those without an end first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TaskList {
    /// The tasks, without what they found.
    pub tasks: Vec<TaskEntry>,
}

/// A task that was asked for.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Asked {
    /// Its id.
    pub id: Uuid,
}

/// A task, and why something is decided about it.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct DecideTask {
    /// The task.
    pub id: Uuid,
    /// Why; one line.
    pub reason: String,
}

/// It is decided, and carried out in a moment.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Decided {}

/// The latest tasks
#[utoipa::path(
    get,
    path = "/operator/api/tasks",
    operation_id = "operator_tasks",
    tag = "watching",
    security(("operator" = ["auditor", "admin"])),
    params(TasksQuery),
    responses(
        (status = 200, description = "The latest twenty", body = TaskList),
        (status = 422, description = "There is no such kind", body = FailureBody),
    ),
)]
pub(crate) async fn list(
    State(common): State<Common>,
    _: Permitted<Watch>,
    OperatorQuery(query): OperatorQuery<TasksQuery>,
) -> Result<Json<TaskList>, OperatorFailure> {
    let kind = Kind::named(&query.kind)
        .ok_or_else(|| OperatorFailure::invalid_field("kind", "There are rebuild and verify."))?;
    let tasks = operator_tasks::list(&common.pool, kind, LATEST).await?;
    Ok(Json(TaskList { tasks: tasks.into_iter().map(TaskEntry::from).collect() }))
}

/// A task with what it found
#[utoipa::path(
    get,
    path = "/operator/api/tasks/task",
    operation_id = "operator_task",
    tag = "watching",
    security(("operator" = ["auditor", "admin"])),
    params(TaskQuery),
    responses(
        (status = 200, description = "The task. The `result` of a rebuild has `position`, `tables` (`table`, `live_rows`, \
                                      `rebuilt_rows`, `differences`, the first 50 `examples` with `key`, `live`, \
                                      `rebuilt`), and `swapped` after the swap; that of a verification has `position`, `checked`, \
                                      `not_checked`, `counted` and `kinds`, each finding with its `subject`", body = TaskEntry),
        (status = 404, description = "There is no such task", body = FailureBody),
    ),
)]
pub(crate) async fn one(
    State(common): State<Common>,
    permitted: Permitted<Watch>,
    OperatorQuery(query): OperatorQuery<TaskQuery>,
) -> Result<Json<TaskEntry>, OperatorFailure> {
    let task = operator_tasks::find(&common.pool, query.id).await?;
    let task = task.ok_or_else(|| OperatorFailure::not_found("There is no such task."))?;
    // The result names subjects, and holds their rows.
    if task.result.is_some() {
        let shown = format!("{} {}", task.kind, task.id);
        views::record_text(&common, &permitted.operator, &shown, None).await?;
    }
    Ok(Json(task.into()))
}

/// The failure for a task that is not begun, or not changed.
pub(super) fn failure(refusal: TaskRefusal) -> OperatorFailure {
    match refusal {
        TaskRefusal::Invalid(errors) => OperatorFailure::invalid_fields(errors),
        TaskRefusal::Unknown => OperatorFailure::not_found(refusal.to_string()),
        TaskRefusal::Open(_) | TaskRefusal::State(_) => {
            OperatorFailure::new(StatusCode::CONFLICT, refusal.to_string())
        }
        TaskRefusal::Database(error) => error.into(),
    }
}
