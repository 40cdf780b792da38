//! The record of operators' log-ins: a row of `operator_actions` for each, failed or not. Of a stranger it keeps nothing
//! that was written: an address or a name in a log-in may be anybody's, or a password in the wrong field.

use chrono::{DateTime, Utc};
use fairway_clock::random;
use sqlx::PgExecutor;
use uuid::Uuid;

/// An attempt to log in, or to confirm a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogIn {
    /// A session began with a password alone, during development.
    WithPassword {
        /// The session.
        session: Uuid,
    },
    /// A session began with a password and a code.
    Succeeded {
        /// The session.
        session: Uuid,
    },
    /// A session began with a recovery code.
    Recovered {
        /// The session.
        session: Uuid,
    },
    /// A session began with a passkey.
    WithPasskey {
        /// The session.
        session: Uuid,
    },
    /// A passkey was unknown, removed or of a disabled account, or did not sign the challenge.
    WrongPasskey,
    /// The password was wrong, or no account that may log in has the address.
    WrongPassword,
    /// The password was right, and no code was given.
    WithoutCode,
    /// The password was right and the code was not.
    WrongCode,
    /// The password was right, and the account has no authenticator app.
    WithoutApp,
    /// It was not tried: too many had failed.
    Throttled,
    /// The person of a session gave a password or a code anew.
    Confirmed,
    /// The person of a session gave a wrong password or code anew.
    NotConfirmed,
    /// It was not tried: too many of this session had failed.
    ConfirmationThrottled,
}

impl LogIn {
    const fn action(self) -> &'static str {
        match self {
            Self::WithPassword { .. }
            | Self::Succeeded { .. }
            | Self::Recovered { .. }
            | Self::WithPasskey { .. } => "log in",
            Self::Confirmed => "confirm",
            Self::NotConfirmed | Self::ConfirmationThrottled => "refused confirmation",
            Self::WrongPassword
            | Self::WrongPasskey
            | Self::WithoutCode
            | Self::WrongCode
            | Self::WithoutApp
            | Self::Throttled => "refused log-in",
        }
    }

    const fn reason(self) -> &'static str {
        match self {
            Self::WithPassword { .. } => "password",
            Self::Succeeded { .. } => "password and code",
            Self::Recovered { .. } => "password and recovery code",
            Self::WithPasskey { .. } => "passkey",
            Self::WrongPassword => "wrong address or password",
            Self::WrongPasskey => "wrong passkey",
            Self::WithoutCode => "right password, no code yet",
            Self::WrongCode => "right password, wrong code",
            Self::WithoutApp => "right password, no authenticator app",
            Self::Throttled | Self::ConfirmationThrottled => "too many failures: not tried",
            Self::Confirmed => "before an act that needs it",
            Self::NotConfirmed => "wrong",
        }
    }
}

/// Records a log-in to the account of this id and name; none: no account has the address. Attempts at no account, and
/// those that are not tried, are recorded once a minute: strangers make as many as they like.
/// Fails when the database does not answer.
pub async fn record(
    executor: impl PgExecutor<'_>,
    account: Option<(Uuid, &str)>,
    log_in: LogIn,
    at: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    let id = match account {
        Some(_) if !matches!(log_in, LogIn::Throttled | LogIn::ConfirmationThrottled) => random::new_id(at),
        _ => {
            let minute = at.timestamp().div_euclid(60);
            let whose = account.map(|(id, _)| id).unwrap_or_default();
            Uuid::new_v5(&whose, format!("{} {} {minute}", log_in.action(), log_in.reason()).as_bytes())
        }
    };
    let subject = match log_in {
        LogIn::WithPassword { session }
        | LogIn::Succeeded { session }
        | LogIn::Recovered { session }
        | LogIn::WithPasskey { session } => {
            format!("session {session}")
        }
        _ => "account".to_owned(),
    };
    sqlx::query(
        "INSERT INTO operator_actions (id, at, operator, reason, action, subject, operator_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (id) DO NOTHING",
    )
    .bind(id)
    .bind(at)
    .bind(account.map_or("unknown", |(_, name)| name))
    .bind(log_in.reason())
    .bind(log_in.action())
    .bind(subject)
    .bind(account.map(|(id, _)| id))
    .execute(executor)
    .await
    .map(|_| ())
}
