//! What a club is owed, and why: the `Settlement` aggregate, stream id `{club}` (docs/domain.md §3.29 to §3.31). Amounts
//! are euro cents without VAT.

use chrono::{Datelike, NaiveDate, Weekday};
use serde::{Deserialize, Serialize};

use crate::kind::events;
use crate::{ClubId, DisputeId, Holes, Month, PlaceId, Position};

events! {
    /// Facts about what one club is owed. No reason is about a person.
    pub enum SettlementEvent, SettlementEventName {
        /// From that day on a round costs so much, until a later tariff begins. Another of the same day replaces it.
        TariffSet["1.0.0"] { club: ClubId, from: NaiveDate, prices: TariffPrices, vat: VatRegime },
        /// The month's statement is final: what changes later goes to the statement of the next month.
        MonthClosed["1.0.0"] {
            club: ClubId,
            month: Month,
            /// The statement is of the journal up to here.
            as_of: Position,
            amounts: MonthAmounts,
            /// SHA-256 of its lines, hex.
            lines_hash: String,
            /// The day of the closing, in Europe/Amsterdam.
            closed_on: NaiveDate,
            /// None: nothing was owed in any VAT regime, so there is no invoice.
            invoice: Option<Box<Invoice>>,
        },
        /// The club says that a line, or a day's lines, are wrong.
        LineDisputed["1.0.0"] {
            club: ClubId,
            dispute: DisputeId,
            /// The month of the statement.
            month: Month,
            /// The play date.
            date: NaiveDate,
            /// None: of the day a line is missing.
            place: Option<PlaceId>,
            reason: String,
        },
        /// The dispute is over.
        DisputeEnded["1.0.0"] {
            club: ClubId,
            dispute: DisputeId,
            month: Month,
            date: NaiveDate,
            outcome: DisputeOutcome,
            /// Owed besides, in the next statement that is closed; may be negative. 0 unless it was accepted.
            adjustment: i64,
            /// As of the play date.
            vat: VatRegime,
            reason: String,
        },
    }
}

/// Prices of rounds at a club, in euro cents without VAT.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TariffPrices {
    /// 9 holes, Monday to Friday.
    pub weekday_9: i64,
    /// 18 holes, Monday to Friday.
    pub weekday_18: i64,
    /// 9 holes, Saturday and Sunday.
    pub weekend_9: i64,
    /// 18 holes, Saturday and Sunday.
    pub weekend_18: i64,
    /// A player who did not come and gave no reason.
    pub absence: i64,
}

impl TariffPrices {
    /// The price of a round on a day.
    #[must_use]
    pub fn round(&self, date: NaiveDate, holes: Holes) -> i64 {
        match (is_weekend(date), holes) {
            (false, Holes::Nine) => self.weekday_9,
            (false, Holes::Eighteen) => self.weekday_18,
            (true, Holes::Nine) => self.weekend_9,
            (true, Holes::Eighteen) => self.weekend_18,
        }
    }
}

/// Whether the prices of the weekend apply.
#[must_use]
pub fn is_weekend(date: NaiveDate) -> bool {
    matches!(date.weekday(), Weekday::Sat | Weekday::Sun)
}

/// The VAT on a club's rounds in the Netherlands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VatRegime {
    /// None: sport for members of an association.
    Exempt,
    /// The low rate.
    Low,
    /// The high rate.
    High,
}

impl VatRegime {
    /// Every regime.
    pub const ALL: [Self; 3] = [Self::Exempt, Self::Low, Self::High];

    /// As it is stored.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Exempt => "exempt",
            Self::Low => "low",
            Self::High => "high",
        }
    }

    /// The rate in percent.
    #[must_use]
    pub const fn percent(self) -> i64 {
        match self {
            Self::Exempt => 0,
            Self::Low => 9,
            Self::High => 21,
        }
    }

    /// The VAT on a net amount in cents, rounded half away from zero.
    #[must_use]
    pub const fn of(self, net: i64) -> i64 {
        let hundredths = net * self.percent();
        (hundredths + 50 * hundredths.signum()) / 100
    }
}

/// How a dispute ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DisputeOutcome {
    /// An operator agreed.
    Accepted,
    /// An operator did not agree.
    Refused,
    /// The club took it back.
    Withdrawn,
}

impl DisputeOutcome {
    /// Every outcome.
    pub const ALL: [Self; 3] = [Self::Accepted, Self::Refused, Self::Withdrawn];

    /// As it is stored.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Refused => "refused",
            Self::Withdrawn => "withdrawn",
        }
    }
}

/// The sums of a statement, in cents.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct MonthAmounts {
    /// Rounds that were booked before the player came.
    pub arrivals: LineSum,
    /// Rounds that were booked at the desk.
    pub walk_ins: LineSum,
    /// Players who did not come, where that costs.
    pub absences: LineSum,
    /// Differences to the statements of earlier months; a change is one that takes away and one that adds.
    pub corrections: LineSum,
    /// What accepted disputes add or take away.
    pub adjustments: LineSum,
    /// All of them by VAT regime, in the order of [`VatRegime::ALL`]; a regime without a line is absent.
    pub vat: Vec<VatSum>,
}

impl MonthAmounts {
    /// Without VAT.
    #[must_use]
    pub fn net(&self) -> i64 {
        self.vat.iter().map(|sum| sum.net).sum()
    }

    /// The VAT.
    #[must_use]
    pub fn vat_amount(&self) -> i64 {
        self.vat.iter().map(|sum| sum.vat).sum()
    }

    /// Whether there is something for an invoice: also where regimes cancel each other out.
    #[must_use]
    pub fn is_billed(&self) -> bool {
        self.vat.iter().any(|sum| sum.net != 0)
    }

    /// With VAT: what is paid.
    #[must_use]
    pub fn total(&self) -> i64 {
        self.net() + self.vat_amount()
    }
}

/// How many lines of a kind, and their sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LineSum {
    /// Lines.
    pub count: u32,
    /// Their cents, without VAT.
    pub net: i64,
}

/// The lines of a VAT regime.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct VatSum {
    /// The regime.
    pub regime: VatRegime,
    /// Cents without VAT.
    pub net: i64,
    /// The VAT on their sum: [`VatRegime::of`].
    pub vat: i64,
}

/// The invoice that the portal makes in the club's name (self-billing), as it was when the month was closed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invoice {
    /// Its number: `{club}-{month}`.
    pub number: String,
    /// The day of the closing, in Europe/Amsterdam.
    pub issued_on: NaiveDate,
    /// The club.
    pub supplier: BillingDetails,
    /// The company behind the portal, which pays.
    pub customer: BillingDetails,
}

/// An organisation on an invoice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BillingDetails {
    /// Its legal name.
    pub name: String,
    /// Street and number.
    pub street: String,
    /// `1234 AB`.
    pub postal_code: String,
    /// The town.
    pub city: String,
    /// The number at the Chamber of Commerce: eight digits.
    pub registration: String,
    /// `NL123456789B01`.
    pub vat_number: String,
    /// Without blanks.
    pub iban: String,
}

#[cfg(test)]
mod tests {
    use super::VatRegime;

    #[test]
    fn vat_is_rounded_half_away_from_zero() {
        assert_eq!([VatRegime::Low.of(50), VatRegime::Low.of(-50), VatRegime::Low.of(49)], [5, -5, 4]);
        assert_eq!([VatRegime::High.of(10_000), VatRegime::Exempt.of(10_000)], [2100, 0]);
    }
}
