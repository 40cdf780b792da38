//! The group of a request: its e-mail addresses become members, with the caller among them.

use fairway_events::MemberId;

use crate::app::App;
use crate::http::caller::Caller;
use crate::http::failure::Failure;
use crate::http::rejection::Names;
use crate::store::members::{self, Member};

/// Members in the order of the request.
#[derive(Debug)]
pub struct Party {
    /// Who plays.
    pub players: Vec<Member>,
}

impl Party {
    /// Finds the members of these addresses (lower case, all different). One query.
    ///
    /// # Errors
    /// 422 when an address belongs to nobody.
    pub async fn find(app: &App, emails: &[String]) -> Result<Self, Failure> {
        let mut found = members::by_emails(&app.pool, emails).await?;
        let players = emails
            .iter()
            .map(|email| {
                found
                    .remove(email)
                    .ok_or_else(|| Failure::invalid_field("players", format!("{email} niet gevonden")))
            })
            .collect::<Result<_, _>>()?;
        Ok(Self { players })
    }

    /// The same, with the caller among them (docs/domain.md §3.1).
    ///
    /// # Errors
    /// 422 when an address belongs to nobody or the caller is missing.
    pub async fn with_caller(app: &App, caller: &Caller, emails: &[String]) -> Result<Self, Failure> {
        let party = Self::find(app, emails).await?;
        if party.players.iter().all(|player| player.id != caller.id()) {
            return Err(Failure::invalid_field("players", "Je moet zelf een van de spelers zijn."));
        }
        Ok(party)
    }

    /// Their ids.
    #[must_use]
    pub fn ids(&self) -> Vec<MemberId> {
        self.players.iter().map(|player| player.id).collect()
    }

    /// Their first names, and the caller's.
    #[must_use]
    pub fn names(&self, caller: &Caller) -> Names {
        Names::of(self.players.iter().chain(std::iter::once(&caller.member)))
    }
}
