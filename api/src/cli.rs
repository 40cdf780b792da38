//! The command line of `fairway`.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

use crate::config::{self, Config};
use crate::http::openapi;
use crate::programs::backup::moment::Moment;
use crate::programs::healthcheck::{self, HealthcheckTarget};
use crate::programs::{
    backup, book_again, disable, erase, impersonate, import, migrate, project, readmit, serve, verify_voucher,
};
use crate::services::erasure::EraseRequest;
use crate::services::telemetry;
use crate::store::operator_actions::OperatorAct;

/// The portal for reserving rounds of golf.
#[derive(Debug, Parser)]
#[command(name = "fairway", version, after_help = config::help())]
pub struct Cli {
    /// File with KEY=VALUE lines; the environment wins over it.
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Print the description of the API (OpenAPI 3.1).
    Openapi,
    /// Ask the `serve` or `project` that runs beside this command, with the same configuration, whether it lives;
    /// status 0: it does. For containers, whose image holds nothing else that could.
    Healthcheck {
        /// Whom to ask.
        #[arg(value_enum, default_value = "serve")]
        whom: HealthcheckTarget,
        /// Whether it can work too: its database answers, migrations have run.
        #[arg(long)]
        ready: bool,
    },
    #[command(flatten)]
    Configured(Configured),
}

/// What needs a configuration and a database.
#[derive(Debug, Subcommand)]
enum Configured {
    /// Serve the API, the web app and the projectors on one port.
    Serve {
        /// Leave the projectors to `fairway project`.
        #[arg(long)]
        no_projectors: bool,
    },
    /// Run the projectors alone; a second one is a hot standby.
    Project,
    /// Bring the database up to this release; nodes of the release before may serve meanwhile. In production nothing else
    /// migrates.
    Migrate,
    /// Load a data set: all of it or, with every problem listed, nothing.
    Import {
        /// Folder with the data set's JSON files.
        dir: PathBuf,
        /// Do nothing where there are members already: for a demonstration, which must not undo what was tried out.
        #[arg(long)]
        if_empty: bool,
    },
    /// Print a link that logs in as a member: it works once, for 5 minutes, and is recorded.
    Impersonate {
        /// The member's e-mail address.
        email: String,
        /// Your name, as the record will show it.
        #[arg(long)]
        operator: String,
        /// Why; the record shows it beside everything that is done. No personal data: it cannot be erased.
        #[arg(long)]
        reason: String,
    },
    /// Shut a member's account: no log-in, no session, found and added by nobody. Their rounds stand.
    Disable {
        /// The member's e-mail address.
        email: String,
        /// Your name, as the record will show it.
        #[arg(long)]
        operator: String,
        /// Why; kept for ever, so without personal data.
        #[arg(long)]
        reason: String,
        /// Take the member out of the rounds that are still to be played; those who play with them keep theirs.
        #[arg(long)]
        cancel_upcoming: bool,
    },
    /// Open the account of a member who was disabled.
    Enable {
        /// The member's e-mail address.
        email: String,
        /// Your name, as the record will show it.
        #[arg(long)]
        operator: String,
        /// Why; kept for ever, so without personal data.
        #[arg(long)]
        reason: String,
    },
    /// Remove a member's personal data from every table and file, for good.
    Erase(Erase),
    /// Let somebody who was erased come back as a new member, with the next import that names them.
    Readmit {
        /// The e-mail address that was erased.
        email: String,
        /// Your name, as the record will show it.
        #[arg(long)]
        operator: String,
        /// Why. No personal data: it cannot be erased.
        #[arg(long)]
        reason: String,
    },
    /// Book again, or write to members about, what a fail-over or a restore lost, as `replay-tool salvage --json` names it.
    BookAgain {
        /// The output of `replay-tool salvage --json`; `-` for the standard input.
        #[arg(default_value = "-")]
        file: PathBuf,
        /// Your name, as the record will show it.
        #[arg(long)]
        operator: String,
        /// Why; the record shows it beside everything that is done. No personal data: it cannot be erased.
        #[arg(long)]
        reason: String,
        /// Only say what would be done.
        #[arg(long)]
        dry_run: bool,
    },
    /// Copy the own PostgreSQL, and have it archive its log there from now on: any moment since can be brought back.
    Backup {
        /// A folder outside the data folder, on another disk; made where it is missing.
        #[arg(required_unless_present = "stop")]
        dir: Option<PathBuf>,
        /// How many copies are kept; older ones go, with the log that only they need.
        #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..))]
        keep: u16,
        /// Archive nothing any more; what was archived stays.
        #[arg(long, conflicts_with_all = ["dir", "keep"])]
        stop: bool,
    },
    /// Bring the own PostgreSQL back to a moment, into a data folder that is made anew.
    Restore {
        /// The folder of the backups.
        dir: PathBuf,
        /// The moment: `2026-11-25 09:00` (Europe/Amsterdam) or RFC 3339, by the clock of the machine. Everything that was
        /// committed by then comes back; without it, everything that was archived.
        #[arg(long)]
        to: Option<Moment>,
    },
    /// Say whether the code on a voucher is genuine and still valid.
    VerifyVoucher {
        /// The code, as scanned or typed.
        code: String,
    },
}

