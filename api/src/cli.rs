//! The command line of `fairway`.

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use fairway_store::operator_actions::WrittenAct;

use crate::config::{self, Config};
use crate::http::openapi;
use crate::programs::backup::moment::Moment;
use crate::programs::healthcheck::{self, HealthcheckTarget};
use crate::programs::{
    analyst_login, backup, book_again, disable, erase, export_content, impersonate, import, migrate,
    operator, project, readmit, serve, verify_voucher,
};
use crate::services::telemetry;

/// The portal for reserving rounds of golf.
#[derive(Debug, Parser)]
#[command(name = "fairway", version, after_help = config::help())]
pub struct Cli {
    /// File with KEY=VALUE lines; the environment overrides it.
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Print the description of the API (OpenAPI 3.1).
    Openapi {
        /// Print the description of the operators' API instead.
        #[arg(long)]
        operator: bool,
        /// Print the description of the clubs' API instead.
        #[arg(long, conflicts_with = "operator")]
        club: bool,
    },
    /// Print the table of all settings, for the documents.
    Settings,
    /// Check that the `serve` or `project` on this machine, with the same configuration, is alive; exit status 0: it
    /// is. For containers: their image has no other program for a health check.
    Healthcheck {
        /// The program to check.
        #[arg(value_enum, default_value = "serve")]
        whom: HealthcheckTarget,
        /// Also check that it is ready: its database answers and all migrations have run.
        #[arg(long)]
        ready: bool,
    },
    #[command(flatten)]
    Configured(Configured),
}

/// The commands that need a configuration and a database.
#[derive(Debug, Subcommand)]
enum Configured {
    /// Serve the API, the web app and the projectors on one port.
    Serve {
        /// Run no projectors here; `fairway project` runs them.
        #[arg(long)]
        no_projectors: bool,
    },
    /// Run only the projectors; a second such process is a hot standby.
    Project,
    /// Migrate the database to this release. Nodes of the previous release may serve meanwhile. In production no other
    /// command migrates.
    Migrate,
    /// Load a data set. If it has problems, list them all and load nothing.
    Import {
        /// Folder with the data set's JSON files.
        dir: PathBuf,
        /// Do nothing if the database already has members: a restarted demonstration keeps its changes.
        #[arg(long)]
        if_empty: bool,
    },
    /// Write the content as files of a data set: settings, clubs with their photos, offers, news, questions and pages, as
    /// members see them now. Importing them changes nothing.
    ExportContent {
        /// A new or empty folder.
        dir: PathBuf,
    },
    /// Print a link that logs in as a member. It works once, within 5 minutes; its use is recorded.
    Impersonate {
        /// The member's e-mail address.
        email: String,
        /// Your name, for the record.
        #[arg(long)]
        operator: String,
        /// The reason; recorded with each action. Without personal data, since it cannot be erased.
        #[arg(long)]
        reason: String,
    },
    /// Disable a member's account: it cannot log in, its sessions end, and other members cannot find or add it. Its
    /// rounds remain booked.
    Disable {
        /// The member's e-mail address.
        email: String,
        /// Your name, for the record.
        #[arg(long)]
        operator: String,
        /// The reason; stored permanently, so without personal data.
        #[arg(long)]
        reason: String,
        /// Cancel the member's places in upcoming rounds; the co-players keep theirs.
        #[arg(long)]
        cancel_upcoming: bool,
    },
    /// Enable a disabled account.
    Enable {
        /// The member's e-mail address.
        email: String,
        /// Your name, for the record.
        #[arg(long)]
        operator: String,
        /// The reason; stored permanently, so without personal data.
        #[arg(long)]
        reason: String,
    },
    /// Add, list, disable, enable or reset an operator: the people who log in at /operator.
    #[command(subcommand)]
    Operator(operator::OperatorCommand),
    /// Let an analyst log in to the database, to read the schema `analytics` and nothing else: print a line for psql and a
    /// DSN. A name that has a log-in gets a new password. Needs a superuser's DATABASE_URL, or Fairway's own PostgreSQL.
    AnalystLogin(analyst_login::AnalystLogin),
    /// Remove a member's personal data permanently from every table and file.
    Erase(Erase),
    /// Allow an erased person to become a new member with the next import that contains their address.
    Readmit {
        /// The e-mail address that was erased.
        email: String,
        /// Your name, for the record.
        #[arg(long)]
        operator: String,
        /// The reason. Without personal data, since it cannot be erased.
        #[arg(long)]
        reason: String,
    },
    /// Book rounds again that a fail-over or a restore lost, or send mails about them, from the output of
    /// `replay-tool salvage --json`.
    BookAgain {
        /// The output of `replay-tool salvage --json`; `-` for the standard input.
        #[arg(default_value = "-")]
        file: PathBuf,
        /// Your name, for the record.
        #[arg(long)]
        operator: String,
        /// The reason; recorded with each action. Without personal data, since it cannot be erased.
        #[arg(long)]
        reason: String,
        /// Print what would be done, and change nothing.
        #[arg(long)]
        dry_run: bool,
    },
    /// Back up Fairway's own PostgreSQL, and archive its log in the same folder from now on: every later moment can be
    /// restored.
    Backup {
        /// A folder outside the data folder, on another disk; created if it is missing.
        #[arg(required_unless_present = "stop")]
        dir: Option<PathBuf>,
        /// Number of backups to keep; older ones are deleted, with the log that only they need.
        #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..))]
        keep: u16,
        /// Stop archiving the log; existing backups are kept.
        #[arg(long, conflicts_with_all = ["dir", "keep"])]
        stop: bool,
    },
    /// Restore Fairway's own PostgreSQL to a moment, into a new data folder.
    Restore {
        /// The folder of the backups.
        dir: PathBuf,
        /// The moment: `2026-11-25 09:00` (Europe/Amsterdam) or RFC 3339, on this machine's clock. Everything that was
        /// committed by then is restored; without this option, everything that was archived.
        #[arg(long)]
        to: Option<Moment>,
    },
    /// Check that the code on a voucher is genuine and still valid.
    VerifyVoucher {
        /// The code, as scanned or typed.
        code: String,
    },
}

