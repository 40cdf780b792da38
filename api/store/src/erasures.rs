//! Removes a member's rows, and records the erasure. The statements of one erasure run in one transaction; read models
//! and the journal hold ids only and are not changed. Its functions fail when the database does not answer.

use chrono::{DateTime, Utc};
use fairway_audit::permanent_text::Concerned;
use fairway_events::MemberId;
use fairway_text::email;
use serde::{Deserialize, Serialize};
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, PgPool, Row};

use super::throttle::FailureKeys;
use super::{lookups, member_notes};

/// The record of an erased member: enough to recognise the person in an import, too little to identify them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErasureRecord {
    /// The id in the journal.
    pub member: MemberId,
    /// Keyed hash of the address.
    #[serde(with = "hexadecimal")]
    pub email: [u8; 32],
    /// Keyed hash of the federation number, if there was one.
    #[serde(with = "optional_hexadecimal", default, skip_serializing_if = "Option::is_none")]
    pub gsn: Option<[u8; 32]>,
    /// Keyed hash of the number in the data set, if there was one.
    #[serde(with = "optional_hexadecimal", default, skip_serializing_if = "Option::is_none")]
    pub number: Option<[u8; 32]>,
    /// Keyed hashes of the addresses before the last one.
    #[serde(with = "several_hexadecimal", default, skip_serializing_if = "Vec::is_empty")]
    pub former_emails: Vec<[u8; 32]>,
    /// The id of the hashes' secret.
    #[serde(with = "hexadecimal")]
    pub key: [u8; 8],
    /// The time of the erasure.
    pub at: DateTime<Utc>,
    /// The operator.
    pub operator: String,
    /// The reason.
    pub reason: String,
}

impl ErasureRecord {
    /// The keyed hashes of every address.
    pub fn emails(&self) -> impl Iterator<Item = [u8; 32]> {
        std::iter::once(self.email).chain(self.former_emails.iter().copied())
    }
}

/// Serialises hashes as text, for the ledger.
mod hexadecimal {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<const N: usize, S: Serializer>(hash: &[u8; N], to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&hex::encode(hash))
    }

    pub(super) fn deserialize<'de, const N: usize, D: Deserializer<'de>>(
        from: D,
    ) -> Result<[u8; N], D::Error> {
        let mut hash = [0; N];
        hex::decode_to_slice(String::deserialize(from)?, &mut hash).map_err(D::Error::custom)?;
        Ok(hash)
    }
}

