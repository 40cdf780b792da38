//! Each part of the portal gets the settings that it needs, and sees no others.

use fairway_club_accounts as club_accounts;
use fairway_documents::Portal;
use fairway_documents::portal::InvalidPortal;
use fairway_documents::signing::Secrets;
use fairway_endpoint::common::Limits;
use fairway_members as members;
use fairway_members::erasure::eraser::Erasing;
use fairway_members::erasure::pseudonyms::Pseudonyms;
use fairway_notifications as notifications;
use fairway_notifications::mail::server::Server;
use fairway_operator_accounts as operators;
use fairway_payments as payments;
use fairway_round_data::links::Links;
use fairway_rounds as rounds;
use fairway_store::database::DatabaseSettings;
use fairway_store::mail_folder::Folder;

use fairway_import::Installation;

use super::{Config, Environment};

impl Config {
    /// The settings of the database.
    #[must_use]
    pub fn database(&self) -> DatabaseSettings {
        DatabaseSettings {
            url: self.database_url.clone(),
            direct_url: self.direct_url.clone(),
            owner_url: self.owner_url.clone(),
            data_dir: self.data_dir.clone(),
            binaries: self.postgres_bin.clone(),
            migrate_at_start: self.migrate_at_start,
        }
    }

    /// The installation's secrets.
    #[must_use]
    pub fn secrets(&self) -> Secrets {
        Secrets { present: self.secret.clone(), former: self.former_secrets.clone() }
    }

    /// The signed links.
    ///
    /// # Errors
    /// Never for a configuration that was loaded.
    pub fn links(&self) -> Result<Links, InvalidPortal> {
        let clubs = Portal::new(&self.club_url, &self.contact_email)?;
        Ok(Links::new(self.portal()?, clubs, &self.secret))
    }

    /// Recognises erased members.
    #[must_use]
    pub fn pseudonyms(&self) -> Pseudonyms {
        Pseudonyms::new(&self.secrets())
    }

    /// The settings of an erasure.
    #[must_use]
    pub fn erasing(&self) -> Erasing {
        Erasing { pseudonyms: self.pseudonyms(), data_dir: self.data_dir.clone() }
    }

    /// The settings of an import.
    ///
    /// # Errors
    /// Never for a configuration that was loaded.
    pub fn installation(&self) -> Result<Installation, InvalidPortal> {
        Ok(Installation { pseudonyms: self.pseudonyms(), portal: self.portal()? })
    }

    pub(crate) const fn limits(&self) -> Limits {
        Limits { bookings_per_hour: self.bookings_per_hour, changes_per_hour: self.changes_per_hour }
    }

    pub(crate) fn rounds(&self, streams: usize) -> rounds::Settings {
        rounds::Settings { streams, shows_samples: self.environment == Environment::Development }
    }

    /// The settings of the payments.
    #[must_use]
    pub fn payments(&self) -> payments::Settings {
        payments::Settings {
            choice: self.payments.clone(),
            listen: self.listen,
            public_url: self.public_url.clone(),
            is_production: self.is_production(),
        }
    }

    /// The settings of the notifications.
    ///
    /// # Errors
    /// Never for a configuration that was loaded.
    pub fn notifications(&self) -> Result<notifications::Settings, InvalidPortal> {
        Ok(notifications::Settings {
            links: self.links()?,
            server: self.mail.clone(),
            certificates: self.mail_ca.clone(),
            folder: Folder::in_data_dir(&self.data_dir),
            shows_mails: self.environment == Environment::Development && self.mail == Server::File,
            secrets: self.secrets(),
            push_services: self.push_services.clone(),
            seal_to: self.seal_to.clone(),
            operator_url: self.operator_url.clone(),
        })
    }

    pub(crate) fn members(&self) -> members::Settings {
        let client = members::Client { id: self.client_id.clone(), secret: self.client_secret.clone() };
        members::Settings {
            public_url: self.public_url.clone(),
            client,
            secrets: self.secrets(),
            erasing: self.erasing(),
        }
    }

    /// The settings of the clubs' screens.
    #[must_use]
    pub fn club_accounts(&self) -> club_accounts::Settings {
        club_accounts::Settings {
            url: self.club_url.clone(),
            is_production: self.is_production(),
            secrets: self.secrets(),
        }
    }

    /// The settings of the operators' screens.
    #[must_use]
    pub fn operators(&self) -> operators::Settings {
        operators::Settings {
            url: self.operator_url.clone(),
            portal_url: self.public_url.clone(),
            club_url: self.club_url.clone(),
            is_production: self.is_production(),
            secrets: self.secrets(),
        }
    }
}
