//! Operators' accounts: adding, disabling, enabling and resetting one, the same for the command line and the screens.
//! Each is recorded with who did it and why.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use fairway_audit::permanent_text::PermanentText;
use fairway_clock::random;
use fairway_store::operator_actions::{ActingOperator, ScreenAct};
use fairway_store::operators::Role;
use fairway_store::{PgConnection, PgPool};
use fairway_store::{operator_access, operator_actions, operators};
use uuid::Uuid;

/// The author of a change of operators' accounts.
#[derive(Debug, Clone)]
pub enum ChangedBy {
    /// Somebody with access to the machine.
    CommandLine,
    /// An admin at a screen, with the reason.
    Admin(ActingOperator, PermanentText),
}

/// A new account.
#[derive(Debug, Clone)]
pub struct NewOperator {
    /// The address.
    pub email: String,
    /// The display name.
    pub name: String,
    /// The roles; at least one.
    pub roles: Vec<Role>,
}

/// Why it is refused.
#[derive(Debug, thiserror::Error)]
pub enum OperatorError {
    /// Fields that are not valid, each with a sentence.
    #[error("{}", .0.values().cloned().collect::<Vec<_>>().join(" "))]
    Invalid(BTreeMap<String, String>),
    /// There is no such account.
    #[error("There is no such operator.")]
    Unknown,
    /// It is as wished already.
    #[error("{0}")]
    Unchanged(&'static str),
    /// Nobody could manage operators any more.
    #[error("This is the only admin who can log in: add another admin first.")]
    LastAdmin,
    /// The database does not answer.
    #[error("the database failed")]
    Database(#[from] fairway_store::Error),
}

impl ChangedBy {
    async fn record(
        &self,
        connection: &mut PgConnection,
        action: &'static str,
        subject: &str,
        at: DateTime<Utc>,
    ) -> Result<(), fairway_store::Error> {
        let (by, reason) = match self {
            Self::Admin(by, reason) => (by.clone(), reason.clone()),
            // Nobody's account: who may run commands on the machine is outside of this program.
            Self::CommandLine => {
                let by = ActingOperator { id: Uuid::nil(), name: "command line".to_owned() };
                (by, PermanentText::stored("command on the machine".to_owned()))
            }
        };
        let act = ScreenAct { action, subject: subject.to_owned(), member: None, reason };
        operator_actions::record_at_screen(connection, &by, &act, at).await
    }
}

/// Adds an account; returns the token of the link by which the person sets it up.
///
/// # Errors
/// [`OperatorError`].
pub async fn add(
    pool: &PgPool,
    manager: ChangedBy,
    new: NewOperator,
    at: DateTime<Utc>,
) -> Result<String, OperatorError> {
    let mut problems = BTreeMap::new();
    let email = fairway_text::email::canonical(&new.email);
    if fairway_text::email::checked(&email).is_err() {
        problems.insert("email".to_owned(), "Write an e-mail address.".to_owned());
    }
    let name = operator_actions::line("the name", &new.name);
    if name.is_err() {
        problems.insert("name".to_owned(), "Write a name of at most 200 characters.".to_owned());
    }
    if new.roles.is_empty() {
        problems.insert("roles".to_owned(), "Choose at least one role.".to_owned());
    }
    let (true, Ok(name)) = (problems.is_empty(), name) else { return Err(OperatorError::Invalid(problems)) };
    let (id, token) = (random::new_id(at), random::new_token());
    let mut transaction = pool.begin().await?;
    if !operators::add(&mut *transaction, id, &email, &name, &new.roles, at).await? {
        return Err(match operators::by_email(&mut *transaction, &email).await? {
            Some(_) => {
                invalid("email", "An operator with this address exists already: reset that account instead.")
            }
            None => invalid(
                "name",
                "Another operator has this name, by which acts are recorded: add what distinguishes them.",
            ),
        });
    }
    operators::set_link(&mut *transaction, id, &random::digest(token.as_bytes())).await?;
    manager.record(&mut transaction, "add operator", &name, at).await?;
    transaction.commit().await?;
    Ok(token)
}

/// Disables an account: everything that it holds ends, also what the operator does as a member.
///
/// # Errors
/// [`OperatorError`].
pub async fn disable(
    pool: &PgPool,
    manager: ChangedBy,
    id: Uuid,
    at: DateTime<Utc>,
) -> Result<(), OperatorError> {
    let mut transaction = pool.begin().await?;
    let name = operators::name_of(&mut *transaction, id).await?.ok_or(OperatorError::Unknown)?;
    if operators::is_last_admin(&mut transaction, id).await? {
        return Err(OperatorError::LastAdmin);
    }
    if !operators::set_disabled(&mut transaction, id, Some(at)).await? {
        return Err(OperatorError::Unchanged("This account is disabled already."));
    }
    manager.record(&mut transaction, "disable operator", &name, at).await?;
    transaction.commit().await?;
    Ok(())
}

/// Enables an account again; its password and its second factor are those of before.
///
/// # Errors
/// [`OperatorError`].
pub async fn enable(
    pool: &PgPool,
    manager: ChangedBy,
    id: Uuid,
    at: DateTime<Utc>,
) -> Result<(), OperatorError> {
    let mut transaction = pool.begin().await?;
    let name = operators::name_of(&mut *transaction, id).await?.ok_or(OperatorError::Unknown)?;
    if !operators::set_disabled(&mut transaction, id, None).await? {
        return Err(OperatorError::Unchanged("This account is enabled already."));
    }
    manager.record(&mut transaction, "enable operator", &name, at).await?;
    transaction.commit().await?;
    Ok(())
}

/// Gives an account these roles instead of those that it has. They hold from the operator's next request on; with the role
/// of those who act for members ends what the operator does as a member.
///
/// # Errors
/// [`OperatorError`].
pub async fn change_roles(
    pool: &PgPool,
    manager: ChangedBy,
    id: Uuid,
    roles: &[Role],
    at: DateTime<Utc>,
) -> Result<(), OperatorError> {
    let wanted: Vec<Role> = Role::ALL.into_iter().filter(|role| roles.contains(role)).collect();
    if wanted.is_empty() {
        return Err(invalid("roles", "Choose at least one role."));
    }
    let mut transaction = pool.begin().await?;
    // Locks the admins, so that two of them do not take each other's role at the same time; and before the account, so that
    // no two changes wait for each other.
    let is_last_admin = operators::is_last_admin(&mut transaction, id).await?;
    let account = operators::lock_roles(&mut *transaction, id).await?;
    let (name, before) = account.ok_or(OperatorError::Unknown)?;
    if before == wanted {
        return Err(OperatorError::Unchanged("This account has these roles already."));
    }
    if is_last_admin && !wanted.contains(&Role::Admin) {
        return Err(OperatorError::LastAdmin);
    }
    operators::set_roles(&mut *transaction, id, &wanted).await?;
    if before.contains(&Role::Support) && !wanted.contains(&Role::Support) {
        operator_access::end_impersonations(&mut transaction, id, None).await?;
    }
    let subject = format!("{name}: {} → {}", named(&before), named(&wanted));
    manager.record(&mut transaction, "change roles", &subject, at).await?;
    transaction.commit().await?;
    Ok(())
}

fn named(roles: &[Role]) -> String {
    roles.iter().copied().map(Role::as_str).collect::<Vec<_>>().join(", ")
}

/// Takes an account's password and second factor away, ends everything that it holds, and returns the token of a new link.
///
/// # Errors
/// [`OperatorError`].
pub async fn reset(
    pool: &PgPool,
    manager: ChangedBy,
    id: Uuid,
    at: DateTime<Utc>,
) -> Result<String, OperatorError> {
    let token = random::new_token();
    let mut transaction = pool.begin().await?;
    let name = operators::name_of(&mut *transaction, id).await?.ok_or(OperatorError::Unknown)?;
    // The command line is the way back where the only admin has lost the authenticator app.
    if matches!(manager, ChangedBy::Admin(..)) && operators::is_last_admin(&mut transaction, id).await? {
        return Err(OperatorError::LastAdmin);
    }
    operators::remove_credentials(&mut transaction, id).await?;
    operators::set_link(&mut *transaction, id, &random::digest(token.as_bytes())).await?;
    manager.record(&mut transaction, "reset operator", &name, at).await?;
    transaction.commit().await?;
    Ok(token)
}

fn invalid(field: &str, sentence: &str) -> OperatorError {
    OperatorError::Invalid(BTreeMap::from([(field.to_owned(), sentence.to_owned())]))
}
