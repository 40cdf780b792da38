//! The running application: built once by `serve`, or by a test with its own database.

use std::sync::Arc;

use fairway_clock::clock::Clock;
use fairway_club_accounts::ClubAccounts;
use fairway_clubs::Clubs;
use fairway_command::WriterHandle;
use fairway_content::Content;
use fairway_documents::portal::InvalidPortal;
use fairway_endpoint::cached::Cached;
use fairway_endpoint::common::Common;
use fairway_members::Members;
use fairway_members::password::PasswordError;
use fairway_notifications::Notifications;
use fairway_notifications::mail::delivery::MailDelivery;
use fairway_operator_accounts::OperatorAccounts;
use fairway_operators::Operators;
use fairway_payments::Payments;
use fairway_query::Progress;
use fairway_round_data::rights_cache::RightsCache;
use fairway_rounds::Rounds;
#[cfg(feature = "sandbox")]
use fairway_sandbox::Sandbox;
use fairway_store::PgPool;

use crate::config::Config;
use crate::http::connections::Limits;
use crate::http::openapi::installation::Installation;
use crate::services::health::Health;
use crate::services::metrics::Metrics;

/// The running application.
#[derive(Debug)]
pub struct App {
    /// The state that every endpoint shares.
    pub common: Common,
    /// The state of reservations, waiting lists, clubs and calendars.
    pub rounds: Arc<Rounds>,
    /// The state of orders and payments.
    pub payments: Arc<Payments>,
    /// The state of our own payment provider.
    #[cfg(feature = "sandbox")]
    pub sandbox: Arc<Sandbox>,
    /// The state of notifications and devices.
    pub notifications: Arc<Notifications>,
    /// The state of news, pages, questions and documents.
    pub content: Arc<Content>,
    /// The state of members' accounts.
    pub members: Arc<Members>,
    /// The state of the clubs' screens.
    pub clubs: Arc<Clubs>,
    /// The state of the operators' screens.
    pub operators: Arc<Operators>,
    /// Health and metrics of this process.
    pub monitoring: Monitoring,
    /// The limits of connections.
    pub connections: Limits,
    /// The configuration.
    pub config: Config,
    /// The API's description as this installation serves it.
    pub description: Cached<Installation>,
}

/// Health and metrics of this process, with connections of their own.
#[derive(Debug)]
pub struct Monitoring {
    /// The connections for health checks and metrics: free even when requests use all others.
    pub pool: PgPool,
    /// The metrics of this process.
    pub metrics: Metrics,
    /// The health of the own PostgreSQL and its disk.
    pub health: Health,
}

/// The parts of an [`App`].
#[derive(Debug)]
pub struct Components {
    /// The configuration.
    pub config: Config,
    /// The only clock.
    pub clock: Clock,
    /// For requests.
    pub pool: PgPool,
    /// For health checks and metrics.
    pub health_pool: PgPool,
    /// The positions of the read models.
    pub progress: Progress,
    /// Submits commands.
    pub writer: WriterHandle,
    /// Queues mails; a sender of this process has a clone.
    pub delivery: MailDelivery,
    /// The health of the own PostgreSQL and its disk, as far as it is monitored.
    pub health: Health,
}

/// Why an [`App`] cannot be built.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// Passwords cannot be hashed.
    #[error(transparent)]
    Passwords(#[from] PasswordError),
    /// The portal has no usable address.
    #[error(transparent)]
    Portal(#[from] InvalidPortal),
    /// The payment provider's client cannot be made.
    #[error("the client of the payment provider cannot be made")]
    Provider(#[from] reqwest::Error),
}

impl App {
    /// Builds the application.
    ///
    /// # Errors
    /// [`AppError`].
    pub fn new(components: Components) -> Result<Arc<Self>, AppError> {
        let Components { config, clock, pool, health_pool, progress, writer, delivery, health } = components;
        let connections =
            Limits::of_this_process(config.database_connections, config.trusted_proxies.clone());
        let links = Arc::new(config.links()?);
        let portal = Arc::new(links.portal.clone());
        let rights = Arc::new(RightsCache::new(progress.changes()));
        let common = Common::new(pool, clock, progress, writer, config.limits());
        let rounds = Rounds::new(
            common.clone(),
            Arc::clone(&rights),
            delivery.outbox.clone(),
            Arc::clone(&links),
            config.rounds(connections.streams),
        );
        let payments = Payments::new(common.clone(), Arc::clone(&rights), &config.payments())?;
        #[cfg(feature = "sandbox")]
        let sandbox = Sandbox::new(common.clone(), Arc::clone(&payments.public_url));
        let notifications = Notifications::new(common.clone(), config.notifications()?);
        let content = Content::new(common.clone(), Arc::clone(&portal));
        let members = Arc::new(Members::new(
            common.clone(),
            rights,
            delivery.outbox.clone(),
            portal,
            config.members(),
        )?);
        let club_accounts = ClubAccounts::new(Arc::clone(&members), config.club_accounts());
        let clubs = Clubs::new(Arc::new(club_accounts), Arc::clone(&links), rounds.club_days.clone()); // H4
        let operators = Operators {
            common: common.clone(),
            accounts: Arc::new(OperatorAccounts::new(Arc::clone(&members), config.operators())),
            members: Arc::clone(&members),
            delivery,
            links,
            is_seal_mailed: config.seal_to.is_some(),
            node: health.node,
        };
        Ok(Arc::new(Self {
            common,
            rounds: Arc::new(rounds),
            payments: Arc::new(payments),
            #[cfg(feature = "sandbox")]
            sandbox: Arc::new(sandbox),
            notifications: Arc::new(notifications),
            content: Arc::new(content),
            members,
            clubs: Arc::new(clubs),
            operators: Arc::new(operators),
            monitoring: Monitoring { pool: health_pool, metrics: Metrics::default(), health },
            connections,
            config,
            description: Cached::default(),
        }))
    }
}
