//! The caller: the member of the bearer token. A handler that takes a [`Caller`] needs a valid session; there is no
//! other way to get one.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::{HeaderMap, header, request::Parts};
use chrono::{DateTime, Utc};
use fairway_clock::random;
use fairway_events::{Actor, MemberId};
use fairway_query::ReadModelsVersion;
use fairway_store::clubs::Clubs;
use fairway_store::members::Member;
use fairway_store::operator_actions::OperatorAct;
use fairway_store::sessions;
use tracing::Span;
use uuid::Uuid;

use super::failure::Failure;
use crate::common::Common;

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
    pub async fn clubs(&self, common: &Common) -> Result<Arc<Clubs>, Failure> {
        Ok(common.clubs.at(&common.pool, self.reference_version).await?)
    }

    /// Members by id, with names at the version that the database has. Erased members are included and marked as such.
    ///
    /// # Errors
    /// When some have to be read and the database does not answer.
    pub async fn names(
        &self,
        common: &Common,
        ids: &[MemberId],
    ) -> Result<HashMap<MemberId, Member>, Failure> {
        Ok(common.names.at(&common.pool, self.names_version, ids).await?)
    }

    /// How far the read models were projected when the session was read.
    #[must_use]
    pub const fn read_models(&self) -> ReadModelsVersion {
        self.read_models
    }

    /// The count of changes of names when the session was read.
    #[must_use]
    pub const fn names_version(&self) -> i64 {
        self.names_version
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Caller
where
    Common: FromRef<S>,
{
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let common = Common::from_ref(state);
        let token = bearer(&parts.headers).ok_or_else(Failure::unauthorized)?;
        let token_hash = random::digest(token.as_bytes());
        let now = common.clock.now();
        let session = sessions::find(&common.pool, &token_hash, now).await?;
        let session = session.ok_or_else(Failure::unauthorized)?;
        // Where nothing can be written, such as on a full disk, members still read.
        if let Err(error) = sessions::note_use(&common.pool, &session, &token_hash, now).await {
            tracing::debug!(%error, "the use of a session was not noted");
        }
        Span::current().record("member", tracing::field::display(session.member.id));
        // Receipts are the member's: `Once` is taken after the caller.
        parts.extensions.insert(session.member.id);
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
