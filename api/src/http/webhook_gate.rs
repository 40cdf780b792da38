//! How much strangers may make the portal do by messages about payments: anybody can send one. So many a minute from
//! one address and from all together, and only a few questions to the provider at a time.
//!
//! In each process by itself: it guards this process' work and its share of the provider's patience. The provider tells
//! again what was not taken, and what it never tells is found by asking.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use tokio::sync::{Semaphore, SemaphorePermit};

use super::client_address::Origin;

/// Messages of one address that are looked at in a minute. The provider sends one or two for each payment.
const PER_ADDRESS: u32 = 300;
/// Messages that are looked at in a minute, whoever sends them. It bounds the memory too: no more addresses are counted.
const IN_ALL: u32 = 1_200;
/// Questions to the provider at a time.
const AT_ONCE: usize = 4;
/// How long a message waits for its turn to ask. The provider gives up after 15 s.
const PATIENCE: Duration = Duration::from_secs(8);

/// The gate.
#[derive(Debug)]
pub struct WebhookGate {
    minute: Mutex<Minute>,
    asking: Semaphore,
}

/// A message too many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooMany {
    /// Seconds until the next minute begins, from 1.
    pub retry_after: u64,
}

/// What came in since the minute began.
#[derive(Debug, Default)]
struct Minute {
    began: Option<DateTime<Utc>>,
    all: u32,
    by_address: HashMap<Origin, u32>,
}

impl Default for WebhookGate {
    fn default() -> Self {
        Self { minute: Mutex::default(), asking: Semaphore::new(AT_ONCE) }
    }
}

impl WebhookGate {
    /// Counts a message.
    ///
    /// # Errors
    /// [`TooMany`] of this minute, from the address or in all.
    pub fn enter(&self, origin: Origin, now: DateTime<Utc>) -> Result<(), TooMany> {
        self.minute.lock().unwrap_or_else(PoisonError::into_inner).enter(origin, now)
    }

    /// Waits for a turn to ask the provider; none when it did not come in time.
    pub async fn turn(&self) -> Option<SemaphorePermit<'_>> {
        tokio::time::timeout(PATIENCE, self.asking.acquire()).await.ok()?.ok()
    }
}

impl Minute {
    fn enter(&mut self, origin: Origin, now: DateTime<Utc>) -> Result<(), TooMany> {
        let length = TimeDelta::minutes(1);
        let began = match self.began {
            // A clock that went back begins a new minute too.
            Some(began) if began <= now && now - began < length => began,
            Some(_) | None => {
                *self = Self { began: Some(now), ..Self::default() };
                now
            }
        };
        let left = (began + length - now).num_seconds();
        let too_many = TooMany { retry_after: u64::try_from(left).unwrap_or(0) + 1 };
        if self.all >= IN_ALL {
            return Err(too_many);
        }
        let of_address = self.by_address.entry(origin).or_default();
        if *of_address >= PER_ADDRESS {
            return Err(too_many);
        }
        *of_address += 1;
        self.all += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::*;

    fn address(number: u32) -> Origin {
        Origin::of(IpAddr::V4(Ipv4Addr::from(number)))
    }

    fn at(second: i64) -> DateTime<Utc> {
        DateTime::<Utc>::UNIX_EPOCH + TimeDelta::seconds(second)
    }

    #[test]
    fn an_address_has_its_share_of_a_minute_and_others_have_theirs() {
        let mut minute = Minute::default();
        for _message in 0..PER_ADDRESS {
            assert_eq!(minute.enter(address(1), at(0)), Ok(()));
        }
        assert_eq!(minute.enter(address(1), at(20)), Err(TooMany { retry_after: 41 }));
        assert_eq!(minute.enter(address(2), at(20)), Ok(()));
        assert_eq!(minute.enter(address(1), at(60)), Ok(()), "the next minute");
    }

    #[test]
    fn who_chooses_among_the_addresses_of_one_line_has_one_share() {
        let origin = |text: &str| Origin::of(text.parse().expect("an address"));
        let mut minute = Minute::default();
        let taken = (0..1_000_u32)
            .filter(|number| minute.enter(origin(&format!("2001:db8:0:1::{number:x}")), at(0)).is_ok())
            .count();
        assert_eq!(taken, PER_ADDRESS as usize);
        assert_eq!(minute.enter(origin("2001:db8:0:2::"), at(0)), Ok(()));
    }

    #[test]
    fn all_together_have_no_more_than_is_counted() {
        let mut minute = Minute::default();
        let taken = (0..10_000).filter(|number| minute.enter(address(*number), at(0)).is_ok()).count();
        assert_eq!((taken, minute.by_address.len()), (IN_ALL as usize, IN_ALL as usize));
    }

    #[test]
    fn a_clock_that_goes_back_begins_anew() {
        let mut minute = Minute::default();
        for _message in 0..PER_ADDRESS {
            assert_eq!(minute.enter(address(1), at(100)), Ok(()));
        }
        assert_eq!(minute.enter(address(1), at(50)), Ok(()));
    }
}
