//! The time at which a group starts its round, as the players agreed it with the club.

use std::fmt;
use std::str::FromStr;

use chrono::{NaiveTime, Timelike};
use serde::{Deserialize, Serialize};

/// A time of the play date in Europe/Amsterdam, to the minute: 00:00 to 23:59. Written and stored as `10:40`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct StartTime(NaiveTime);

/// A text is no start time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a start time is written as 10:40")]
pub struct NoStartTime;

impl StartTime {
    /// The time of day.
    #[must_use]
    pub const fn time(self) -> NaiveTime {
        self.0
    }
}

impl fmt::Display for StartTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.0.hour(), self.0.minute())
    }
}

impl FromStr for StartTime {
    type Err = NoStartTime;

    fn from_str(text: &str) -> Result<Self, NoStartTime> {
        let two_digits = |part: &str| {
            let is_written_so = part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
            part.parse::<u32>().ok().filter(|_| is_written_so)
        };
        let (hour, minute) = text.split_once(':').ok_or(NoStartTime)?;
        let parts = two_digits(hour).zip(two_digits(minute));
        let time = parts.and_then(|(hour, minute)| NaiveTime::from_hms_opt(hour, minute, 0));
        time.map(Self).ok_or(NoStartTime)
    }
}

impl TryFrom<String> for StartTime {
    type Error = NoStartTime;

    fn try_from(text: String) -> Result<Self, NoStartTime> {
        text.parse()
    }
}

impl From<StartTime> for String {
    fn from(time: StartTime) -> Self {
        time.to_string()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_start_time_has_hours_and_minutes_of_one_day() {
        for text in ["00:00", "09:05", "10:40", "23:59"] {
            assert_eq!(text.parse::<StartTime>().unwrap().to_string(), text);
        }
        for text in ["", ":", "9:05", "10:4", "24:00", "10:60", "10.40", "10:40:00", "+1:40", "１0:40"] {
            assert_eq!(text.parse::<StartTime>(), Err(NoStartTime), "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_text_is_misread(text in "\\PC{0,8}") {
            if let Ok(time) = text.parse::<StartTime>() {
                prop_assert_eq!(time.to_string(), text);
            }
        }
    }
}
