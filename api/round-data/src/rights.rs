//! Maps rows of the read side to the types of the rules. The screens grey out days with the same rule that would refuse
//! the booking; only the source of the data differs.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use fairway_command::{DayStatus, Month, Pass, Rights, VoucherRight};
use fairway_events::ClubId;
use fairway_query::{ClubDay, MemberRights};

/// How full clubs are by day, what operators changed for a day, and what its waiting list holds.
#[derive(Debug, Default)]
pub struct Claims {
    days: HashMap<ClubId, HashMap<NaiveDate, ClubDay>>,
}

impl Claims {
    /// Of the rows of these days.
    #[must_use]
    pub fn from_days(days: Vec<ClubDay>) -> Self {
        let mut claims = Self::default();
        for day in days {
            claims.days.entry(day.club.clone()).or_default().insert(day.date, day);
        }
        claims
    }

    /// A club's day at an instant: a hold that has lapsed counts no more, also in what is cached.
    #[must_use]
    pub fn on(&self, club: &ClubId, date: NaiveDate, at: DateTime<Utc>) -> DayStatus {
        let known = self.days.get(club).and_then(|days| days.get(&date));
        known.map_or_else(DayStatus::default, |day| DayStatus {
            claimed: day.claimed,
            closed: day.closed.clone(),
            capacity: day.capacity,
            held: day.held(at),
            smallest_in_turn: day.smallest_in_turn,
        })
    }
}

/// The rights of a row, as the rules take them.
#[must_use]
pub fn rights(row: MemberRights) -> Rights {
    Rights {
        passes: row
            .passes
            .into_iter()
            .map(|pass| Pass {
                id: pass.id,
                startdate: pass.startdate,
                enddate: pass.enddate,
                max: pass.max,
                per_month: pass.per_month,
                max_holes: pass.max_holes,
                used: pass.used,
                used_by_month: pass
                    .used_by_month
                    .into_iter()
                    .map(|((year, month), used)| (Month { year, month }, used))
                    .collect(),
            })
            .collect(),
        vouchers: row
            .vouchers
            .into_iter()
            .map(|voucher| VoucherRight {
                used: voucher.is_used(),
                id: voucher.id,
                title: voucher.title,
                holes: voucher.holes,
                expires: voucher.expires,
            })
            .collect(),
        dates_taken: row.dates_taken,
        rounds_by_club: row.rounds_by_club,
    }
}
