//! The caller: the member of the bearer token. A handler that takes a [`Caller`] needs a valid session; there is no
//! other way to get one.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::{HeaderMap, header, request::Parts};
use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{Actor, MemberId};
use fairway_query::{OwnBooking, ReadModelsVersion};
use tracing::Span;
use uuid::Uuid;

use super::failure::Failure;
use crate::app::App;
use crate::random;
use crate::rounds::rights::{Claims, RightsByMember, WantedDays};
use crate::store::clubs::Clubs;
use crate::store::lookups::{self, LookedUp};
use crate::store::members::Member;
use crate::store::operator_actions::OperatorAct;
use crate::store::sessions;

/// The authenticated member.
#[derive(Debug, Clone)]
pub struct Caller {
    /// The member.
    pub member: Member,
    /// Set when an operator sees the portal as the member.
    pub impersonation: Option<OperatorAct>,
    /// Names the session to its member.
    pub session_id: Uuid,
    /// When it began.
    pub session_started_at: DateTime<Utc>,
    /// The hash of the token in the request: log-out revokes it.
    pub token_hash: Vec<u8>,
    read_models: ReadModelsVersion,
    reference_version: i64,
    names_version: i64,
}

impl Caller {
    /// The member's id.
    #[must_use]
    pub fn id(&self) -> MemberId {
        self.member.id
    }

    /// The actor that the journal records for this session's commands.
    #[must_use]
    pub fn actor(&self) -> Actor {
        match &self.impersonation {
            None => Actor::Member(self.member.id),
            Some(by) => Actor::Impersonator { operator: by.operator.clone(), member: self.member.id },
        }
    }

    /// The metadata that it records with them: under whose account an operator worked, and why.
    #[must_use]
    pub fn metadata(&self) -> BTreeMap<String, String> {
        self.impersonation.as_ref().map(|by| by.metadata(self.member.id.to_string())).unwrap_or_default()
    }

    /// The clubs, at the version that the database has.
    ///
    /// # Errors
    /// When they have to be read again and the database does not answer.
    pub async fn clubs(&self, app: &App) -> Result<Arc<Clubs>, Failure> {
        Ok(app.clubs.at(&app.pool, self.reference_version).await?)
    }

    /// Members by id, with names at the version that the database has. Erased members are included and marked as such.
    ///
    /// # Errors
    /// When some have to be read and the database does not answer.
    pub async fn names(&self, app: &App, ids: &[MemberId]) -> Result<HashMap<MemberId, Member>, Failure> {
        Ok(app.names.at(&app.pool, self.names_version, ids).await?)
    }

    /// The caller's upcoming rounds, as [`Reads::upcoming`](fairway_query::Reads::upcoming); `today` in Europe/Amsterdam.
    ///
    /// # Errors
    /// When they have to be read and the database does not answer.
    pub async fn upcoming(&self, app: &App, today: NaiveDate) -> Result<Arc<[OwnBooking]>, Failure> {
        Ok(app.upcoming.of_member(&app.reads, self.read_models, self.id(), today).await?)
    }

    /// What members may play on a day, today in Europe/Amsterdam, as [`crate::rounds::rights::RightsCache::of_members`].
    ///
    /// # Errors
    /// When it has to be read and the database does not answer.
    pub async fn rights(
        &self,
        app: &App,
        members: &[MemberId],
        today: NaiveDate,
    ) -> Result<RightsByMember, Failure> {
        Ok(app.rights.of_members(&app.reads, self.read_models, members, today).await?)
    }

    /// The same and how full clubs are, as [`crate::rounds::rights::RightsCache::with_claims`].
    ///
    /// # Errors
    /// When it has to be read and the database does not answer.
    pub async fn rights_and_claims(
        &self,
        app: &App,
        members: &[MemberId],
        wanted: WantedDays<'_>,
    ) -> Result<(RightsByMember, Arc<Claims>), Failure> {
        Ok(app.rights.with_claims(&app.reads, self.read_models, members, wanted).await?)
    }

    /// The members of addresses, as [`lookups::look_up`]; `at` is now, and today in Europe/Amsterdam.
    ///
    /// # Errors
    /// When they have to be read and the database does not answer.
    pub async fn look_up(
        &self,
        app: &App,
        emails: &[String],
        at: (DateTime<Utc>, NaiveDate),
    ) -> Result<LookedUp, Failure> {
        let caller = (self.id(), self.names_version);
        Ok(lookups::look_up((&app.pool, &app.lookups), caller, emails, at).await?)
    }
}

impl FromRequestParts<Arc<App>> for Caller {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Failure> {
        let token = bearer(&parts.headers).ok_or_else(Failure::unauthorized)?;
        let token_hash = random::digest(token.as_bytes());
        let now = app.clock.now();
        let session = sessions::find(&app.pool, &token_hash, now).await?;
        let session = session.ok_or_else(Failure::unauthorized)?;
        // Where nothing can be written, such as on a full disk, members still read.
        if let Err(error) = sessions::note_use(&app.pool, &session, &token_hash, now).await {
            tracing::debug!(%error, "the use of a session was not noted");
        }
        Span::current().record("member", tracing::field::display(session.member.id));
        if let Some(by) = &session.impersonation {
            Span::current().record("operator", &by.operator);
        }
        Ok(Self {
            member: session.member,
            impersonation: session.impersonation,
            session_id: session.id,
            session_started_at: session.created_at,
            token_hash,
            read_models: session.read_models,
            reference_version: session.reference_version,
            names_version: session.names_version,
        })
    }
}

/// The token of `Authorization: Bearer …`, up to 256 bytes.
#[must_use]
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    let token = token.trim();
    (scheme.eq_ignore_ascii_case("bearer") && !token.is_empty() && token.len() <= 256).then_some(token)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_the_second_word_of_the_header_and_no_longer_than_256_bytes() {
        let read = |text: &str| {
            let headers = HeaderMap::from_iter([(header::AUTHORIZATION, text.parse().expect("a header"))]);
            bearer(&headers).map(str::to_owned)
        };
        let longest = "t".repeat(256);
        for (text, token) in [("Bearer abc", "abc"), ("bearer  abc ", "abc"), ("BEARER a b", "a b")] {
            assert_eq!(read(text).as_deref(), Some(token), "{text}");
        }
        assert_eq!(read(&format!("Bearer {longest}")), Some(longest.clone()));
        for text in ["", "Bearer", "Bearer ", "Basic abc", "abc", &format!("Bearer {longest}t")] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(bearer(&HeaderMap::new()), None);
    }
}