/// A hash as text.
#[derive(Serialize, Deserialize)]
struct Hash(#[serde(with = "hexadecimal")] [u8; 32]);

/// The same for an optional hash.
mod optional_hexadecimal {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Hash;

    #[expect(clippy::ref_option, reason = "the signature that serde asks for")]
    pub(super) fn serialize<S: Serializer>(hash: &Option<[u8; 32]>, to: S) -> Result<S::Ok, S::Error> {
        hash.map(Hash).serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<[u8; 32]>, D::Error> {
        Ok(Option::<Hash>::deserialize(from)?.map(|hash| hash.0))
    }
}

/// The same for several hashes.
mod several_hexadecimal {
    use serde::{Deserialize, Deserializer, Serializer};

    use super::Hash;

    pub(super) fn serialize<S: Serializer>(hashes: &[[u8; 32]], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(hashes.iter().copied().map(Hash))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<[u8; 32]>, D::Error> {
        Ok(Vec::<Hash>::deserialize(from)?.into_iter().map(|hash| hash.0).collect())
    }
}

/// The person to erase: the values by which their data are found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// The id in every table.
    pub id: MemberId,
    /// In lower case.
    pub email: String,
    /// The addresses before it.
    pub former_emails: Vec<String>,
    /// `Jan`
    pub first_name: String,
    /// `de`
    pub prefix: String,
    /// `Vries`
    pub last_name: String,
    /// Federation number; empty when there is none.
    pub gsn: String,
    /// Number in the data set; empty when there is none.
    pub number: String,
}

impl Person {
    /// The names that a permanent text must not have.
    #[must_use]
    pub fn names(&self) -> Concerned<'_> {
        Concerned { first_name: &self.first_name, last_name: &self.last_name }
    }

    /// `Jan de Vries`, as others write it; empty where a part that identifies is missing, so that it names nobody else.
    #[must_use]
    pub fn whole_name(&self) -> String {
        let parts = [&self.first_name, &self.prefix, &self.last_name].map(|part| part.trim());
        if parts[0].is_empty() || parts[2].is_empty() {
            return String::new();
        }
        let words: Vec<&str> = parts.into_iter().flat_map(str::split_whitespace).collect();
        words.join(" ")
    }

    /// Every address, the present one first.
    pub fn emails(&self) -> impl Iterator<Item = &String> {
        std::iter::once(&self.email).chain(&self.former_emails)
    }
}

const PERSON: &str = "SELECT id, email, first_name, prefix, last_name, gsn, member_number,
    ARRAY(SELECT email FROM former_addresses WHERE member_id = members.id ORDER BY email) AS former_emails FROM members";

fn person(row: &PgRow) -> Result<Person, sqlx::Error> {
    Ok(Person {
        id: MemberId(row.try_get("id")?),
        email: row.try_get("email")?,
        first_name: row.try_get("first_name")?,
        prefix: row.try_get("prefix")?,
        last_name: row.try_get("last_name")?,
        gsn: row.try_get("gsn")?,
        number: row.try_get("member_number")?,
        former_emails: row.try_get("former_emails")?,
    })
}

/// The member with an address in lower case.
pub async fn by_email(pool: &PgPool, email: &str) -> Result<Option<Person>, sqlx::Error> {
    // As it is stored comes first: where two accounts have one address in two forms, each is the one that is named.
    let sql = format!("{PERSON} WHERE email IN ($1, $2) ORDER BY email = $1 DESC LIMIT 1");
    let one_form = email::canonical(email);
    let row = sqlx::query(&sql).bind(email).bind(one_form).fetch_optional(pool).await?;
    row.as_ref().map(person).transpose()
}

/// A member by id; none when there is no such member.
pub async fn by_id(pool: &PgPool, id: MemberId) -> Result<Option<Person>, sqlx::Error> {
    let row = sqlx::query(&format!("{PERSON} WHERE id = $1")).bind(id.0).fetch_optional(pool).await?;
    row.as_ref().map(person).transpose()
}

/// A member, locked: until the transaction ends nobody can log in as them or change their profile.
pub async fn lock(connection: &mut PgConnection, id: MemberId) -> Result<Option<Person>, sqlx::Error> {
    let row = sqlx::query(&format!("{PERSON} WHERE id = $1 FOR UPDATE"))
        .bind(id.0)
        .fetch_optional(connection)
        .await?;
    row.as_ref().map(person).transpose()
}

/// Every member's id and address.
pub async fn addresses(pool: &PgPool) -> Result<Vec<(MemberId, String)>, sqlx::Error> {
    let rows: Vec<(uuid::Uuid, String)> =
        sqlx::query_as("SELECT id, email FROM members").fetch_all(pool).await?;
    Ok(rows.into_iter().map(|(id, email)| (MemberId(id), email)).collect())
}

/// Tables whose rows belong to one member, by a column `member_id`. Most rows are deleted by a cascade; the tables are
/// listed nevertheless, so that their rows are counted.
pub const OWNED: &[&str] = &[
    "access_tokens",
    "address_changes",
    "calendar_feeds",
    "data_downloads",
    "favourite_players",
    "federation_registrations",
    "former_addresses",
    "idempotency_receipts",
    "login_links",
    "mail_outbox",
    "member_commands",
    "member_notes",
    "news_dismissals",
    "notification_settings",
    "offers",
    "passkeys",
    "password_resets",
    "player_lookups",
    "push_devices",
    "refusals",
];

/// Rows that were removed or rewritten.
pub type Count = (&'static str, u64);

/// Whether this log-in may erase: a projector's log-in may not.
pub async fn permitted(pool: &PgPool) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar("SELECT has_table_privilege('members', 'DELETE')").fetch_one(pool).await
}

/// Removes the rows that belong to a member by id.
pub async fn remove_owned(connection: &mut PgConnection, id: MemberId) -> Result<Vec<Count>, sqlx::Error> {
    let mut counts = Vec::new();
    for table in OWNED {
        let sql = format!("DELETE FROM {table} WHERE member_id = $1");
        let done = sqlx::query(&sql).bind(id.0).execute(&mut *connection).await?;
        counts.push((*table, done.rows_affected()));
    }
    let done = sqlx::query("DELETE FROM favourite_players WHERE favourite_id = $1")
        .bind(id.0)
        .execute(&mut *connection)
        .await?;
    counts.push(("favourite_players of others", done.rows_affected()));
    let done = sqlx::query("DELETE FROM members WHERE id = $1").bind(id.0).execute(connection).await?;
    counts.push(("members", done.rows_affected()));
    Ok(counts)
}

/// Removes data that is found by name or address only: look-ups by others, counted log-ins and requests for a link,
/// mails to the bare address, and stored rejections of others and notes on others that name the person. A repeat of a
/// rejected request is then decided again.
pub async fn remove_named(
    connection: &mut PgConnection,
    person: &Person,
    asked: &[[u8; 32]],
) -> Result<Vec<Count>, sqlx::Error> {
    let links = sqlx::query("DELETE FROM reset_requests WHERE account = ANY($1)")
        .bind(asked.iter().map(<[u8; 32]>::as_slice).collect::<Vec<_>>())
        .execute(&mut *connection)
        .await?
        .rows_affected();
    // Others who asked to have the address.
    let requests = sqlx::query("DELETE FROM address_changes WHERE email = ANY($1)")
        .bind(person.emails().map(String::as_str).collect::<Vec<_>>())
        .execute(&mut *connection)
        .await?
        .rows_affected();
    let emails: Vec<&str> = person.emails().map(String::as_str).collect();
    let notes = member_notes::delete_naming(&mut *connection, &emails, &person.whole_name()).await?;
    let (mut lookups_of_others, mut failures, mut mails, mut refusals) = (0, 0, 0, 0);
    for email in person.emails() {
        lookups_of_others += lookups::delete_address(&mut *connection, email).await?;
        failures += FailureKeys::for_email(email).clear(&mut *connection).await?;
        // Another member may have got the address since: their mails stay.
        mails += sqlx::query(
            "DELETE FROM mail_outbox WHERE address = $1 AND (member_id IS NULL OR member_id = $2)",
        )
        .bind(email)
        .bind(person.id.0)
        .execute(&mut *connection)
        .await?
        .rows_affected();
        refusals += sqlx::query(
            "DELETE FROM idempotency_receipts
             WHERE status >= 400 AND (strpos(lower(answer::text), lower($1)) > 0 OR strpos(answer::text, $2) > 0)",
        )
        .bind(email)
        .bind(&person.first_name)
        .execute(&mut *connection)
        .await?
        .rows_affected();
    }
    Ok(vec![
        ("address_changes of others", requests),
        ("player_lookups of others", lookups_of_others),
        ("member_notes of others", notes),
        ("login_failures", failures),
        ("reset_requests", links),
        ("mail_outbox", mails),
        ("idempotency_receipts of others", refusals),
    ])
}

/// Records an erasure, so that imports exclude the person.
pub async fn record(connection: &mut PgConnection, erasure: &ErasureRecord) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO erased_members (member_id, email_hash, gsn_hash, key_id, erased_at, operator, reason, number_hash,
             former_email_hashes)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (member_id) DO NOTHING",
    )
    .bind(erasure.member.0)
    .bind(erasure.email.as_slice())
    .bind(erasure.gsn.as_ref().map(<[u8; 32]>::as_slice))
    .bind(erasure.key.as_slice())
    .bind(erasure.at)
    .bind(&erasure.operator)
    .bind(&erasure.reason)
    .bind(erasure.number.as_ref().map(<[u8; 32]>::as_slice))
    .bind(erasure.former_emails.iter().map(<[u8; 32]>::as_slice).collect::<Vec<_>>())
    .execute(connection)
    .await
    .map(|_| ())
}