/// Whom to erase.
#[derive(Debug, clap::Args)]
struct Erase {
    /// The member's e-mail address.
    #[arg(required_unless_present = "reapply")]
    email: Option<String>,
    /// Your name, as the record will show it.
    #[arg(long, required_unless_present = "reapply")]
    operator: Option<String>,
    /// Why; kept for ever, so without personal data, such as the number of the request.
    #[arg(long, required_unless_present = "reapply")]
    reason: Option<String>,
    /// Take the member out of the rounds that are still to be played first; those who play with them keep theirs.
    #[arg(long)]
    cancel_upcoming: bool,
    /// Only say what would be removed.
    #[arg(long)]
    dry_run: bool,
    /// Erase again whoever came back with an older backup, by the ledger in the data folder. Every start does so too.
    #[arg(long, conflicts_with_all = ["email", "operator", "reason", "cancel_upcoming", "dry_run"])]
    reapply: bool,
}

impl Erase {
    async fn run(self, config: Config) -> anyhow::Result<()> {
        let (Some(email), Some(operator), Some(reason)) = (self.email, self.operator, self.reason) else {
            return erase::run_again(config).await;
        };
        let by = OperatorAct { operator, reason };
        let request =
            EraseRequest { email, by, cancel_upcoming: self.cancel_upcoming, rehearse: self.dry_run };
        erase::run(config, request).await
    }
}

impl Cli {
    /// Runs the command.
    ///
    /// # Errors
    /// The failure for the operator, in one line with its causes.
    pub async fn run(self) -> anyhow::Result<()> {
        let command = match self.command {
            Task::Openapi => {
                print!("{}", openapi::text()?);
                return Ok(());
            }
            Task::Healthcheck { whom, ready } => {
                return healthcheck::run(&Config::load(self.config)?, whom, ready).await;
            }
            Task::Configured(command) => command,
        };
        let config = Config::load(self.config)?;
        let telemetry = telemetry::start(&config)?;
        let done = match command {
            Configured::Serve { no_projectors } => serve::run(config, !no_projectors).await,
            Configured::Migrate => migrate::run(config).await,
            Configured::Project => project::run(config).await,
            Configured::Import { dir, if_empty } => import::run(config, &dir, if_empty).await,
            Configured::Impersonate { email, operator, reason } => {
                impersonate::run(config, &email, &operator, &reason).await
            }
            Configured::Disable { email, operator, reason, cancel_upcoming } => {
                disable::run(config, &email, &OperatorAct { operator, reason }, cancel_upcoming).await
            }
            Configured::Enable { email, operator, reason } => {
                disable::run_enabling(config, &email, &OperatorAct { operator, reason }).await
            }
            Configured::Erase(request) => request.run(config).await,
            Configured::Readmit { email, operator, reason } => {
                readmit::run(config, &email, &OperatorAct { operator, reason }).await
            }
            Configured::BookAgain { file, operator, reason, dry_run } => {
                book_again::run(config, &file, OperatorAct { operator, reason }, dry_run).await
            }
            Configured::Backup { dir, keep, .. } => backup::run(config, dir.as_deref(), keep.into()).await,
            Configured::Restore { dir, to } => backup::restore::run(config, &dir, to).await,
            Configured::VerifyVoucher { code } => verify_voucher::run(config, &code).await,
        };
        telemetry.finish().await;
        done
    }
}