/// An erasure, or the repetition of all earlier ones.
#[derive(Debug, clap::Args)]
struct Erase {
    /// The member's e-mail address.
    #[arg(required_unless_present = "reapply")]
    email: Option<String>,
    /// Your name, for the record.
    #[arg(long, required_unless_present = "reapply")]
    operator: Option<String>,
    /// The reason, such as the number of the request; stored permanently, so without personal data.
    #[arg(long, required_unless_present = "reapply")]
    reason: Option<String>,
    /// First cancel the member's places in upcoming rounds; the co-players keep theirs.
    #[arg(long)]
    cancel_upcoming: bool,
    /// Print what would be removed, and change nothing.
    #[arg(long)]
    dry_run: bool,
    /// Erase members again who were restored with an older backup, from the ledger in the data folder. Every start does
    /// this too.
    #[arg(long, conflicts_with_all = ["email", "operator", "reason", "cancel_upcoming", "dry_run"])]
    reapply: bool,
}

impl Configured {
    /// Whether the log of this command tells its steps. The others are run for their output, and log what is wrong.
    const fn logs_steps(&self) -> bool {
        matches!(self, Self::Serve { .. } | Self::Project | Self::Import { .. })
    }
}

impl Erase {
    async fn run(self, config: Config) -> anyhow::Result<()> {
        let (Some(email), Some(operator), Some(reason)) = (self.email, self.operator, self.reason) else {
            return erase::run_again(config).await;
        };
        let by = WrittenAct { operator, reason };
        erase::run(config, email, by, self.cancel_upcoming, self.dry_run).await
    }
}

impl Cli {
    /// Runs the command.
    ///
    /// # Errors
    /// The failure for the operator, in one line with its causes.
    pub async fn run(self) -> anyhow::Result<()> {
        let command = match self.command {
            Task::Openapi { operator, club } => {
                let text = match (operator, club) {
                    (true, _) => openapi::operator_text()?,
                    (false, true) => openapi::club_text()?,
                    (false, false) => openapi::text()?,
                };
                return Ok(fairway_console::print(text)?);
            }
            Task::Settings => {
                return Ok(fairway_console::print(config::page())?);
            }
            Task::Healthcheck { whom, ready } => {
                return healthcheck::run(&Config::load(self.config)?, whom, ready).await;
            }
            Task::Configured(command) => command,
        };
        let config = Config::load(self.config)?;
        let telemetry = telemetry::start(&config, config.log_filter(command.logs_steps()))?;
        let done = match command {
            Configured::Serve { no_projectors } => serve::run(config, !no_projectors).await,
            Configured::Migrate => migrate::run(config).await,
            Configured::Project => project::run(config).await,
            Configured::Import { dir, if_empty } => import::run(config, &dir, if_empty).await,
            Configured::ExportContent { dir } => export_content::run(config, &dir).await,
            Configured::Impersonate { email, operator, reason } => {
                impersonate::run(config, &email, &operator, &reason).await
            }
            Configured::Disable { email, operator, reason, cancel_upcoming } => {
                disable::run(config, &email, &WrittenAct { operator, reason }, cancel_upcoming).await
            }
            Configured::Enable { email, operator, reason } => {
                disable::run_enabling(config, &email, &WrittenAct { operator, reason }).await
            }
            Configured::Operator(command) => operator::run(config, command).await,
            Configured::AnalystLogin(request) => analyst_login::run(config, request).await,
            Configured::Erase(request) => request.run(config).await,
            Configured::Readmit { email, operator, reason } => {
                readmit::run(config, &email, &WrittenAct { operator, reason }).await
            }
            Configured::BookAgain { file, operator, reason, dry_run } => {
                book_again::run(config, &file, WrittenAct { operator, reason }, dry_run).await
            }
            Configured::Backup { dir, keep, .. } => backup::run(config, dir.as_deref(), keep.into()).await,
            Configured::Restore { dir, to } => backup::restore::run(config, &dir, to).await,
            Configured::VerifyVoucher { code } => verify_voucher::run(config, &code).await,
        };
        telemetry.finish().await;
        done
    }
}
