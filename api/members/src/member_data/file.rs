//! The file itself: sections with what their fields mean, as JSON text that grows row by row.

use chrono::{DateTime, Utc};
use fairway_events::JournalError;
use fairway_store::member_data::{Field, Section};

/// The text of `toelichting`, for the reader of the file.
const EXPLANATION: &str = "Dit zijn alle gegevens die Fairway van je heeft. Elk onderdeel zegt wat het is en wat elk veld \
    betekent. Tijden staan in de tijd van Amsterdam, met het verschil met UTC erachter. Van andere leden staan hier alleen \
    voornamen. Vragen of iets niet goed? Neem contact op met de klantenservice.";

/// Why a file could not be built.
#[derive(Debug, thiserror::Error)]
pub enum MemberDataError {
    /// The database does not answer.
    #[error("the data cannot be read")]
    Database(#[from] fairway_store::Error),
    /// The journal cannot be read, or an event is unreadable.
    #[error("the journal cannot be read")]
    Journal(#[from] JournalError),
    /// A text cannot be written as JSON.
    #[error("the file cannot be written")]
    Json(#[from] serde_json::Error),
}

/// A file that is being written: the rows of a section are texts of JSON objects already.
pub(super) struct File {
    bytes: Vec<u8>,
    has_sections: bool,
    has_rows: bool,
}

impl File {
    pub(super) fn begin(now: DateTime<Utc>) -> Result<Self, serde_json::Error> {
        let mut bytes = b"{\"gemaakt_op\":".to_vec();
        serde_json::to_writer(&mut bytes, &local(now))?;
        bytes.extend_from_slice(b",\"toelichting\":");
        serde_json::to_writer(&mut bytes, EXPLANATION)?;
        bytes.extend_from_slice(b",\"onderdelen\":[");
        Ok(Self { bytes, has_sections: false, has_rows: false })
    }

    pub(super) fn section(&mut self, section: &Section) -> Result<(), serde_json::Error> {
        let fields = section.fields.iter().map(|Field { name, means, .. }| (*name, *means));
        self.begin_section(section.name, section.means, fields)
    }

    pub(super) fn begin_section(
        &mut self,
        name: &str,
        means: &str,
        fields: impl Iterator<Item = (&'static str, &'static str)>,
    ) -> Result<(), serde_json::Error> {
        let opening: &[u8] = if self.has_sections { b",{\"naam\":" } else { b"{\"naam\":" };
        self.bytes.extend_from_slice(opening);
        serde_json::to_writer(&mut self.bytes, name)?;
        self.bytes.extend_from_slice(b",\"wat_het_betekent\":");
        serde_json::to_writer(&mut self.bytes, means)?;
        self.bytes.extend_from_slice(b",\"velden\":");
        let fields: serde_json::Map<String, serde_json::Value> =
            fields.map(|(name, means)| (name.to_owned(), means.into())).collect();
        serde_json::to_writer(&mut self.bytes, &fields)?;
        self.bytes.extend_from_slice(b",\"gegevens\":[");
        (self.has_sections, self.has_rows) = (true, false);
        Ok(())
    }

    pub(super) fn row(&mut self, row: &str) {
        if self.has_rows {
            self.bytes.push(b',');
        }
        self.bytes.extend_from_slice(row.as_bytes());
        self.has_rows = true;
    }

    pub(super) fn end_section(&mut self) {
        self.bytes.extend_from_slice(b"]}");
    }

    pub(super) fn end(mut self) -> Vec<u8> {
        self.bytes.extend_from_slice(b"]}");
        self.bytes
    }
}

/// RFC 3339 with the offset of Europe/Amsterdam.
pub(super) fn local(at: DateTime<Utc>) -> String {
    at.with_timezone(&chrono_tz::Europe::Amsterdam).to_rfc3339_opts(chrono::SecondsFormat::Secs, false)
}
