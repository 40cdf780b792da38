//! Access to handlers: the session or the device of the cookie, the permission that a handler names, and for every change
//! the checks against requests that another site causes. A handler gets a [`ClubUser`] only by [`Permitted`].

use std::marker::PhantomData;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;
use chrono::TimeDelta;
use fairway_clock::random;
use fairway_events::{Actor, ClubId, ClubUserId};
use fairway_operator_accounts::cookies;
use fairway_operator_accounts::same_origin::is_same_origin;
use fairway_store::club_accounts::ClubRole;
use fairway_store::club_actions::ActingUser;
use fairway_store::club_sessions::{self, ClubSession};
use tracing::Span;
use uuid::Uuid;

use crate::failure::ClubFailure;
use crate::state::ClubAccounts;

/// The name of the cookie: `__Host-` makes browsers refuse one of another host, path or connection.
pub const COOKIE: &str = "__Host-fairway_club";
/// The header of the form token.
const FORM_TOKEN: &str = "x-csrf-token";
/// As long as browsers keep a cookie. A device gets it anew whenever it asks who it is.
const DEVICE_COOKIE: TimeDelta = TimeDelta::days(400);

/// Somebody at a club who is logged in, a paired device, or by its token one of the club's own systems.
#[derive(Debug, Clone)]
pub struct ClubUser {
    session: ClubSession,
    club: ClubId,
    role: ClubRole,
    token_hash: Vec<u8>,
}

impl ClubUser {
    /// None where the role is one of a later release.
    pub(crate) fn new(session: ClubSession, token_hash: Vec<u8>) -> Option<Self> {
        let (club, role) = (ClubId(session.club_id.clone()), session.role()?);
        Some(Self { session, club, role, token_hash })
    }

    pub(crate) const fn session(&self) -> &ClubSession {
        &self.session
    }

    /// The account or the device, as the journal names it.
    #[must_use]
    pub const fn id(&self) -> ClubUserId {
        ClubUserId(self.session.user_id)
    }

    /// The name of the account or the device.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.session.name
    }

    /// The club.
    #[must_use]
    pub const fn club(&self) -> &ClubId {
        &self.club
    }

    /// The club's name.
    #[must_use]
    pub fn club_name(&self) -> &str {
        &self.session.club_name
    }

    /// The role, which decides what they may do.
    #[must_use]
    pub const fn role(&self) -> ClubRole {
        self.role
    }

    /// Whether it is a device that several people use.
    #[must_use]
    pub const fn is_device(&self) -> bool {
        self.session.is_device
    }

    /// The session; of a device, its id.
    #[must_use]
    pub const fn session_id(&self) -> Uuid {
        self.session.id
    }

    /// The SHA-256 of the session's token, by which it is found again.
    #[must_use]
    pub fn token_hash(&self) -> &[u8] {
        &self.token_hash
    }

    /// The author of events.
    #[must_use]
    pub const fn actor(&self) -> Actor {
        Actor::Club(self.id())
    }

    /// The author of recorded acts.
    #[must_use]
    pub fn acting(&self) -> ActingUser<'_> {
        ActingUser { id: self.id(), name: self.name(), club: &self.club }
    }

    /// The token that every change of this session must send.
    #[must_use]
    pub fn form_token(&self, clubs: &ClubAccounts) -> String {
        clubs.form_tokens.token(&self.token_hash)
    }
}

/// A permission that a handler requires of its caller.
pub trait Permission: Send + Sync {
    /// The roles that are allowed to; any role where it is empty.
    const ROLES: &'static [ClubRole];
    /// Whether a shared device is refused, whatever its role allows.
    const PERSONS_ONLY: bool = false;
}

/// Anybody who is logged in, and devices.
#[derive(Debug)]
pub enum OwnSession {}
/// One's own sessions and passkeys.
#[derive(Debug)]
pub enum OwnAccount {}
/// See who is expected and who came.
#[derive(Debug)]
pub enum SeeDay {}
/// Record who came.
#[derive(Debug)]
pub enum RecordArrivals {}
/// Correct arrivals, and decide about irregular scans.
#[derive(Debug)]
pub enum Correct {}
/// Report the state of the course.
#[derive(Debug)]
pub enum ReportCourse {}
/// Close, limit and open days.
#[derive(Debug)]
pub enum CloseDays {}
/// See what the club is owed.
#[derive(Debug)]
pub enum SeeStatements {}
/// Say that a line of a statement is wrong, and take that back.
#[derive(Debug)]
pub enum DisputeLines {}
/// Manage the club's accounts and devices.
#[derive(Debug)]
pub enum ManageAccounts {}

