//! Access of the clubs' own systems: the token of `Authorization`, which opens what its scopes say and no endpoint of
//! people or devices, as their cookies open none of these.

use std::marker::PhantomData;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use chrono::Timelike;
use fairway_clock::random;
use fairway_endpoint::caller::bearer;
use fairway_endpoint::failure::Failure;
use fairway_store::club_systems::{self, SystemScope};
use tracing::Span;

use crate::access::ClubUser;
use crate::failure::ClubFailure;
use crate::state::ClubAccounts;

/// The beginning of every token: a search for leaked ones finds it.
pub(crate) const PREFIX: &str = "fwc_";
/// Requests of a system in a minute, at most.
const MOST: i32 = 600;

/// The scope that a handler requires of its caller.
pub trait Scope: Send + Sync {
    /// The scope.
    const SCOPE: SystemScope;
}

/// Read what happens to the club's rounds.
#[derive(Debug)]
pub enum ArrivalsRead {}
/// Record who came.
#[derive(Debug)]
pub enum ArrivalsWrite {}
/// Read what was said about the course.
#[derive(Debug)]
pub enum CourseRead {}
/// Say how the course is.
#[derive(Debug)]
pub enum CourseWrite {}

impl Scope for ArrivalsRead {
    const SCOPE: SystemScope = SystemScope::ArrivalsRead;
}
impl Scope for ArrivalsWrite {
    const SCOPE: SystemScope = SystemScope::ArrivalsWrite;
}
impl Scope for CourseRead {
    const SCOPE: SystemScope = SystemScope::CourseRead;
}
impl Scope for CourseWrite {
    const SCOPE: SystemScope = SystemScope::CourseWrite;
}

/// A system whose token has the scope `C`.
#[derive(Debug)]
pub struct SystemCaller<C> {
    /// The system, as a user of its club.
    pub user: ClubUser,
    scope: PhantomData<C>,
}

impl<C: Scope, S: AsRef<ClubAccounts> + Send + Sync> FromRequestParts<Arc<S>> for SystemCaller<C> {
    type Rejection = ClubFailure;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<S>) -> Result<Self, ClubFailure> {
        let clubs: &ClubAccounts = (**state).as_ref();
        let (pool, now) = (&clubs.common.pool, clubs.common.clock.now());
        let token = bearer(&parts.headers).filter(|token| token.starts_with(PREFIX)).ok_or_else(unknown)?;
        let token_hash = random::digest(token.as_bytes());
        let system = club_systems::call(pool, &token_hash, MOST, now).await?.ok_or_else(unknown)?;
        if system.requests > MOST {
            tracing::warn!("a club's system is throttled");
            let sentence = format!("Deze koppeling deed meer dan {MOST} aanvragen in een minuut.");
            return Err(Failure::throttled(sentence, u64::from(60 - now.second())).into());
        }
        let may = system.may(C::SCOPE);
        let user = ClubUser::new(system.into_session(now), token_hash).ok_or_else(unknown)?;
        Span::current().record("club_user", tracing::field::display(user.id()));
        if !may {
            return Err(ClubFailure::forbidden("Deze koppeling heeft hier geen recht toe."));
        }
        Ok(Self { user, scope: PhantomData })
    }
}

fn unknown() -> ClubFailure {
    ClubFailure::new(
        StatusCode::UNAUTHORIZED,
        "Deze sleutel is niet (meer) geldig. Een beheerder van de baan maakt een nieuwe.",
    )
}
