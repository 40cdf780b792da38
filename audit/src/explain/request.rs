//! The request for an explanation.

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::Holes;
use serde::Serialize;

use crate::moment::Moment;

/// A round that a member could or could not book.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = AskedRound))]
pub struct Request {
    /// The member who books: their e-mail address, or their id.
    pub member: String,
    /// The play date.
    pub date: NaiveDate,
    /// The club: its slug, its name or a unique part of the name.
    pub club: String,
    /// The length of the round; none: 18 where the club offers it, else 9.
    #[cfg_attr(feature = "schema", schema(value_type = Option<u8>))]
    pub holes: Option<Holes>,
    /// The co-players, in the order of the request.
    pub with: Vec<String>,
    /// The moment at which it is asked; none: now.
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    pub at: Option<Moment>,
    /// The current instant, where the server runs with another clock.
    #[serde(skip)]
    pub clock: Option<DateTime<Utc>>,
}
