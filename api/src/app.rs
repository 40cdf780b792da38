//! What every handler shares: built once by `serve`, or by a test around its own database.

use std::sync::Arc;

use fairway_command::WriterHandle;
use fairway_documents::portal::InvalidPortal;
use fairway_documents::signing::DeviceSigner;
use fairway_events::Journal;
use fairway_query::{Progress, Reads};
use sqlx::PgPool;
use tokio::sync::Notify;

use crate::clock::Clock;
use crate::config::Config;
use crate::http::cached::Cached;
use crate::http::connections::Limits;
use crate::http::in_flight::InFlight;
use crate::http::login_queue::LoginQueue;
use crate::http::openapi::Machine;
use crate::http::webhook_gate::WebhookGate;
use crate::rounds::links::Links;
use crate::services::health::Health;
use crate::services::live::Live;
use crate::services::mail::Outbox;
use crate::services::metrics::Metrics;
use crate::services::password::{PasswordError, Passwords};
use crate::services::payments::provider::Provider;
use crate::store::clubs::ClubCache;
use crate::store::content::Page;
use crate::store::name_cache::NameCache;

/// The running application.
#[derive(Debug)]
pub struct App {
    /// As the operator set it.
    pub config: Config,
    /// The only clock.
    pub clock: Clock,
    /// The plain tables, under the application's role.
    pub pool: PgPool,
    /// For what load balancers and Prometheus ask: it answers when requests have taken all other connections.
    pub health_pool: PgPool,
    /// The journal: receipts and its head.
    pub journal: Journal,
    /// The read models.
    pub reads: Reads,
    /// How far the read models are, for reading one's own writes.
    pub progress: Progress,
    /// Where commands go.
    pub writer: WriterHandle,
    /// Hashes and checks passwords.
    pub passwords: Passwords,
    /// Reference data in memory.
    pub clubs: ClubCache,
    /// Members' names in memory.
    pub names: NameCache,
    /// The general terms as a document.
    pub terms: Cached<Page>,
    /// The API's description as this machine serves it.
    pub description: Cached<Machine>,
    /// Keyed requests that are being answered.
    pub in_flight: InFlight,
    /// Signed links and codes.
    pub links: Links,
    /// Tells the devices at which members logged in before.
    pub devices: DeviceSigner,
    /// The changes that open screens are notified of.
    pub live: Live,
    /// What `/metrics` reports.
    pub metrics: Metrics,
    /// The health of the own PostgreSQL and its disk.
    pub health: Health,
    /// Where mails are queued.
    pub outbox: Outbox,
    /// Log-ins that wait for their turn.
    pub login_queue: LoginQueue,
    /// How many connections there may be.
    pub connections: Limits,
    /// What strangers may make the portal ask of the provider.
    pub webhooks: WebhookGate,
    /// Who takes the money.
    pub provider: Provider,
    /// The provider of our own, where it is the one.
    pub sandbox_changed: Notify,
}

/// What an [`App`] is made of.
#[derive(Debug)]
pub struct Components {
    /// As the operator set it.
    pub config: Config,
    /// The only clock.
    pub clock: Clock,
    /// For requests.
    pub pool: PgPool,
    /// For what load balancers and Prometheus ask.
    pub health_pool: PgPool,
    /// How far the read models are.
    pub progress: Progress,
    /// Where commands go.
    pub writer: WriterHandle,
    /// Where mails are queued; a sender of this process works on a clone of it.
    pub outbox: Outbox,
    /// The health of the own PostgreSQL and its disk, as far as it is watched.
    pub health: Health,
}

/// Why there is no [`App`].
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
    /// Puts the parts together.
    ///
    /// # Errors
    /// [`AppError`].
    pub fn new(parts: Components) -> Result<Arc<Self>, AppError> {
        let Components { config, clock, pool, health_pool, progress, writer, outbox, health } = parts;
        let links = Links::new(&config)?;
        let passwords = Passwords::new()?;
        let connections =
            Limits::of_this_process(config.database_connections, config.trusted_proxies.clone());
        Ok(Arc::new(Self {
            journal: Journal::new(pool.clone()),
            reads: Reads::new(pool.clone()),
            provider: Provider::new(&config, clock.clone())?,
            sandbox_changed: Notify::default(),
            devices: DeviceSigner::new(config.secret.as_bytes()),
            config,
            clock,
            pool,
            health_pool,
            progress,
            writer,
            links,
            live: Live::with_capacity(connections.streams),
            connections,
            metrics: Metrics::default(),
            health,
            outbox,
            login_queue: LoginQueue::new(passwords.at_once()),
            passwords,
            clubs: ClubCache::default(),
            names: NameCache::default(),
            terms: Cached::default(),
            description: Cached::default(),
            in_flight: InFlight::default(),
            webhooks: WebhookGate::default(),
        }))
    }
}
