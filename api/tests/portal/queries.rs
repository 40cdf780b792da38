//! Every statement that sqlx runs in this process, with its rows, as sqlx itself reports them: this count is the same
//! on every machine.

use std::sync::{Arc, Mutex};

use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};
use tracing_subscriber::registry::LookupSpan;

/// A statement that was run.
#[derive(Debug, Clone, Default)]
pub(crate) struct Statement {
    pub(crate) text: String,
    pub(crate) rows_returned: u64,
    /// Whether it ran while answering a request, rather than in the background.
    pub(crate) in_request: bool,
    /// Whether it ran in the span [`MEASURED`] of a test, rather than in a task of the portal.
    pub(crate) is_measured: bool,
}

/// The span in which a test runs what it counts the statements of.
pub(crate) const MEASURED: &str = "measured";

/// Collects statements from its start on. One per process: it is the process's only subscriber.
#[derive(Clone, Default)]
pub(crate) struct Statements(Arc<Mutex<Vec<Statement>>>);

impl Statements {
    pub(crate) fn start() -> Self {
        let statements = Self::default();
        let subscriber = tracing_subscriber::registry().with(statements.clone());
        tracing::subscriber::set_global_default(subscriber).expect("the only subscriber of this process");
        statements
    }

    /// The statements since the last call.
    pub(crate) fn take(&self) -> Vec<Statement> {
        std::mem::take(&mut *self.0.lock().expect("the list"))
    }
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Statements {
    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        if event.metadata().target() != "sqlx::query" {
            return;
        }
        let is_in = |name: &str| {
            context.event_scope(event).is_some_and(|mut scope| scope.any(|span| span.name() == name))
        };
        let (in_request, is_measured) = (is_in("request"), is_in(MEASURED));
        let mut statement = Statement { in_request, is_measured, ..Statement::default() };
        event.record(&mut statement);
        self.0.lock().expect("the list").push(statement);
    }
}

impl Visit for Statement {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        self.record_str(field, &format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        match field.name() {
            // The whole text, unless it is short: then the summary is the text.
            "db.statement" if !value.is_empty() => value.clone_into(&mut self.text),
            "summary" if self.text.is_empty() => value.clone_into(&mut self.text),
            _ => {}
        }
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        if field.name() == "rows_returned" {
            self.rows_returned = value;
        }
    }
}
