//! The running application: built once by `serve`, or by a test with its own database.

use std::ops::Deref;
use std::sync::Arc;

use axum::extract::FromRef;
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
use crate::http::login_queue::LoginQueue;
use crate::http::openapi::installation::Installation;
use crate::http::webhook_gate::WebhookGate;
use crate::rounds::links::Links;
use crate::rounds::rights::RightsCache;
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
use crate::state::common::Common;
use crate::state::content::Content;
use crate::state::members::Members;
use crate::state::notifications::Notifications;
use crate::state::operators::Operators;
use crate::state::payments::Payments;
use crate::state::rounds::Rounds;
use crate::state::sandbox::Sandbox;
use crate::store::clubs::ClubCache;
use crate::store::content::Page;

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
    /// The same under former names.
    pub rest: Arc<Rest>,
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

impl FromRef<App> for Common {
    fn from_ref(app: &App) -> Self {
        app.common.clone()
    }
}

impl Deref for App {
    type Target = Rest;

    fn deref(&self) -> &Rest {
        &self.rest
    }
}

/// What handlers still find in the application itself.
#[derive(Debug)]
pub struct Rest {
    /// The only clock.
    pub clock: Clock,
    /// The plain tables, under the application's role.
    pub pool: PgPool,
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
    pub clubs: Arc<ClubCache>,
    /// The general terms as a document.
    pub terms: Arc<Cached<Page>>,
    /// Signed links and codes.
    pub links: Arc<Links>,
    /// Signs and verifies the cookies of known devices.
    pub devices: Arc<DeviceSigner>,
    /// Makes digests of clients' addresses, which nobody can try out without the key.
    pub pseudonyms: Arc<Pseudonymizer>,
    /// Makes and verifies the form tokens of operators' sessions.
    pub form_tokens: Arc<FormTokenSigner>,
    /// Builds the files of members' own data.
    pub member_data: Arc<MemberData>,
    /// Makes and checks the challenges of passkeys.
    pub passkeys: Arc<Passkeys>,
    /// Encrypts what is kept about members' devices.
    pub push_seal: Arc<PushSeal>,
    /// The push services to which devices may belong.
    pub push_services: Arc<PushServices>,
    /// Makes and checks operators' second factors.
    pub second_factors: Arc<SecondFactors>,
    /// Notifies open screens of changes.
    pub live: Live,
    /// Queues mails.
    pub outbox: Outbox,
    /// What rules refused to members, waiting to be recorded.
    pub refusals: RefusalQueue,
    /// Log-ins that wait for a turn.
    pub login_queue: LoginQueue,
    /// Limits the requests to the provider that webhooks cause.
    pub webhooks: Arc<WebhookGate>,
    /// The payment provider.
    pub provider: Provider,
    /// Notified when the sandbox has a change to deliver.
    pub sandbox_changed: Arc<Notify>,
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
    pub fn new(components: Components) -> Result<Self, AppError> {
        let Components { config, clock, pool, health_pool, progress, writer, outbox, health } = components;
        let connections =
            Limits::of_this_process(config.database_connections, config.trusted_proxies.clone());
        let links = Arc::new(config.links()?);
        let portal = Arc::new(links.portal.clone());
        let rights = Arc::new(RightsCache::new(progress.changes()));
        let common = Common::new(pool, clock, progress, writer, config.limits());
        let rounds = Rounds::new(
            common.clone(),
            Arc::clone(&rights),
            outbox.clone(),
            Arc::clone(&links),
            config.rounds(connections.streams),
        );
        let payments = Payments::new(common.clone(), Arc::clone(&rights), &config.payments())?;
        let sandbox = Sandbox::new(common.clone(), Arc::clone(&payments.public_url));
        let notifications = Notifications::new(common.clone(), config.notifications()?);
        let content = Content::new(common.clone(), Arc::clone(&portal));
        let members = Members::new(common.clone(), rights, outbox, portal, config.members())?;
        let operators = Operators::new(members.clone(), links, config.operators(), health.node);
        let rest = Rest {
            clock: common.clock.clone(),
            pool: common.pool.clone(),
            journal: common.journal.clone(),
            reads: common.reads.clone(),
            progress: common.progress.clone(),
            writer: common.writer.clone(),
            passwords: members.passwords.clone(),
            clubs: common.clubs.clone(),
            terms: content.terms.clone(),
            links: rounds.links.clone(),
            devices: members.devices.clone(),
            pseudonyms: members.pseudonyms.clone(),
            form_tokens: operators.form_tokens.clone(),
            member_data: members.own_data.clone(),
            passkeys: members.passkeys.clone(),
            push_seal: notifications.push_seal.clone(),
            push_services: notifications.push_services.clone(),
            second_factors: operators.second_factors.clone(),
            live: rounds.live.clone(),
            outbox: rounds.outbox.clone(),
            refusals: common.refusals.clone(),
            login_queue: members.login_queue.clone(),
            webhooks: payments.webhooks.clone(),
            provider: payments.provider.clone(),
            sandbox_changed: sandbox.changed.clone(),
        };
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
            rest: Arc::new(rest),
        })
    }
}
