//! Limits the work that messages about payments cause: anybody can send one. A number per minute from one address and
//! in total, and only a few requests to the provider at a time.
//!
//! Per process: it protects this process, and the provider from too many requests. The provider repeats refused
//! messages, and the reconciliation asks about payments for which no message arrives.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use fairway_endpoint::client_address::Origin;
use tokio::sync::{Semaphore, SemaphorePermit};

/// Messages per address and minute. The provider sends one or two for each payment.
const PER_ADDRESS: u32 = 300;
/// Messages per minute from all addresses. It limits the memory too: no more addresses are counted.
const IN_TOTAL: u32 = 1_200;
/// Requests to the provider at a time.
const AT_ONCE: usize = 4;
/// How long a message waits for its turn. The provider gives up after 15 s.
const TIME_LIMIT: Duration = Duration::from_secs(8);

/// The limits and their counts.
#[derive(Debug)]
pub struct WebhookGate {
    minute: Mutex<Minute>,
    provider_requests: Semaphore,
}

/// The limit is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooMany {
    /// Seconds until the next minute begins, from 1.
    pub retry_after: u64,
}

/// The counts of the current minute.
#[derive(Debug, Default)]
struct Minute {
    began: Option<DateTime<Utc>>,
    all: u32,
    by_address: HashMap<Origin, u32>,
}

impl Default for WebhookGate {
    fn default() -> Self {
        Self { minute: Mutex::default(), provider_requests: Semaphore::new(AT_ONCE) }
    }
}

impl WebhookGate {
    /// Counts a message.
    ///
    /// # Errors
    /// [`TooMany`] in this minute, from the address or in total.
    pub fn enter(&self, origin: Origin, now: DateTime<Utc>) -> Result<(), TooMany> {
        self.minute.lock().unwrap_or_else(PoisonError::into_inner).enter(origin, now)
    }

    /// Waits for a turn to ask the provider; none after the time limit.
    pub async fn turn(&self) -> Option<SemaphorePermit<'_>> {
        tokio::time::timeout(TIME_LIMIT, self.provider_requests.acquire()).await.ok()?.ok()
    }
}

impl Minute {
    fn enter(&mut self, origin: Origin, now: DateTime<Utc>) -> Result<(), TooMany> {
        let length = TimeDelta::minutes(1);
        let began = match self.began {
            // A clock that went back starts a new minute too.
            Some(began) if began <= now && now - began < length => began,
            Some(_) | None => {
                *self = Self { began: Some(now), ..Self::default() };
                now
            }
        };
        let left = (began + length - now).num_seconds();
        let too_many = TooMany { retry_after: u64::try_from(left).unwrap_or(0) + 1 };
        if self.all >= IN_TOTAL {
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
        Origin::from_address(IpAddr::V4(Ipv4Addr::from(number)))
    }

    fn at(second: i64) -> DateTime<Utc> {
        DateTime::<Utc>::UNIX_EPOCH + TimeDelta::seconds(second)
    }

    #[test]
    fn each_address_has_its_own_limit_per_minute() {
        let mut minute = Minute::default();
        for _message in 0..PER_ADDRESS {
            assert_eq!(minute.enter(address(1), at(0)), Ok(()));
        }
        assert_eq!(minute.enter(address(1), at(20)), Err(TooMany { retry_after: 41 }));
        assert_eq!(minute.enter(address(2), at(20)), Ok(()));
        assert_eq!(minute.enter(address(1), at(60)), Ok(()), "the next minute");
    }

    #[test]
    fn all_addresses_of_one_ipv6_line_share_one_limit() {
        let origin = |text: &str| Origin::from_address(text.parse().expect("an address"));
        let mut minute = Minute::default();
        let taken = (0..1_000_u32)
            .filter(|number| minute.enter(origin(&format!("2001:db8:0:1::{number:x}")), at(0)).is_ok())
            .count();
        assert_eq!(taken, PER_ADDRESS as usize);
        assert_eq!(minute.enter(origin("2001:db8:0:2::"), at(0)), Ok(()));
    }

    #[test]
    fn the_total_limit_bounds_messages_and_counted_addresses() {
        let mut minute = Minute::default();
        let taken = (0..10_000).filter(|number| minute.enter(address(*number), at(0)).is_ok()).count();
        assert_eq!((taken, minute.by_address.len()), (IN_TOTAL as usize, IN_TOTAL as usize));
    }

    #[test]
    fn a_clock_that_goes_back_starts_a_new_minute() {
        let mut minute = Minute::default();
        for _message in 0..PER_ADDRESS {
            assert_eq!(minute.enter(address(1), at(100)), Ok(()));
        }
        assert_eq!(minute.enter(address(1), at(50)), Ok(()));
    }
}
