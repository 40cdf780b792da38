//! The kinds of findings: each with a code for programs, the rule that it breaks, and the remedy.

use std::collections::BTreeMap;
use std::str::FromStr;

use fairway_events::{Position, RecordedEvent};
use serde::Serialize;

/// Findings of one kind that are stored; further ones are only counted.
const MAXIMUM: usize = 20;

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident = $code:literal, $rule:literal, $remedy:ident;)*) => {
        /// A kind of finding.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Kind { $($(#[$doc])* $name,)* }

        impl Kind {
            /// All kinds.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The code, for programs and for `--accept`.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self { $(Self::$name => $code,)* }
            }

            /// The rule that it breaks.
            #[must_use]
            pub const fn rule(self) -> &'static str {
                match self { $(Self::$name => $rule,)* }
            }

            /// The step that the reader of a report can take.
            #[must_use]
            pub const fn remedy(self) -> Remedy {
                match self { $(Self::$name => Remedy::$remedy,)* }
            }
        }
    };
}

/// A step that the reader of a report can take. Each program says it in its own words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remedy {
    /// Events were changed past the program: compare with a backup.
    Tampered,
    /// The write side let something through: look at the subject's events.
    Defect,
    /// The club's terms are today's: a limit may have been lowered since.
    Limits,
    /// Make the table anew.
    Rebuild,
    /// Deploy the version that wrote the event.
    Deploy,
    /// Have the portal withdraw what an order owes.
    PaidBack,
    /// Find out what wrote the event, which cannot be changed.
    PersonalData,
    /// Look how far a projection is.
    FarBehind,
    /// Verify at the primary.
    Primary,
}

/// A program's words for a remedy.
pub type Words = fn(Remedy) -> &'static str;

kinds! {
    /// A position without an event.
    PositionGap = "position_gap", "architecture: gapless positions", Tampered;
    /// The head is not the last position.
    HeadWrong = "head_wrong", "architecture: gapless positions", Tampered;
    /// A stream's numbers are not 1 to n, in the order of positions.
    SequenceGap = "sequence_gap", "architecture: stream sequences", Tampered;
    /// This version cannot read the event.
    Unreadable = "unreadable", "architecture: an unreadable event", Deploy;
    /// An event that is impossible at its place in the stream.
    Impossible = "impossible_event", "domain §2", Defect;
    /// A group that is empty or too large, or that has a member twice.
    Group = "group", "domain §3.1", Defect;
    /// Booked outside the window.
    Window = "window", "domain §1", Defect;
    /// Two rounds on a date.
    TwoRounds = "two_rounds_one_day", "domain §3.2", Defect;
    /// A right that was used up, not valid, or of another member.
    NoRight = "right_not_available", "domain §3.3", Defect;
    /// A right was used although another had priority.
    RightOrder = "right_out_of_order", "domain §3.3", Defect;
    /// A voucher used while it was in use, or after it was withdrawn.
    VoucherTwice = "voucher_used_twice", "domain §3.3", Defect;
    /// A voucher for shorter rounds, or one that had expired.
    VoucherUnfit = "voucher_not_valid", "domain §3.3", Defect;
    /// A right was forfeited that had to be given back, or the reverse.
    Outcome = "cancellation_outcome", "domain §3.4", Defect;
    /// Something happened after the play date.
    TooLate = "after_play_date", "domain §3.4", Defect;
    /// More rounds at a club in a year than it allows.
    ClubMaximum = "club_maximum", "domain §3.5", Limits;
    /// More places on a day than the club has.
    Capacity = "over_capacity", "domain §3.6", Limits;
    /// A group of a waiting list that was overtaken, or that was offered or took what it could not.
    Offer = "waiting_list_offer", "domain §3.19", Defect;
    /// An arrival of nobody who could arrive, or a scan or a decision that could not be.
    Arrival = "arrival", "domain §3.24", Defect;
    /// A tariff, a closed month or a dispute that could not be, or a statement that does not follow from the arrivals.
    Statement = "statement", "domain §3.30", Defect;
    /// A round on a day or of a length that the club does not offer (today).
    ClubTerms = "club_terms", "domain §3.6", Limits;
    /// Streams that one commit writes together differ.
    Disagree = "streams_disagree", "domain §3.7", Defect;
    /// The member had no permission.
    NotAllowed = "not_allowed", "domain §3.8", Defect;
    /// Another player than the one who joined first became the master.
    Master = "master", "domain §2, master", Defect;
    /// A second cancellation was recorded.
    CancelledTwice = "cancelled_twice", "domain §3.9", Defect;
    /// More free vouchers ordered in a year than allowed.
    VoucherMaximum = "voucher_maximum", "domain §4, payments", Limits;
    /// An order was paid twice.
    PaidTwice = "paid_twice", "domain §4, payments", Defect;
    /// A voucher that can be used although its price was paid back.
    PaidBack = "paid_back_but_usable", "domain §4, payments", PaidBack;
    /// Two registrations for one year.
    RegisteredTwice = "registered_twice", "domain §4, payments", Defect;
    /// An event contains a probable e-mail address.
    PersonalData = "personal_data", "domain §3.12", PersonalData;
    /// A finding of the seal.
    Seal = "seal", "operations: the seal", Tampered;
    /// The projections cannot fold the events.
    ReplayFails = "replay_fails", "architecture: projections", Tampered;
    /// A live row that differs from the replay.
    RowChanged = "row_changed", "architecture: projections", Rebuild;
    /// A row of the replay that is missing in the live table.
    RowMissing = "row_missing", "architecture: projections", Rebuild;
    /// A live row that is not in the replay.
    RowExtra = "row_extra", "architecture: projections", Rebuild;
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(code: &str) -> Result<Self, String> {
        let known = || Self::ALL.iter().map(|kind| kind.code()).collect::<Vec<_>>().join(", ");
        Self::ALL
            .iter()
            .find(|kind| kind.code() == code)
            .copied()
            .ok_or_else(|| format!("there are {}", known()))
    }
}

