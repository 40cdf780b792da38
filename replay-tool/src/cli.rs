//! The command line of `replay-tool`. In the library, so that a test can run every command that it has.
//!
//! Query commands only read, beside a running system. No command makes domain decisions.

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::connect::{Access, Connection, ConnectionOptions};
use crate::{
    as_of, dictionary, explain, export, lag, projections, publish, rebuild, record, report, salvage, seal,
    timeline, verify,
};

/// Asks the journal of Fairway what happened.
///
/// Exit status: 0 when it was answered, 1 when it failed, 2 when the arguments are wrong, 3 when nothing is known
/// under the given id.
#[derive(Debug, Parser)]
#[command(name = "replay-tool", version, max_term_width = 110)]
pub struct Cli {
    #[command(flatten)]
    server: ConnectionOptions,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Every event that touched a booking, a member, a voucher, an order or a club's day, across streams, in order.
    ///
    /// Examples:
    ///   replay-tool timeline 0b6f0c9e-8f0b-4b63-9d6e-1a8a1d9a2a10
    ///   replay-tool timeline jan.devries@fairway.example --from 2026-11-01
    ///
    /// With --json one object per line: position, at, stream, sequence, event, actor {kind, member, name, by, text}, what,
    /// reason, correlation_id, payload; for an operator's record: at, act, operator, what, reason.
    #[command(verbatim_doc_comment)]
    Timeline(timeline::Arguments),
    /// How a booking, a member, a voucher, an order or a club's day stood at a moment, and what changed since.
    ///
    /// Examples:
    ///   replay-tool as-of jan.devries@fairway.example '2026-11-25 09:00'
    ///   replay-tool as-of 0b6f0c9e-8f0b-4b63-9d6e-1a8a1d9a2a10 4811 --diff 4830
    ///
    /// With --json: subject, as_of, state (as folded), facts (as printed); with --diff: subject, from, to,
    /// changes {section, label, before, after}.
    #[command(verbatim_doc_comment)]
    AsOf(as_of::Arguments),
    /// Why a member could or could not book a round, then or now: each rule with the numbers behind it.
    ///
    /// Examples:
    ///   replay-tool explain jan.devries@fairway.example 2026-11-28 de-wilgenhoek
    ///   replay-tool explain jan.devries@fairway.example 2026-11-28 wilgenhoek --holes 9 \
    ///       --with tom.mulder@fairway.example --at '2026-11-25 09:00'
    ///
    /// With --json: question, at, caveats, findings {rule, section, player, mark, behind}, bookable, code, sentence,
    /// rights {member, name, right, called}, hints.
    #[command(verbatim_doc_comment)]
    Explain(explain::Arguments),
    /// How far each projection is behind the journal, in events and in time.
    ///
    /// Examples:
    ///   replay-tool lag --watch
    ///   replay-tool lag --json --max-events 1000 --max-seconds 30
    ///
    /// Exit status: 4 when a given limit is exceeded, or a projection does not run while one is given.
    #[command(verbatim_doc_comment)]
    Lag(lag::Arguments),
    /// The state of each projection, and why one stands still.
    ///
    /// Examples:
    ///   replay-tool projections
    ///   replay-tool projections resume reservations
    ///
    /// Exit status: 4 when a projection stands still.
    #[command(verbatim_doc_comment)]
    Projections(projections::Arguments),
    /// Makes read models anew from the journal beside the live ones, compares, and puts them in their place.
    ///
    /// Members are served meanwhile. A rebuild that was broken off goes on where it was.
    ///
    /// Examples:
    ///   replay-tool rebuild --dry-run
    ///   replay-tool rebuild vouchers play_rights
    ///   replay-tool rebuild --drop-old
    ///
    /// Exit status: 4 when rows differ from the live ones; nothing is swapped then.
    #[command(verbatim_doc_comment)]
    Rebuild(rebuild::Arguments),
    /// The head of the chain of hashes over the journal, to be written down where nobody can change it; and its check.
    ///
    /// Examples:
    ///   replay-tool seal
    ///   replay-tool seal verify --head 4811:448ecc5c…
    ///
    /// Exit status: 4 when an event or the seal was changed.
    #[command(verbatim_doc_comment)]
    Seal(seal::Arguments),
    /// Does everything hold? The journal's order, every rule over every stream, the seal, and every row of the read
    /// models against a replay from zero.
    ///
    /// Examples:
    ///   replay-tool verify
    ///   replay-tool verify --json --head 4811:448ecc5c…
    ///   replay-tool verify --accept over_capacity
    ///
    /// With --json: position, checked, not_checked, counted, kinds {code, count, accepted, remedy,
    /// findings {code, rule, position, at, what, remedy, subject}}.
    ///
    /// Exit status: 0 when everything holds, 4 when something was found.
    #[command(verbatim_doc_comment)]
    Verify(verify::Arguments),
    /// The contents of the journal, and whether this version can read all of it.
    ///
    /// Examples:
    ///   replay-tool record
    ///   replay-tool record --upcast-check
    ///
    /// Exit status: 4 when an event cannot be read, or would not come back as it is stored.
    #[command(verbatim_doc_comment)]
    Record(record::Arguments),
    /// Promises to members that the journal does not hold any more, after a fail-over or a restore that lost commits.
    ///
    /// It asks a copy of the old primary's data folder, what nodes wrote down before they answered, or both; says what
    /// was booked again since; and has `fairway book-again` book again what can be, where you say so.
    ///
    /// Examples:
    ///   replay-tool salvage --old-primary /var/lib/postgresql/15/old
    ///   replay-tool salvage --acknowledged node1/acknowledged --acknowledged node2/acknowledged --json
    ///   replay-tool salvage --acknowledged node1/acknowledged --book-again --operator 'Eva Bos' \
    ///       --reason 'fail-over of 25 November' --dry-run
    ///
    /// With --json one object per line: kind, id, acknowledged_at, made_good, since, club, play_date, holes,
    /// members {id, name}, promises {acknowledged_at, witnesses, what, events}.
    ///
    /// Exit status: 0 when nothing is gone, or all of it was made good since; 4 when something is.
    #[command(verbatim_doc_comment)]
    Salvage(salvage::Arguments),
    /// The journal, a read model or a view for analysts as a file. Rows about persons are pseudonymous: ids, rare names and
    /// instants are replaced, but two files can be joined on what happened; treat them as personal data. Each export is recorded.
    ///
    /// Examples:
    ///   replay-tool export --format csv --what rounds_by_month
    ///   replay-tool export --format parquet --what events --into journal --key journal.key \
    ///       --operator 'Eva Bos' --reason 'forecast 2026'
    ///   replay-tool export --format jsonl --what ledger --out ledger.jsonl \
    ///       --with-personal-data --operator 'Eva Bos' --reason 'inzageverzoek 2026-14'
    ///
    /// Exit status: 2 when there is nothing of the given name to export.
    #[command(verbatim_doc_comment)]
    Export(export::Arguments),
    /// The meaning of each view for analysts and of each of its columns.
    ///
    /// Examples:
    ///   replay-tool dictionary > deploy/analytics/dictionary.md
    ///   replay-tool dictionary --format json > deploy/analytics/dictionary.json
    ///   replay-tool dictionary --format dbt > deploy/analytics/dbt/models/sources.yml
    #[command(verbatim_doc_comment)]
    Dictionary(dictionary::Arguments),
    /// The figures of a period as one page of HTML, to open and to mail; exact ones, or those of analysts.
    ///
    /// Examples:
    ///   replay-tool report --html fairway.html
    ///   replay-tool report --html season.html --from 2026-03 --to 2026-10
    #[command(verbatim_doc_comment)]
    Report(report::Arguments),
    /// Publishes the figures for analysts, as the portal does once a day.
    ///
    /// A closed month is never written again, so an import of past rounds does not show until `--again`. Whoever kept the
    /// figures from before can tell both apart.
    ///
    /// Examples:
    ///   replay-tool publish
    ///   replay-tool publish --again --operator 'Eva Bos' --reason 'rounds of 2024 were imported'
    #[command(verbatim_doc_comment)]
    Publish(publish::Arguments),
}

