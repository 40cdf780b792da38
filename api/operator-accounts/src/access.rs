//! Access to handlers: the session of the cookie, the permission that a handler names, and for every change the checks
//! against requests that another site causes. A handler gets an [`Operator`] only by [`Permitted`].

use std::marker::PhantomData;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;
use fairway_clock::random;
use fairway_store::operator_actions::ActingOperator;
use fairway_store::operator_sessions::{self, OperatorSession};
use fairway_store::operators::Role;
use tracing::Span;
use uuid::Uuid;

use crate::cookies;
use crate::failure::OperatorFailure;
use crate::same_origin::is_same_origin;
use crate::state::OperatorAccounts;

/// The name of the session's cookie: `__Host-` makes browsers refuse one of another host, path or connection.
pub const COOKIE: &str = "__Host-fairway_operator";
/// The header of the form token.
const FORM_TOKEN: &str = "x-csrf-token";
/// Set by screens that ask again by themselves: such a request does not keep a session alive.
const BACKGROUND: &str = "x-background";

/// An operator who is logged in.
#[derive(Debug, Clone)]
pub struct Operator {
    session: OperatorSession,
    token_hash: Vec<u8>,
}

impl Operator {
    pub(crate) const fn new(session: OperatorSession, token_hash: Vec<u8>) -> Self {
        Self { session, token_hash }
    }

    /// The session.
    #[must_use]
    pub const fn session(&self) -> &OperatorSession {
        &self.session
    }

    /// The roles, which decide what the operator may do.
    #[must_use]
    pub fn roles(&self) -> Vec<Role> {
        self.session.roles()
    }

    /// The token that every change of this session must send.
    #[must_use]
    pub fn form_token(&self, operators: &OperatorAccounts) -> String {
        operators.form_tokens.token(&self.token_hash)
    }

    /// The account, as it is recorded.
    #[must_use]
    pub fn acting(&self) -> ActingOperator {
        ActingOperator { id: self.session.operator_id, name: self.session.name.clone() }
    }

    /// The account's id.
    #[must_use]
    pub const fn account_id(&self) -> Uuid {
        self.session.operator_id
    }
}

/// A permission that a handler requires of its operator.
pub trait Permission: Send + Sync {
    /// The roles that are allowed to; any role where it is empty.
    const ROLES: &'static [Role];
    /// Whether a factor of the last minutes is needed, too (`POST /operator/api/session/confirm`).
    const NEEDS_FACTOR: bool = false;
}

/// Anybody who is logged in: their own session.
#[derive(Debug)]
pub enum OwnSession {}
/// Change one's own password, authenticator app, passkeys and recovery codes.
#[derive(Debug)]
pub enum OwnAccount {}
/// Search for members and their rounds, and read what happened to them.
#[derive(Debug)]
pub enum SearchMembers {}
/// Find a member: also for an admin, who may erase them. What else a search finds is for those who may [`SearchMembers`].
#[derive(Debug)]
pub enum FindMembers {}
/// See a member's account, with the acts that can be done for them.
#[derive(Debug)]
pub enum SeeMembers {}
/// Act for members and for clubs' days: grant, give back, cancel, disable, impersonate, close.
#[derive(Debug)]
pub enum ActForMembers {}
/// Grant vouchers and passes, and take back what was granted.
#[derive(Debug)]
pub enum Grant {}
/// Have orders paid back.
#[derive(Debug)]
pub enum Refund {}
/// Ask for a new e-mail address of a member, with which they log in.
#[derive(Debug)]
pub enum ChangeAddresses {}
/// Correct members' names, addresses and numbers.
#[derive(Debug)]
pub enum CorrectProfiles {}
/// Erase members.
#[derive(Debug)]
pub enum EraseMembers {}
/// See what the portal and its operators do.
#[derive(Debug)]
pub enum Watch {}
/// See which mails wait or failed.
#[derive(Debug)]
pub enum SeeMails {}
/// Have a mail sent again.
#[derive(Debug)]
pub enum SendMails {}
/// See what runs.
#[derive(Debug)]
pub enum SeeRuns {}
/// Verify journal, seal and read models.
#[derive(Debug)]
pub enum CheckIntegrity {}
/// Rebuild read models.
#[derive(Debug)]
pub enum RebuildProjections {}
/// Decide that rebuilt read models replace the live ones.
#[derive(Debug)]
pub enum SwapProjections {}
/// See content: drafts, times, and who changed what.
#[derive(Debug)]
pub enum SeeContent {}
/// Write news, questions, pages, offers, settings and clubs.
#[derive(Debug)]
pub enum EditContent {}
/// See clubs' accounts and devices.
#[derive(Debug)]
pub enum SeeClubAccounts {}
/// Invite people at clubs, disable their accounts, and end the access of clubs' devices.
#[derive(Debug)]
pub enum ManageClubAccounts {}
/// See what clubs are owed.
#[derive(Debug)]
pub enum SeeStatements {}
/// Set clubs' tariffs and the details on invoices, close months, and end disputes.
#[derive(Debug)]
pub enum ManageStatements {}
/// Add, disable and reset operators.
#[derive(Debug)]
pub enum ManageOperators {}

