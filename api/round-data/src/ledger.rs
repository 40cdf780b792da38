//! The ledger of a pass in the member's own words: the member's screen and the operators' page of the member show the same
//! lines.

use fairway_clock::day;
use fairway_query::{LedgerCursor, LedgerEntry, LedgerKind};

/// Lines per page.
pub const LINES_PER_PAGE: usize = 25;

/// The kind of change of a right, as the member reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// A place took it: `gebruikt`.
    Used,
    /// It came back: `teruggegeven`.
    GivenBack,
    /// It was lost: `vervallen`.
    Lost,
}

impl From<LedgerKind> for Change {
    fn from(kind: LedgerKind) -> Self {
        match kind {
            LedgerKind::Claimed => Self::Used,
            LedgerKind::Returned | LedgerKind::Restored => Self::GivenBack,
            LedgerKind::Forfeited => Self::Lost,
        }
    }
}

/// Why a line is there, where it is not the member's own doing; in Dutch.
#[must_use]
pub fn explanation(line: &LedgerEntry) -> Option<String> {
    match (line.kind, &line.club_notice) {
        (LedgerKind::Restored, _) => {
            Some("De klantenservice heeft dit vervallen speelrecht teruggegeven.".to_owned())
        }
        (LedgerKind::Returned, Some(notice)) => {
            Some(format!("De club heeft de ronde geannuleerd: {notice}."))
        }
        (LedgerKind::Returned | LedgerKind::Claimed | LedgerKind::Forfeited, _) => None,
    }
}

/// Shortens `lines`, of which one more was read than a page has, to a page; returns where the next one begins.
#[must_use]
pub fn next_page(lines: &mut Vec<LedgerEntry>) -> Option<LedgerCursor> {
    let has_more = lines.len() > LINES_PER_PAGE;
    lines.truncate(LINES_PER_PAGE);
    lines.last().filter(|_| has_more).map(|line| line.cursor)
}

/// The cursor of a page, as clients send it.
#[must_use]
pub fn write_cursor(cursor: LedgerCursor) -> String {
    format!("{}.{}", cursor.day, cursor.position)
}

/// Parses the output of [`write_cursor`]; none for anything else, such as a day that the database cannot hold.
#[must_use]
pub fn read_cursor(text: &str) -> Option<LedgerCursor> {
    let (day, position) = text.split_once('.')?;
    let cursor = LedgerCursor { day: day::parse(day)?, position: position.parse().ok()? };
    (write_cursor(cursor) == text).then_some(cursor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_issued_cursor_is_a_page() {
        let written = "2026-11-20.7";
        assert_eq!(read_cursor(written).map(write_cursor).as_deref(), Some(written));
        for other in ["", "2026-11-20", "2026-11-20.", "2026-11-20.+7", "2026-11- 2.7", "-262143-01-01.7"] {
            assert!(read_cursor(other).is_none(), "{other}");
        }
    }
}