impl Permission for OwnSession {
    const ROLES: &'static [ClubRole] = &[];
}
impl Permission for OwnAccount {
    const ROLES: &'static [ClubRole] = &[];
    const PERSONS_ONLY: bool = true;
}
impl Permission for SeeDay {
    const ROLES: &'static [ClubRole] = &[ClubRole::Desk, ClubRole::Manager];
}
impl Permission for RecordArrivals {
    const ROLES: &'static [ClubRole] = &[ClubRole::Desk, ClubRole::Manager];
}
impl Permission for Correct {
    const ROLES: &'static [ClubRole] = &[ClubRole::Manager];
    const PERSONS_ONLY: bool = true;
}
impl Permission for ReportCourse {
    const ROLES: &'static [ClubRole] = &[ClubRole::Manager];
    const PERSONS_ONLY: bool = true;
}
impl Permission for CloseDays {
    const ROLES: &'static [ClubRole] = &[ClubRole::Manager];
    const PERSONS_ONLY: bool = true;
}
impl Permission for SeeStatements {
    const ROLES: &'static [ClubRole] = &[ClubRole::Manager, ClubRole::Treasurer];
    const PERSONS_ONLY: bool = true;
}
impl Permission for DisputeLines {
    const ROLES: &'static [ClubRole] = &[ClubRole::Manager, ClubRole::Treasurer];
    const PERSONS_ONLY: bool = true;
}
impl Permission for ManageAccounts {
    const ROLES: &'static [ClubRole] = &[ClubRole::Manager];
    const PERSONS_ONLY: bool = true;
}

/// A caller who has the permission `P`.
#[derive(Debug)]
pub struct Permitted<P> {
    /// The caller.
    pub user: ClubUser,
    permission: PhantomData<P>,
}

impl<P: Permission, S: AsRef<ClubAccounts> + Send + Sync> FromRequestParts<Arc<S>> for Permitted<P> {
    type Rejection = ClubFailure;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<S>) -> Result<Self, ClubFailure> {
        let clubs: &ClubAccounts = (**state).as_ref();
        let now = clubs.common.clock.now();
        let token = cookies::token(&parts.headers, COOKIE).ok_or_else(ClubFailure::unauthorized)?;
        let token_hash = random::digest(token.as_bytes());
        let session = club_sessions::find(&clubs.common.pool, &token_hash, now).await?;
        let session = session.ok_or_else(ClubFailure::unauthorized)?;
        Span::current().record("club_user", tracing::field::display(session.user_id));
        if !parts.method.is_safe() {
            refuse_foreign(clubs, &parts.headers, &token_hash)?;
        }
        // Where nothing can be written, such as on a full disk, people still read.
        if let Err(error) = club_sessions::note_use(&clubs.common.pool, &session, now).await {
            tracing::debug!(%error, "the use of a session was not noted");
        }
        let user = ClubUser::new(session, token_hash).ok_or_else(not_allowed)?;
        if !P::ROLES.is_empty() && !P::ROLES.contains(&user.role) {
            return Err(not_allowed());
        }
        if P::PERSONS_ONLY && user.is_device() {
            return Err(ClubFailure::forbidden(
                "Dit kan niet op een gedeeld toestel. Log in met je eigen account.",
            ));
        }
        Ok(Self { user, permission: PhantomData })
    }
}

fn not_allowed() -> ClubFailure {
    ClubFailure::forbidden("Dit mag niet met jouw rol. Vraag het een beheerder van je club.")
}

/// Refuses a change that did not come from a page of this session.
fn refuse_foreign(clubs: &ClubAccounts, headers: &HeaderMap, token_hash: &[u8]) -> Result<(), ClubFailure> {
    refuse_other_origin(headers)?;
    let token = headers.get(FORM_TOKEN).and_then(|token| token.to_str().ok());
    if token.is_some_and(|token| clubs.form_tokens.is_of(token, token_hash)) {
        return Ok(());
    }
    Err(ClubFailure::forbidden(
        "Deze pagina is van een eerdere sessie. Laad haar opnieuw en probeer het nog eens.",
    ))
}

/// Refuses a change that a page of another origin sent.
pub(crate) fn refuse_other_origin(headers: &HeaderMap) -> Result<(), ClubFailure> {
    if is_same_origin(headers) {
        return Ok(());
    }
    Err(ClubFailure::forbidden("Dit kan alleen op de pagina's van de baan zelf."))
}

/// The cookie of a session.
pub(crate) fn session_cookie(token: &str) -> String {
    cookies::set(COOKIE, Some(token), Some(club_sessions::LONGEST))
}

/// The cookie of a device.
pub(crate) fn device_cookie(token: &str) -> String {
    cookies::set(COOKIE, Some(token), Some(DEVICE_COOKIE))
}

/// Removes the cookie.
pub(crate) fn no_cookie() -> String {
    cookies::set(COOKIE, None, None)
}