impl Permission for OwnSession {
    const ROLES: &'static [Role] = &[];
}
impl Permission for OwnAccount {
    const ROLES: &'static [Role] = &[];
    const NEEDS_FACTOR: bool = true;
}
impl Permission for SearchMembers {
    const ROLES: &'static [Role] = &[Role::Support, Role::Auditor];
}
impl Permission for FindMembers {
    const ROLES: &'static [Role] = &[Role::Support, Role::Auditor, Role::Admin];
}
impl Permission for SeeMembers {
    const ROLES: &'static [Role] = &[Role::Support, Role::Auditor, Role::Admin];
}
impl Permission for ActForMembers {
    const ROLES: &'static [Role] = &[Role::Support];
}
impl Permission for Grant {
    const ROLES: &'static [Role] = &[Role::Support];
    const NEEDS_FACTOR: bool = true;
}
impl Permission for Refund {
    const ROLES: &'static [Role] = &[Role::Support];
    const NEEDS_FACTOR: bool = true;
}
impl Permission for ChangeAddresses {
    const ROLES: &'static [Role] = &[Role::Support];
    const NEEDS_FACTOR: bool = true;
}
impl Permission for CorrectProfiles {
    const ROLES: &'static [Role] = &[Role::Support];
    const NEEDS_FACTOR: bool = true;
}
impl Permission for EraseMembers {
    const ROLES: &'static [Role] = &[Role::Admin];
    const NEEDS_FACTOR: bool = true;
}
impl Permission for Watch {
    const ROLES: &'static [Role] = &[Role::Auditor, Role::Admin];
}
impl Permission for SeeMails {
    const ROLES: &'static [Role] = &[Role::Support, Role::Auditor, Role::Admin];
}
impl Permission for SendMails {
    const ROLES: &'static [Role] = &[Role::Support, Role::Admin];
}
impl Permission for SeeRuns {
    const ROLES: &'static [Role] = &[Role::Support, Role::Auditor, Role::Admin];
}
impl Permission for CheckIntegrity {
    const ROLES: &'static [Role] = &[Role::Auditor, Role::Admin];
}
impl Permission for RebuildProjections {
    const ROLES: &'static [Role] = &[Role::Admin];
}
impl Permission for SwapProjections {
    const ROLES: &'static [Role] = &[Role::Admin];
    const NEEDS_FACTOR: bool = true;
}
impl Permission for SeeContent {
    const ROLES: &'static [Role] = &[Role::Content, Role::Auditor, Role::Admin];
}
impl Permission for EditContent {
    const ROLES: &'static [Role] = &[Role::Content, Role::Admin];
}
impl Permission for SeeClubAccounts {
    const ROLES: &'static [Role] = &[Role::Support, Role::Admin];
}
impl Permission for ManageClubAccounts {
    const ROLES: &'static [Role] = &[Role::Support, Role::Admin];
    const NEEDS_FACTOR: bool = true;
}
impl Permission for SeeStatements {
    const ROLES: &'static [Role] = &[Role::Support, Role::Auditor, Role::Admin];
}
impl Permission for ManageStatements {
    const ROLES: &'static [Role] = &[Role::Admin];
    const NEEDS_FACTOR: bool = true;
}
impl Permission for ManageOperators {
    const ROLES: &'static [Role] = &[Role::Admin];
    const NEEDS_FACTOR: bool = true;
}

