//! Members and their data: new ones are inserted, known ones keep what they can change themselves.

use chrono::{DateTime, Utc};
use fairway_clock::clock::Clock;
use fairway_clock::random;
use fairway_documents::Portal;
use fairway_documents::mail::AskedBy;
use fairway_events::MemberId;
use fairway_members::address_change::ChangedAddress;
use fairway_store::member_addresses::{self, NewAddress};
use fairway_store::outbox::queue::Outbox;
use sqlx::PgConnection;

use crate::error::ImportError;
use crate::identities::RowAddress;
use crate::plan::Plan;
use crate::rows::MemberRow;

/// Writes the members; returns how many are new.
pub(super) async fn members(
    connection: &mut PgConnection,
    plan: &Plan,
    clock: &Clock,
    portal: &Portal,
) -> Result<usize, ImportError> {
    let now = clock.now();
    let outbox = Outbox::new(clock.clone());
    let mut new = 0;
    for row in plan.data.members.iter().flatten() {
        let Some(planned) = plan.members.get(&row.email) else { continue };
        match &planned.password_hash {
            Some(hash) => {
                insert(connection, planned.id, row, hash, now).await?;
                new += 1;
            }
            None => rename(connection, planned.id, row).await?,
        }
        if planned.address == RowAddress::Changed {
            let NewAddress::Changed { to, former } =
                member_addresses::change(&mut *connection, planned.id, &row.email, now).await?
            else {
                return Err(ImportError::AddressChanged(row.email.clone()));
            };
            let change = ChangedAddress { to, former: &former, by: AskedBy::DataSet, at: now };
            let cause = random::new_id(now).to_string();
            change.queue(&mut *connection, &outbox, portal, &cause).await?;
        }
        if let Some(registration) = &row.federation_registration {
            sqlx::query(
                "INSERT INTO federation_registrations (member_id, year, package) VALUES ($1, $2, $3)
                 ON CONFLICT (member_id, year) DO UPDATE SET package = excluded.package",
            )
            .bind(planned.id.0)
            .bind(registration.year)
            .bind(&registration.package)
            .execute(&mut *connection)
            .await?;
        }
    }
    Ok(new)
}

async fn insert(
    connection: &mut PgConnection,
    id: MemberId,
    row: &MemberRow,
    password_hash: &str,
    now: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    sqlx::query(include_str!("member.sql"))
        .bind(id.0)
        .bind(&row.email)
        .bind(password_hash)
        .bind(&row.first_name)
        .bind(&row.prefix)
        .bind(&row.last_name)
        .bind(&row.initials)
        .bind(&row.street)
        .bind(&row.housenumber)
        .bind(&row.postcode)
        .bind(&row.city)
        .bind(&row.gsn)
        .bind(&row.telephone)
        .bind(&row.gender)
        .bind(row.birthdate)
        .bind(row.is_club_member)
        .bind(row.handicap)
        .bind(&row.golfassociation)
        .bind(now)
        .bind(row.password.is_some())
        .bind(&row.country)
        .bind(&row.member_number)
        .execute(connection)
        .await
        .map(|_| ())
}

async fn rename(connection: &mut PgConnection, id: MemberId, row: &MemberRow) -> Result<(), sqlx::Error> {
    sqlx::query(
        "UPDATE members SET first_name = $2, prefix = $3, last_name = $4, member_number = coalesce(nullif($5, ''), member_number)
         WHERE id = $1",
    )
        .bind(id.0)
        .bind(&row.first_name)
        .bind(&row.prefix)
        .bind(&row.last_name)
        .bind(&row.member_number)
        .execute(connection)
        .await
        .map(|_| ())
}