impl Command {
    /// Most commands only read.
    const fn access(&self) -> Access {
        match self {
            Self::Publish(_) | Self::Rebuild(_) | Self::Verify(_) => Access::Own,
            _ => Access::Read,
        }
    }
}

impl Cli {
    /// Runs the command.
    ///
    /// # Errors
    /// The failure for the operator, in one line with its causes.
    pub async fn run(self) -> Result<ExitCode> {
        let connection = Connection::open(&self.server, self.command.access()).await?;
        let done = match self.command {
            Command::Timeline(arguments) => timeline::run(connection.pool(), &arguments).await,
            Command::AsOf(arguments) => as_of::run(connection.pool(), &arguments).await,
            Command::Explain(arguments) => explain::run(connection.pool(), &arguments).await,
            Command::Lag(arguments) => lag::run(connection.pool(), &arguments).await,
            Command::Projections(arguments) => projections::run(connection.pool(), &arguments).await,
            Command::Rebuild(arguments) => rebuild::run(connection.pool(), &arguments).await,
            Command::Seal(arguments) => seal::run(connection.pool(), &arguments).await,
            Command::Verify(arguments) => verify::run(connection.pool(), &arguments).await,
            Command::Record(arguments) => record::run(connection.pool(), &arguments).await,
            Command::Salvage(arguments) => salvage::run(connection.pool(), &self.server, &arguments).await,
            Command::Export(arguments) => export::run(connection.pool(), &arguments).await,
            Command::Dictionary(arguments) => dictionary::run(connection.pool(), &arguments).await,
            Command::Report(arguments) => report::run(connection.pool(), &arguments).await,
            Command::Publish(arguments) => publish::run(connection.pool(), &arguments).await,
        };
        connection.close().await?;
        done
    }
}