/// An operator who has the permission `P`.
#[derive(Debug)]
pub struct Permitted<P> {
    /// The operator of the request.
    pub operator: Operator,
    permission: PhantomData<P>,
}

impl<P: Permission, S: AsRef<OperatorAccounts> + Send + Sync> FromRequestParts<Arc<S>> for Permitted<P> {
    type Rejection = OperatorFailure;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<S>) -> Result<Self, OperatorFailure> {
        let operators: &OperatorAccounts = (**state).as_ref();
        let now = operators.common.clock.now();
        let token = session_token(&parts.headers).ok_or_else(OperatorFailure::unauthorized)?;
        let token_hash = random::digest(token.as_bytes());
        let session = operator_sessions::find(&operators.common.pool, &token_hash, now).await?;
        let session = session.ok_or_else(OperatorFailure::unauthorized)?;
        Span::current().record("operator", tracing::field::display(session.operator_id));
        if !parts.method.is_safe() {
            refuse_foreign(operators, &parts.headers, &token_hash)?;
        }
        let roles = session.roles();
        if !P::ROLES.is_empty() && !P::ROLES.iter().any(|role| roles.contains(role)) {
            let needed: Vec<&str> = P::ROLES.iter().copied().map(Role::as_str).collect();
            return Err(OperatorFailure::forbidden(format!(
                "Your account may not do this: it needs the role {}. An admin can give it.",
                needed.join(" or ")
            )));
        }
        if P::NEEDS_FACTOR && !session.is_confirmed(now) {
            return Err(OperatorFailure::unconfirmed(session.has_second_factor));
        }
        if !parts.headers.contains_key(BACKGROUND) {
            operator_sessions::note_use(&operators.common.pool, &session, now).await?;
        }
        Ok(Self { operator: Operator { session, token_hash }, permission: PhantomData })
    }
}

/// Refuses a change that did not come from a page of this session.
fn refuse_foreign(
    operators: &OperatorAccounts,
    headers: &HeaderMap,
    token_hash: &[u8],
) -> Result<(), OperatorFailure> {
    refuse_other_origin(headers)?;
    let token = headers.get(FORM_TOKEN).and_then(|token| token.to_str().ok());
    if token.is_some_and(|token| operators.form_tokens.is_of(token, token_hash)) {
        return Ok(());
    }
    Err(OperatorFailure::forbidden(
        "This page is from an earlier session. Load it again and repeat the change.",
    ))
}

/// Refuses a change that a page of another origin sent.
pub(crate) fn refuse_other_origin(headers: &HeaderMap) -> Result<(), OperatorFailure> {
    if is_same_origin(headers) {
        return Ok(());
    }
    Err(OperatorFailure::forbidden("Changes are accepted from the operators' own screens only."))
}

/// The token in the session's cookie.
pub(crate) fn session_token(headers: &HeaderMap) -> Option<String> {
    cookies::token(headers, COOKIE)
}

/// The cookie of a session; none: it is removed.
pub(crate) fn session_cookie(token: Option<&str>) -> String {
    cookies::set(COOKIE, token, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cookie_is_for_this_host_and_no_script_reads_it() {
        let set = session_cookie(Some("abc"));
        assert_eq!(set, "__Host-fairway_operator=abc; HttpOnly; SameSite=Strict; Secure; Path=/");
        assert!(session_cookie(None).contains("Max-Age=0"));
        let headers = HeaderMap::from_iter([(
            axum::http::header::COOKIE,
            "other=1; __Host-fairway_operator=abc".parse().expect("a header"),
        )]);
        assert_eq!(session_token(&headers).as_deref(), Some("abc"));
        assert_eq!(session_token(&HeaderMap::new()), None);
    }
}
