//! The months that a report covers.

use chrono::{Months, NaiveDate};

/// A month of the calendar, as its first day.
pub(super) fn month(text: &str) -> Result<NaiveDate, String> {
    format!("{text}-01").parse().map_err(|_| "a month looks like 2025-12".to_owned())
}

/// Months, both included, as their first days.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Period {
    pub(super) from: NaiveDate,
    pub(super) to: NaiveDate,
}

impl Period {
    /// The months of the period, in order.
    pub(super) fn months(self) -> impl Iterator<Item = NaiveDate> {
        std::iter::successors(Some(self.from), |month| month.checked_add_months(Months::new(1)))
            .take_while(move |month| *month <= self.to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_period_has_its_first_and_its_last_month() {
        let (from, to) = (month("2025-11").unwrap(), month("2026-02").unwrap());
        let months: Vec<String> =
            Period { from, to }.months().map(|month| month.format("%Y-%m").to_string()).collect();
        assert_eq!(months, ["2025-11", "2025-12", "2026-01", "2026-02"]);
        assert!(month("2025-13").is_err() && month("november").is_err());
    }
}
