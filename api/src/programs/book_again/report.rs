//! The report of a run to the operator.

use std::fmt;

use chrono::NaiveDate;
use fairway_events::{BookingId, ClubId, MemberId};

/// The outcome of one lost command for one member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The member has the place again.
    BookedAgain,
    /// The place is cancelled again.
    CancelledAgain,
    /// The member has booked or cancelled by themselves.
    DoneBefore(&'static str),
    /// It is not possible any more, and the member gets a mail.
    Refused {
        /// Why; about a place in the words that the member reads.
        reason: String,
        /// False: an earlier run sent the mail, or the member was erased.
        mailed: bool,
    },
    /// It is not possible any more, and no mail is sent.
    Left(&'static str),
}

/// The outcome for one member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportLine {
    /// The booking.
    pub booking: BookingId,
    /// Where.
    pub club: ClubId,
    /// When.
    pub play_date: NaiveDate,
    /// The member.
    pub member: MemberId,
    /// The name; `verwijderd lid` for somebody who was erased.
    pub name: String,
    /// The outcome.
    pub outcome: Outcome,
}

/// The outcome of a run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Report {
    /// Whether it was a rehearsal, which changes nothing.
    pub rehearsed: bool,
    /// One line per member, in the order of the acknowledgements.
    pub lines: Vec<ReportLine>,
    /// Bookings that need no change, and why.
    pub nothing: Vec<(BookingId, &'static str)>,
    /// Losses that an operator has to examine: orders, payments, vouchers, passes.
    pub others: Vec<String>,
}

impl Report {
    pub(super) fn new(rehearsed: bool) -> Self {
        Self { rehearsed, ..Self::default() }
    }

    /// How many lines have such an outcome.
    #[must_use]
    pub fn count(&self, is_so: impl Fn(&Outcome) -> bool) -> usize {
        self.lines.iter().filter(|line| is_so(&line.outcome)).count()
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BookedAgain => f.write_str("booked again"),
            Self::CancelledAgain => f.write_str("cancelled again"),
            Self::DoneBefore(how) => write!(f, "nothing to do: {how}"),
            Self::Refused { reason, mailed: true } => write!(f, "not possible ({reason}); written to"),
            Self::Refused { reason, mailed: false } => {
                write!(f, "not possible ({reason}); was written to before, or is no member any more")
            }
            Self::Left(why) => write!(f, "left to you: {why}"),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.rehearsed {
            writeln!(f, "Nothing was changed. This would be done:")?;
        }
        let mut last = None;
        for line in &self.lines {
            if last != Some(line.booking) {
                writeln!(f, "Booking {} at {} on {}", line.booking, line.club, line.play_date)?;
                last = Some(line.booking);
            }
            writeln!(f, "  {} ({}): {}", line.name, line.member, line.outcome)?;
        }
        for (booking, why) in &self.nothing {
            writeln!(f, "Booking {booking}: nothing to do, {why}")?;
        }
        if !self.others.is_empty() {
            writeln!(f, "Not repaired; check these yourself:")?;
            for other in &self.others {
                writeln!(f, "  {other}")?;
            }
        }
        write!(
            f,
            "{} booked again, {} cancelled again, {} not possible, {} left to you",
            self.count(|outcome| *outcome == Outcome::BookedAgain),
            self.count(|outcome| *outcome == Outcome::CancelledAgain),
            self.count(|outcome| matches!(outcome, Outcome::Refused { .. })),
            self.count(|outcome| matches!(outcome, Outcome::Left(_))) + self.others.len()
        )
    }
}
