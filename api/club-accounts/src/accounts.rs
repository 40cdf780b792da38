//! Clubs' accounts and devices: inviting, disabling and enabling, roles, and ending a device's access, the same for a
//! club's managers and for operators. Each is recorded with who did it.

use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use fairway_audit::permanent_text::PermanentText;
use fairway_clock::random;
use fairway_events::ClubId;
use fairway_store::club_accounts::{self, ClubRole, INVITATION, Locked, NewAccount};
use fairway_store::club_actions::{self, ClubAct};
use fairway_store::operator_actions::{self, ActingOperator, ScreenAct};
use fairway_store::{PgConnection, PgPool, club_devices};
use uuid::Uuid;

use crate::access::ClubUser;
use crate::failure::ClubFailure;

/// Characters of a name, at most.
const LONGEST_NAME: usize = 100;

/// The author of a change.
#[derive(Debug)]
pub enum ChangedBy<'a> {
    /// A manager, of their own club.
    Manager(&'a ClubUser),
    /// An operator, of any club, with the reason.
    Operator(ActingOperator, PermanentText),
}

/// An act, under the two names that clubs' and operators' records have for it.
type Act = (&'static str, &'static str);

const INVITE: Act = ("invite", "invite club account");
const INVITE_AGAIN: Act = ("invite again", "invite club account again");
const DISABLE: Act = ("disable account", "disable club account");
const ENABLE: Act = ("enable account", "enable club account");
const REVOKE: Act = ("revoke device", "revoke club device");

/// A person to invite.
#[derive(Debug, Clone)]
pub struct NewPerson {
    /// The club.
    pub club: ClubId,
    /// The name.
    pub name: String,
    /// The address.
    pub email: String,
    /// The role.
    pub role: ClubRole,
}

/// An invitation.
#[derive(Debug, Clone)]
pub struct Invitation {
    /// The token of its link.
    pub token: String,
    /// When it stops to work.
    pub expires_at: DateTime<Utc>,
}

/// Why a change is refused.
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    /// The name is empty or too long.
    #[error("Vul een naam van hoogstens 100 tekens in.")]
    Name,
    /// The address is none.
    #[error("Vul een e-mailadres in.")]
    Email,
    /// The address has an account.
    #[error("Dit e-mailadres heeft al een account. Vul een ander adres in, of nodig diegene opnieuw uit.")]
    Taken,
    /// There is no such account at the club.
    #[error("Dit account bestaat niet.")]
    Unknown,
    /// There is no such device at the club, or its access has ended.
    #[error("Dit toestel heeft al geen toegang meer.")]
    NoDevice,
    /// A manager wants to change their own account.
    #[error("Je eigen account kun je niet wijzigen. Vraag het een andere beheerder van je club.")]
    Yourself,
    /// Nobody could manage the club any more.
    #[error("Dit is de enige beheerder die kan inloggen. Nodig eerst een andere beheerder uit.")]
    LastManager,
    /// It is so already.
    #[error("Dit account is al zo. Laad de pagina opnieuw.")]
    Unchanged,
    /// It is disabled.
    #[error("Dit account is geblokkeerd. Hef dat eerst op.")]
    Disabled,
    /// The database does not answer.
    #[error("the database failed")]
    Database(#[from] fairway_store::Error),
}

impl From<AccountError> for ClubFailure {
    fn from(error: AccountError) -> Self {
        let sentence = error.to_string();
        match error {
            AccountError::Name => Self::invalid_field("name", sentence),
            AccountError::Email | AccountError::Taken => Self::invalid_field("email", sentence),
            AccountError::Unknown | AccountError::NoDevice => Self::not_found(sentence),
            AccountError::Yourself
            | AccountError::LastManager
            | AccountError::Unchanged
            | AccountError::Disabled => Self::new(StatusCode::CONFLICT, sentence),
            AccountError::Database(error) => error.into(),
        }
    }
}

impl ChangedBy<'_> {
    async fn record(
        &self,
        connection: &mut PgConnection,
        (of_club, of_operator): Act,
        club: &str,
        name: &str,
        at: DateTime<Utc>,
    ) -> Result<(), fairway_store::Error> {
        match self {
            Self::Manager(user) => {
                let act = ClubAct { action: of_club, subject: name, reason: "", member: None };
                club_actions::record(connection, user.acting(), act, at).await
            }
            Self::Operator(by, reason) => {
                let subject = format!("{club}: {name}");
                let act = ScreenAct { action: of_operator, subject, member: None, reason: reason.clone() };
                operator_actions::record_at_screen(connection, by, &act, at).await
            }
        }
    }

    /// The only club whose accounts the author may change; none: any.
    const fn club(&self) -> Option<&ClubId> {
        match self {
            Self::Manager(user) => Some(user.club()),
            Self::Operator(..) => None,
        }
    }

    /// Locks an account that the author may change.
    async fn lock(&self, connection: &mut PgConnection, id: Uuid) -> Result<Locked, AccountError> {
        let account = club_accounts::lock(connection, id).await?;
        let account = account.filter(|account| self.club().is_none_or(|club| *club == account.club));
        let account = account.ok_or(AccountError::Unknown)?;
        match self {
            Self::Manager(user) if user.id().0 == id => Err(AccountError::Yourself),
            // Operators are the way back where the only manager is gone.
            Self::Manager(_) if account.is_last_manager => Err(AccountError::LastManager),
            Self::Manager(_) | Self::Operator(..) => Ok(account),
        }
    }
}

