//! `fairway operator …`: the accounts of operators, from the machine on which the portal runs. The first admin is added
//! here; screens do the same for an admin who is logged in.

use clap::Subcommand;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use fairway_clock::clock::Clock;
use fairway_console::{say, warn};
use fairway_operator_accounts::accounts::{self, ChangedBy, NewOperator};
use fairway_store::PgPool;
use fairway_store::database::with_pool;
use fairway_store::operators::{self, Role};
use uuid::Uuid;

use crate::config::Config;

/// The commands on operators' accounts.
#[derive(Debug, Subcommand)]
pub enum OperatorCommand {
    /// Add an operator and print the link by which they choose a password and enrol an authenticator app. It works
    /// once, within 24 hours.
    Add {
        /// The address to log in with.
        email: String,
        /// The name that is recorded with everything that they do.
        #[arg(long)]
        name: String,
        /// A role; may be repeated. support: look up and explain; content: news, pages and clubs; auditor: read
        /// everything and verify; admin: operators and projections.
        #[arg(long = "role", value_parser = role(), required = true)]
        roles: Vec<Role>,
    },
    /// List the operators with their roles.
    List,
    /// Disable an operator: their sessions end.
    Disable {
        /// The operator's address.
        email: String,
    },
    /// Enable a disabled operator.
    Enable {
        /// The operator's address.
        email: String,
    },
    /// Take an operator's password and authenticator app away and print a new link.
    Reset {
        /// The operator's address.
        email: String,
    },
}

/// A role by its name, with what it may do.
fn role() -> impl TypedValueParser<Value = Role> {
    let value = |role: Role| {
        PossibleValue::new(role.as_str()).help(match role {
            Role::Support => "Looks members and their rounds up, and explains",
            Role::Content => "Writes news, questions, pages, offers, clubs and settings",
            Role::Auditor => "Reads everything, and verifies",
            Role::Admin => "Manages operators and projections",
        })
    };
    PossibleValuesParser::new(Role::ALL.map(value)).try_map(|name| {
        Role::ALL.into_iter().find(|role| role.as_str() == name).ok_or("there is no such role")
    })
}

/// The command.
///
/// # Errors
/// When the command is refused, with the reason, or the database does not answer.
pub async fn run(config: Config, command: OperatorCommand) -> anyhow::Result<()> {
    let clock = Clock::starting_at(config.clock);
    with_pool(&config.database(), 1, async |pool| {
        let by = ChangedBy::CommandLine;
        match &command {
            OperatorCommand::Add { email, name, roles } => {
                let new = NewOperator { email: email.clone(), name: name.clone(), roles: roles.clone() };
                print_link(&config, &accounts::add(pool, by, new, clock.now()).await?)?;
            }
            OperatorCommand::List => list(pool).await?,
            OperatorCommand::Disable { email } => {
                accounts::disable(pool, by, id_of(pool, email).await?, clock.now()).await?;
            }
            OperatorCommand::Enable { email } => {
                accounts::enable(pool, by, id_of(pool, email).await?, clock.now()).await?;
            }
            OperatorCommand::Reset { email } => {
                let token = accounts::reset(pool, by, id_of(pool, email).await?, clock.now()).await?;
                print_link(&config, &token)?;
            }
        }
        Ok(())
    })
    .await
}

fn print_link(config: &Config, token: &str) -> std::io::Result<()> {
    say!("{}", config.operators().setup_link(token))?;
    warn!("Give this link to the operator. It works once, for 24 hours.");
    Ok(())
}

async fn id_of(pool: &PgPool, email: &str) -> anyhow::Result<Uuid> {
    let email = fairway_text::email::canonical(email);
    let found = operators::by_email(pool, &email).await?;
    found.map(|(id, _)| id).ok_or_else(|| anyhow::anyhow!("there is no operator with the address {email}"))
}

async fn list(pool: &PgPool) -> anyhow::Result<()> {
    for account in operators::list(pool).await? {
        let roles: Vec<&str> = account.roles().into_iter().map(Role::as_str).collect();
        let status = match (account.disabled_at, account.has_password) {
            (Some(_), _) => "disabled",
            (None, true) => "active",
            (None, false) => "invited",
        };
        let factor = if account.has_second_factor { "authenticator app" } else { "no second factor" };
        say!("{} <{}>  {}  {status}, {factor}", account.name, account.email, roles.join(", "))?;
    }
    Ok(())
}
