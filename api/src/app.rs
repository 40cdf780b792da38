//! The running application: built once by `serve`, or by a test with its own database.

use std::sync::Arc;

use fairway_command::WriterHandle;
use fairway_documents::portal::InvalidPortal;
use fairway_query::Progress;
use sqlx::PgPool;

use crate::clock::Clock;
use crate::config::Config;
use crate::http::cached::Cached;
use crate::http::connections::Limits;
use crate::http::openapi::installation::Installation;
use crate::rounds::rights::RightsCache;
use crate::services::health::Health;
use crate::services::mail::sending::Sending;
use crate::services::metrics::Metrics;
use crate::services::password::PasswordError;
use crate::state::common::Common;
use crate::state::content::Content;
use crate::state::members::Members;
use crate::state::notifications::Notifications;
use crate::state::operators::Operators;
use crate::state::payments::Payments;
use crate::state::rounds::Rounds;
use crate::state::sandbox::Sandbox;

/// The running application. Cheap to clone; clones share everything.
#[derive(Debug, Clone)]
pub struct App {
    /// What every endpoint needs.
    pub common: Common,
    /// Of reservations, waiting lists, clubs and calendars.
    pub rounds: Rounds,
    /// Of orders and payments.
    pub payments: Payments,
    /// Of our own payment provider.
    pub sandbox: Sandbox,
    /// Of notifications and devices.
    pub notifications: Notifications,
    /// Of news, pages, questions and documents.
    pub content: Content,
    /// Of members' accounts.
    pub members: Members,
    /// Of the operators' screens.
    pub operators: Operators,
    /// What watches this process.
    pub monitoring: Arc<Monitoring>,
    /// The limits of connections.
    pub connections: Limits,
    /// The configuration.
    pub config: Arc<Config>,
    /// The API's description as this installation serves it.
    pub description: Arc<Cached<Installation>>,
}

/// What watches this process.
#[derive(Debug)]
pub struct Monitoring {
    /// For health checks and metrics: these connections are free even when requests use all others.
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
    pub sending: Sending,
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
    pub fn new(components: Components) -> Result<Self, AppError> {
        let Components { config, clock, pool, health_pool, progress, writer, sending, health } = components;
        let connections =
            Limits::of_this_process(config.database_connections, config.trusted_proxies.clone());
        let links = Arc::new(config.links()?);
        let portal = Arc::new(links.portal.clone());
        let rights = Arc::new(RightsCache::new(progress.changes()));
        let common = Common::new(pool, clock, progress, writer, config.limits());
        let rounds = Rounds::new(
            common.clone(),
            Arc::clone(&rights),
            sending.outbox.clone(),
            Arc::clone(&links),
            config.rounds(connections.streams),
        );
        let payments = Payments::new(common.clone(), Arc::clone(&rights), &config.payments())?;
        let sandbox = Sandbox::new(common.clone(), Arc::clone(&payments.public_url));
        let notifications = Notifications::new(common.clone(), config.notifications()?);
        let content = Content::new(common.clone(), Arc::clone(&portal));
        let members = Members::new(common.clone(), rights, sending.outbox.clone(), portal, config.members())?;
        let operators = Operators::new(members.clone(), sending, links, config.operators(), health.node);
        Ok(Self {
            common,
            rounds,
            payments,
            sandbox,
            notifications,
            content,
            members,
            operators,
            monitoring: Arc::new(Monitoring { pool: health_pool, metrics: Metrics::default(), health }),
            connections,
            config: Arc::new(config),
            description: Arc::default(),
        })
    }
}
