//! The state that all handlers share: built once by `serve`, or by a test with its own database.

use std::sync::Arc;

use fairway_command::WriterHandle;
use fairway_documents::portal::InvalidPortal;
use fairway_documents::signing::{DeviceSigner, FormTokenSigner, Pseudonymizer};
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
use crate::http::openapi::installation::Installation;
use crate::http::webhook_gate::WebhookGate;
use crate::rounds::links::Links;
use crate::rounds::rights::RightsCache;
use crate::rounds::upcoming::UpcomingCache;
use crate::services::health::Health;
use crate::services::live::Live;
use crate::services::mail::Outbox;
use crate::services::member_data::MemberData;
use crate::services::metrics::Metrics;
use crate::services::passkeys::Passkeys;
use crate::services::password::{PasswordError, Passwords};
use crate::services::payments::provider::Provider;
use crate::services::push::seal::PushSeal;
use crate::services::push::subscription::PushServices;
use crate::services::refusals::RefusalQueue;
use crate::services::second_factor::SecondFactors;
use crate::store::clubs::ClubCache;
use crate::store::content::Page;
use crate::store::lookups::LookupCache;
use crate::store::name_cache::NameCache;

/// The running application.
#[derive(Debug)]
pub struct App {
    /// The configuration.
    pub config: Config,
    /// The only clock.
    pub clock: Clock,
    /// The plain tables, under the application's role.
    pub pool: PgPool,
    /// For health checks and metrics: these connections are free even when requests use all others.
    pub health_pool: PgPool,
    /// The journal: receipts and its head.
    pub journal: Journal,
    /// The read models.
    pub reads: Reads,
    /// The positions of the read models, for reading one's own writes.
    pub progress: Progress,
    /// Submits commands.
    pub writer: WriterHandle,
    /// Hashes and checks passwords.
    pub passwords: Passwords,
    /// Cached reference data.
    pub clubs: ClubCache,
    /// Cached names of members.
    pub names: NameCache,
    /// Cached look-ups of players.
    pub lookups: LookupCache,
    /// Cached rights of members and counts of clubs' days.
    pub rights: RightsCache,
    /// Cached upcoming rounds.
    pub upcoming: UpcomingCache,
    /// The general terms as a document.
    pub terms: Cached<Page>,
    /// The API's description as this installation serves it.
    pub description: Cached<Installation>,
    /// Requests with an idempotency key that are in progress.
    pub in_flight: InFlight,
    /// Signed links and codes.
    pub links: Links,
    /// Signs and verifies the cookies of known devices.
    pub devices: DeviceSigner,
    /// Makes digests of clients' addresses, which nobody can try out without the key.
    pub pseudonyms: Pseudonymizer,
    /// Makes and verifies the form tokens of operators' sessions.
    pub form_tokens: FormTokenSigner,
    /// Builds the files of members' own data.
    pub member_data: MemberData,
    /// Makes and checks the challenges of passkeys.
    pub passkeys: Passkeys,
    /// Encrypts what is kept about members' devices.
    pub push_seal: PushSeal,
    /// The push services to which devices may belong.
    pub push_services: PushServices,
    /// Makes and checks operators' second factors.
    pub second_factors: SecondFactors,
    /// Notifies open screens of changes.
    pub live: Live,
    /// The metrics of this process.
    pub metrics: Metrics,
    /// The health of the own PostgreSQL and its disk.
    pub health: Health,
    /// Queues mails.
    pub outbox: Outbox,
    /// What rules refused to members, waiting to be recorded.
    pub refusals: RefusalQueue,
    /// Log-ins that wait for a turn.
    pub login_queue: LoginQueue,
    /// The limits of connections.
    pub connections: Limits,
    /// Limits the requests to the provider that webhooks cause.
    pub webhooks: WebhookGate,
    /// The payment provider.
    pub provider: Provider,
    /// Notified when the sandbox has a change to deliver.
    pub sandbox_changed: Notify,
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
    pub outbox: Outbox,
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
        let Components { config, clock, pool, health_pool, progress, writer, outbox, health } = components;
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
            pseudonyms: Pseudonymizer::new(config.secret.as_bytes()),
            form_tokens: FormTokenSigner::new(config.secret.as_bytes()),
            member_data: MemberData::default(),
            passkeys: Passkeys::new(&config),
            push_seal: PushSeal::new(&config),
            push_services: PushServices::new(&config),
            second_factors: SecondFactors::new(&config),
            config,
            clock,
            pool,
            health_pool,
            rights: RightsCache::new(progress.changes()),
            upcoming: UpcomingCache::new(progress.changes()),
            progress,
            writer,
            links,
            live: Live::with_capacity(connections.streams),
            connections,
            metrics: Metrics::default(),
            health,
            outbox,
            refusals: RefusalQueue::default(),
            login_queue: LoginQueue::new(passwords.at_once()),
            passwords,
            clubs: ClubCache::default(),
            names: NameCache::default(),
            lookups: LookupCache::default(),
            terms: Cached::default(),
            description: Cached::default(),
            in_flight: InFlight::default(),
            webhooks: WebhookGate::default(),
        }))
    }
}
