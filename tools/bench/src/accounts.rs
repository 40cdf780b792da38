//! The rows that the portal needs besides the journal to serve a history's members: members, sessions and clubs.

use anyhow::Result;
use chrono::{Days, NaiveDate};
use fairway_clock::random;
use fairway_members::password::Passwords;
use sqlx::PgPool;

use crate::history::{History, Size};
use crate::workload::{CLUBS, member};

/// The password of every member.
pub(crate) const PASSWORD: &str = "een lange bank vol golfballen";
/// Number of members who are logged in, where a bench does not need more.
pub(crate) const SESSIONS: u64 = 5_000;

pub(crate) fn email(number: u64) -> String {
    format!("member-{number}@bench.example")
}

/// As a caller says it.
pub(crate) fn telephone(number: u64) -> String {
    format!("06{number:08}")
}

/// As in the table, where several members have the same.
pub(crate) fn birthdate(number: u64) -> NaiveDate {
    NaiveDate::default() + Days::new(number % 10_000)
}

pub(crate) fn token(number: u64) -> String {
    format!("bench-token-{number}")
}

/// Inserts the members of a history, the first members' sessions, and the clubs.
pub(crate) async fn insert_members_and_clubs(pool: &PgPool, history: &History) -> Result<()> {
    insert(pool, &history.size, SESSIONS).await
}

/// The same for a population without a history, with a number of members who are logged in.
pub(crate) async fn insert(pool: &PgPool, size: &Size, sessions: u64) -> Result<()> {
    let hash = Passwords::new()?.hash(PASSWORD.to_owned()).await?;
    let members = i64::try_from(size.members)?;
    sqlx::query(
        "INSERT INTO members (id, email, password_hash, first_name, last_name, initials, street, housenumber,
             postcode, city, telephone, gender, birthdate, created_at)
         SELECT ('00000001-0000-0000-0000-' || lpad(to_hex(n), 12, '0'))::uuid, 'member-' || n || '@bench.example',
             $2, 'Speler', 'Nummer ' || n, 'S.', 'Dorpsstraat', '1', '1234 AB', 'Dorp', '+316' || lpad(n::text, 8, '0'),
             'F', date '1970-01-01' + (n % 10000)::int, '2025-01-01'
         FROM generate_series(0, $1 - 1) AS n",
    )
    .bind(members)
    .bind(hash)
    .execute(pool)
    .await?;
    let clubs = i64::try_from(size.clubs.max(CLUBS))?;
    sqlx::query(
        "INSERT INTO clubs (id, name, city, short_name, keywords, lat, lon, holes, starttime_description,
             reservation_instruction, reservation_description, max_plays_per_year, daily_capacity, closed_weekdays)
         SELECT 'club-' || n, 'Golfclub ' || n, 'Dorp ' || n, 'club ' || n, 'golf', 52 + n / 1000.0, 5 + n / 1000.0,
             '{9,18}', 'De eerste start is om 8:00.', '<p>Meld je bij de receptie.</p>', '<p>Welkom.</p>', 1000,
             10000000, '{}'
         FROM generate_series(0, $1 - 1) AS n",
    )
    .bind(clubs)
    .execute(pool)
    .await?;
    let numbers = 0..sessions.min(size.members);
    let hashes: Vec<Vec<u8>> = numbers.clone().map(|n| random::digest(token(n).as_bytes())).collect();
    let owners: Vec<_> = numbers.map(|number| member(number).0).collect();
    sqlx::query(
        "INSERT INTO access_tokens (token_hash, member_id, created_at, expires_at)
         SELECT hash, owner, '2026-01-01', '2036-01-01' FROM UNNEST($1::bytea[], $2::uuid[]) AS new (hash, owner)",
    )
    .bind(hashes)
    .bind(owners)
    .execute(pool)
    .await?;
    sqlx::query("UPDATE reference_version SET version = version + 1").execute(pool).await?;
    sqlx::raw_sql("ANALYZE members; ANALYZE clubs; ANALYZE access_tokens").execute(pool).await?;
    Ok(())
}