/// A name of one line, with at most so many characters.
pub(crate) fn line(text: &str, longest: usize) -> Option<String> {
    operator_actions::line("name", text).ok().filter(|line| line.chars().count() <= longest)
}

/// Invites a person, who gets an account.
///
/// # Errors
/// [`AccountError`].
pub async fn invite(
    pool: &PgPool,
    by: ChangedBy<'_>,
    new: NewPerson,
    at: DateTime<Utc>,
) -> Result<Invitation, AccountError> {
    let name = line(&new.name, LONGEST_NAME).ok_or(AccountError::Name)?;
    let email = fairway_text::email::canonical(&new.email);
    if fairway_text::email::checked(&email).is_err() {
        return Err(AccountError::Email);
    }
    let id = random::new_id(at);
    let account = NewAccount { id, club: &new.club, email: &email, name: &name, role: new.role, at };
    let mut transaction = pool.begin().await?;
    if !club_accounts::add(&mut *transaction, &account).await? {
        return Err(AccountError::Taken);
    }
    let invitation = link(&mut transaction, id, at).await?;
    by.record(&mut transaction, INVITE, &new.club.0, &name, at).await?;
    transaction.commit().await?;
    Ok(invitation)
}

/// Invites a person again: the password, the second factor, the passkeys and the sessions end.
///
/// # Errors
/// [`AccountError`].
pub async fn invite_again(
    pool: &PgPool,
    by: ChangedBy<'_>,
    id: Uuid,
    at: DateTime<Utc>,
) -> Result<Invitation, AccountError> {
    let mut transaction = pool.begin().await?;
    let account = by.lock(&mut transaction, id).await?;
    if account.is_disabled {
        return Err(AccountError::Disabled);
    }
    club_accounts::remove_credentials(&mut transaction, id).await?;
    let invitation = link(&mut transaction, id, at).await?;
    by.record(&mut transaction, INVITE_AGAIN, &account.club.0, &account.name, at).await?;
    transaction.commit().await?;
    Ok(invitation)
}

async fn link(
    connection: &mut PgConnection,
    id: Uuid,
    at: DateTime<Utc>,
) -> Result<Invitation, fairway_store::Error> {
    let (token, expires_at) = (random::new_token(), at + INVITATION);
    club_accounts::set_link(connection, id, &random::digest(token.as_bytes()), expires_at).await?;
    Ok(Invitation { token, expires_at })
}

/// Disables an account, or enables it again; disabling ends its sessions and its invitation.
///
/// # Errors
/// [`AccountError`].
pub async fn set_disabled(
    pool: &PgPool,
    by: ChangedBy<'_>,
    id: Uuid,
    is_disabled: bool,
    at: DateTime<Utc>,
) -> Result<(), AccountError> {
    let mut transaction = pool.begin().await?;
    let account = by.lock(&mut transaction, id).await?;
    if !club_accounts::set_disabled(&mut transaction, id, is_disabled.then_some(at)).await? {
        return Err(AccountError::Unchanged);
    }
    let act = if is_disabled { DISABLE } else { ENABLE };
    by.record(&mut transaction, act, &account.club.0, &account.name, at).await?;
    transaction.commit().await?;
    Ok(())
}

/// Gives somebody another role, which holds from their next request on.
///
/// # Errors
/// [`AccountError`].
pub async fn change_role(
    pool: &PgPool,
    manager: &ClubUser,
    id: Uuid,
    role: ClubRole,
    at: DateTime<Utc>,
) -> Result<(), AccountError> {
    let mut transaction = pool.begin().await?;
    let account = ChangedBy::Manager(manager).lock(&mut transaction, id).await?;
    if account.role == Some(role) {
        return Err(AccountError::Unchanged);
    }
    club_accounts::set_role(&mut *transaction, id, role).await?;
    let before = account.role.map_or("", ClubRole::as_str);
    let subject = format!("{}: {before} → {}", account.name, role.as_str());
    let act = ClubAct { action: "change role", subject: &subject, reason: "", member: None };
    club_actions::record(&mut *transaction, manager.acting(), act, at).await?;
    transaction.commit().await?;
    Ok(())
}

/// Ends the access of a device.
///
/// # Errors
/// [`AccountError`].
pub async fn revoke_device(
    pool: &PgPool,
    by: ChangedBy<'_>,
    id: Uuid,
    at: DateTime<Utc>,
) -> Result<(), AccountError> {
    let mut transaction = pool.begin().await?;
    let revoked = club_devices::revoke(&mut *transaction, id, by.club(), at).await?;
    let (club, name) = revoked.ok_or(AccountError::NoDevice)?;
    by.record(&mut transaction, REVOKE, &club, &name, at).await?;
    transaction.commit().await?;
    Ok(())
}
