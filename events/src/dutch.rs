//! The Dutch names of months and days, from glibc's locale data. Here, because the reasons of `command`, the second
//! rulebook and the documents all need them and share no other crate.

use chrono::Weekday;
use pure_rust_locales::nl_NL::LC_TIME::{DAY, MON};

/// The name of a month, 1..=12, in lower case: `november`.
#[must_use]
pub fn month(month: u32) -> Option<&'static str> {
    MON.get((month as usize).checked_sub(1)?).copied()
}

/// The name of a day of the week, in lower case: `maandag`.
#[must_use]
pub fn weekday(weekday: Weekday) -> &'static str {
    DAY[weekday.num_days_from_sunday() as usize]
}