/// A violation of a rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Its kind.
    pub code: &'static str,
    /// The rule that it breaks.
    pub rule: &'static str,
    /// The event's position, if it is about one.
    pub position: Option<Position>,
    /// The stream, or the table and key.
    pub at: String,
    /// The fault, in words.
    pub what: String,
    /// The remedy, in the words of the program.
    pub remedy: &'static str,
    /// The subject whose page shows more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject: Option<FoundSubject>,
}

/// The subject of a finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FoundSubject {
    /// Its kind: `booking`, `member`, `voucher`, `order`, `club_day`, `waiting_list`, `arrival_list` or `settlement`.
    pub kind: &'static str,
    /// Its id.
    pub id: String,
}

/// The findings of a kind.
#[derive(Debug, Serialize)]
pub struct FindingsOfKind {
    /// The kind.
    pub code: &'static str,
    /// How many there are.
    pub count: u64,
    /// The operator accepted this kind.
    pub accepted: bool,
    /// The remedy, in the words of the program.
    pub remedy: &'static str,
    /// The first of them.
    pub findings: Vec<Finding>,
}

/// All findings, in the order of the kinds.
#[derive(Debug)]
pub(crate) struct Findings {
    words: Words,
    accepted: Vec<Kind>,
    kinds: BTreeMap<Kind, FindingsOfKind>,
}

impl Findings {
    /// None yet.
    pub(crate) fn new(words: Words, accepted: &[Kind]) -> Self {
        Self { words, accepted: accepted.to_vec(), kinds: BTreeMap::new() }
    }

    fn of_kind(&mut self, kind: Kind) -> &mut FindingsOfKind {
        self.kinds.entry(kind).or_insert_with(|| FindingsOfKind {
            code: kind.code(),
            count: 0,
            accepted: self.accepted.contains(&kind),
            remedy: (self.words)(kind.remedy()),
            findings: Vec::new(),
        })
    }

    /// Adds a finding.
    pub(crate) fn add(&mut self, kind: Kind, position: Option<Position>, at: String, what: String) {
        let FindingsOfKind { code, count, remedy, findings, .. } = self.of_kind(kind);
        *count += 1;
        if findings.len() < MAXIMUM {
            let rule = kind.rule();
            findings.push(Finding { code, rule, position, at, what, remedy, subject: None });
        }
    }

    /// Adds a finding about an event.
    pub(crate) fn event(&mut self, kind: Kind, recorded: &RecordedEvent, what: String) {
        let at = format!("{} #{}", recorded.stream, recorded.sequence);
        self.add(kind, Some(recorded.position), at, what);
    }

    /// Counts more of a kind without showing them.
    pub(crate) fn count_more(&mut self, kind: Kind, more: u64) {
        if more > 0 {
            self.of_kind(kind).count += more;
        }
    }

    /// The findings of each kind, in the order of the kinds.
    pub(crate) fn into_kinds(self) -> Vec<FindingsOfKind> {
        self.kinds.into_values().collect()
    }
}
