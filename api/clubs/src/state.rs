//! The state that the endpoints of clubs share.

use std::sync::Arc;

use fairway_club_accounts::ClubAccounts;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::Failure;
use fairway_round_data::links::Links;
use fairway_rounds::live::LiveClubDays;
use fairway_store::clubs::{self, Clubs as ClubCards};

/// The state of the clubs' endpoints.
#[derive(Debug)]
pub struct Clubs {
    /// The state that every endpoint of the portal shares.
    pub common: Common,
    /// Accounts and devices of clubs, and their sessions.
    pub accounts: Arc<ClubAccounts>,
    /// Signed links and codes.
    pub links: Arc<Links>,
    /// Notifies open screens of changed days.
    pub live: LiveClubDays,
}

impl Clubs {
    /// Of the parts of the portal.
    #[must_use]
    pub fn new(accounts: Arc<ClubAccounts>, links: Arc<Links>, live: LiveClubDays) -> Self {
        Self { common: accounts.common.clone(), accounts, links, live }
    }

    /// All clubs: a code may be for another than the user's.
    ///
    /// # Errors
    /// When the database does not answer.
    pub(crate) async fn cards(&self) -> Result<Arc<ClubCards>, Failure> {
        let pool = &self.common.pool;
        Ok(self.common.clubs.at(pool, clubs::version(pool).await?).await?)
    }
}

impl AsRef<Common> for Clubs {
    fn as_ref(&self) -> &Common {
        &self.common
    }
}

impl AsRef<ClubAccounts> for Clubs {
    fn as_ref(&self) -> &ClubAccounts {
        &self.accounts
    }
}