/// All erasures whose member must not come back.
pub async fn excluded(pool: &PgPool) -> Result<Vec<ErasureRecord>, sqlx::Error> {
    let rows = sqlx::query(
        "SELECT member_id, email_hash, gsn_hash, number_hash, former_email_hashes, key_id, erased_at, operator, reason
         FROM erased_members WHERE readmitted_at IS NULL ORDER BY erased_at, member_id",
    )
    .fetch_all(pool)
    .await?;
    rows.iter()
        .map(|row| {
            Ok(ErasureRecord {
                member: MemberId(row.try_get("member_id")?),
                email: row.try_get("email_hash")?,
                gsn: row.try_get("gsn_hash")?,
                number: row.try_get("number_hash")?,
                former_emails: row.try_get("former_email_hashes")?,
                key: row.try_get("key_id")?,
                at: row.try_get("erased_at")?,
                operator: row.try_get("operator")?,
                reason: row.try_get("reason")?,
            })
        })
        .collect()
}

/// All members who were ever erased.
pub async fn all(pool: &PgPool) -> Result<Vec<MemberId>, sqlx::Error> {
    let ids: Vec<uuid::Uuid> =
        sqlx::query_scalar("SELECT member_id FROM erased_members").fetch_all(pool).await?;
    Ok(ids.into_iter().map(MemberId).collect())
}

/// All members who were readmitted.
pub async fn readmitted(pool: &PgPool) -> Result<Vec<MemberId>, sqlx::Error> {
    let ids: Vec<uuid::Uuid> =
        sqlx::query_scalar("SELECT member_id FROM erased_members WHERE readmitted_at IS NOT NULL")
            .fetch_all(pool)
            .await?;
    Ok(ids.into_iter().map(MemberId).collect())
}

/// Stops excluding a person and deletes the hashes by which they were recognised.
pub async fn readmit(
    connection: &mut PgConnection,
    member: MemberId,
    at: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "UPDATE erased_members SET readmitted_at = $2, email_hash = NULL, gsn_hash = NULL, number_hash = NULL,
             former_email_hashes = '{}'
         WHERE member_id = $1 AND readmitted_at IS NULL",
    )
    .bind(member.0)
    .bind(at)
    .execute(connection)
    .await
    .map(|_| ())
}

/// The key of the lock that imports and erasures take.
const LOCK: i64 = 724_578;

/// Waits until other imports and erasures have ended, and blocks new ones until this transaction ends.
pub async fn exclude_imports(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(LOCK).execute(connection).await.map(|_| ())
}
