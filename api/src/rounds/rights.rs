//! Maps rows of the read side to the types of the rules. The screens grey out days with the same rule that would refuse
//! the booking; only the source of the data differs.

use std::collections::HashMap;

use chrono::NaiveDate;
use fairway_command::{Month, Pass, Rights, VoucherRight};
use fairway_events::{ClubId, MemberId};
use fairway_query::{MemberRights, ReadError, Reads};

/// Active places by club and day; 0 where there is no entry.
pub type Claims = HashMap<(ClubId, NaiveDate), u32>;

/// The rights of several members. One query for all of them.
///
/// # Errors
/// When the read models cannot be read.
pub async fn of_members(
    reads: &Reads,
    members: &[MemberId],
    today: NaiveDate,
) -> Result<HashMap<MemberId, Rights>, ReadError> {
    let rows = reads.member_rights(members, today).await?;
    Ok(rows.into_iter().map(|row| (row.member, rights(row))).collect())
}

/// The same, and with it the active places of clubs' days, as [`Reads::member_rights_and_club_days`]. One query.
///
/// # Errors
/// When the read models cannot be read.
pub async fn of_members_beside_claims(
    reads: &Reads,
    members: &[MemberId],
    days: (NaiveDate, NaiveDate),
    club: Option<&ClubId>,
    beside: Option<NaiveDate>,
) -> Result<(HashMap<MemberId, Rights>, Claims), ReadError> {
    let (rows, days) = reads.member_rights_and_club_days(members, days, club, beside).await?;
    let claims = days.into_iter().map(|day| ((day.club, day.date), day.claimed)).collect();
    Ok((rows.into_iter().map(|row| (row.member, rights(row))).collect(), claims))
}

fn rights(row: MemberRights) -> Rights {
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
