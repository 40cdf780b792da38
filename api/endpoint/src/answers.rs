//! Parts of response bodies that several endpoints share.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use fairway_command::Allowance;
use fairway_events::Holes;
use serde::Serialize;
use utoipa::ToSchema;

use super::shapes::LongestRound;

/// An answer that only says that the call succeeded.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct Done {
    /// Always true.
    #[schema(example = true)]
    pub success: bool,
}

impl Done {
    /// It succeeded.
    pub const SUCCESS: Self = Self { success: true };
}

/// A file to save under a name.
#[must_use]
pub fn attachment(name: &str, content_type: &str, content: Vec<u8>) -> Response {
    let headers = [
        (header::CONTENT_TYPE, content_type.to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    (headers, content).into_response()
}

/// How much may be played in a calendar month.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct MonthAllowance {
    /// The longest round for which a right is left: 0, 9 or 18.
    #[schema(value_type = LongestRound)]
    pub max_holes: u8,
}

impl MonthAllowance {
    /// None is 0 holes.
    #[must_use]
    pub fn for_holes(holes: Option<Holes>) -> Self {
        Self { max_holes: holes.map_or(0, Holes::count) }
    }
}

/// A player's play rights, as co-players see them.
#[derive(Debug, Serialize, ToSchema)]
pub struct Playrights {
    /// Whether a right is left this month or next.
    pub reservable: bool,
    /// The reason why the player cannot play; empty when reservable. Begins with `Heeft`.
    #[schema(example = "Heeft geen geldig abonnement")]
    pub reason: String,
    /// This calendar month.
    pub this_month: MonthAllowance,
    /// The next calendar month.
    pub next_month: MonthAllowance,
}

impl From<Allowance> for Playrights {
    fn from(allowance: Allowance) -> Self {
        Self {
            reservable: allowance.reservable(),
            reason: allowance.reason.map(|reason| reason.to_string()).unwrap_or_default(),
            this_month: MonthAllowance::for_holes(allowance.this_month),
            next_month: MonthAllowance::for_holes(allowance.next_month),
        }
    }
}
