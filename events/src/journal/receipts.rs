//! Idempotency receipts: the answers to requests with an `Idempotency-Key` (docs/domain.md §3.10).
//!
//! They are stored beside the events because they commit with them. The answer to a request that changed nothing commits
//! with no event: it is stored by itself, and waits for no batch. Its functions fail when the database does not answer.

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::{PgConnection, Row};

use super::Journal;
use crate::MemberId;

/// The scope of an idempotency key: member and route.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ReceiptKey {
    /// The member who sent the request.
    pub member: MemberId,
    /// Method and route pattern, such as `POST /api/reservations`, with the ids that its path names.
    pub route: String,
    /// The header's value, 1..=255 characters.
    pub key: String,
}

/// The stored answer to a request with a key.
#[derive(Debug, Clone, PartialEq)]
pub struct Receipt {
    /// The key of the request, in its scope.
    pub key: ReceiptKey,
    /// SHA-256 of the request; another payload under the same key has another hash.
    pub request_hash: Vec<u8>,
    /// The HTTP status that was answered; never 401, 429 or 5xx.
    pub status: i16,
    /// The JSON body that was answered.
    pub answer: Value,
}

impl Journal {
    /// The receipts of those keys that have one, in no order. One query, whatever the number of keys.
    pub async fn receipts(&self, keys: &[ReceiptKey]) -> Result<Vec<Receipt>, sqlx::Error> {
        let mut connection = self.pool().acquire().await?;
        Self::receipts_on(&mut connection, keys).await
    }

    /// The same on a connection of the caller's.
    pub async fn receipts_on(
        connection: &mut PgConnection,
        keys: &[ReceiptKey],
    ) -> Result<Vec<Receipt>, sqlx::Error> {
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        let rows = sqlx::query(
            "SELECT receipt.member_id, receipt.route, receipt.key, request_hash, status, answer
             FROM UNNEST($1::uuid[], $2::text[], $3::text[]) AS wanted (member_id, route, key)
             JOIN idempotency_receipts receipt USING (member_id, route, key)",
        )
        .bind(keys.iter().map(|key| key.member.0).collect::<Vec<_>>())
        .bind(keys.iter().map(|key| key.route.as_str()).collect::<Vec<_>>())
        .bind(keys.iter().map(|key| key.key.as_str()).collect::<Vec<_>>())
        .fetch_all(connection)
        .await?;
        rows.iter()
            .map(|row| {
                Ok(Receipt {
                    key: ReceiptKey {
                        member: MemberId(row.try_get("member_id")?),
                        route: row.try_get("route")?,
                        key: row.try_get("key")?,
                    },
                    request_hash: row.try_get("request_hash")?,
                    status: row.try_get("status")?,
                    answer: row.try_get("answer")?,
                })
            })
            .collect()
    }

    /// Stores the answer to a request that changed nothing, and returns the one that counts: where the key was answered
    /// by then, that is the first. The journal's head is not touched.
    pub async fn store_receipt(
        &self,
        receipt: Receipt,
        created_at: DateTime<Utc>,
    ) -> Result<Receipt, sqlx::Error> {
        let stored = sqlx::query(
            "INSERT INTO idempotency_receipts (member_id, route, key, request_hash, status, answer, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT ON CONSTRAINT idempotency_receipts_key DO NOTHING",
        )
        .bind(receipt.key.member.0)
        .bind(&receipt.key.route)
        .bind(&receipt.key.key)
        .bind(&receipt.request_hash)
        .bind(receipt.status)
        .bind(&receipt.answer)
        .bind(created_at)
        .execute(self.pool())
        .await?;
        if stored.rows_affected() > 0 {
            return Ok(receipt);
        }
        // Read in a statement of its own: the first may have been committed while the insert waited for it.
        let first = self.receipts(std::slice::from_ref(&receipt.key)).await?.into_iter().next();
        // One that is gone by now was deleted because of its age.
        Ok(first.unwrap_or(receipt))
    }

    /// Removes receipts that were stored before `before`; returns how many.
    pub async fn delete_receipts(&self, before: DateTime<Utc>) -> Result<u64, sqlx::Error> {
        let done = sqlx::query("DELETE FROM idempotency_receipts WHERE created_at < $1")
            .bind(before)
            .execute(self.pool())
            .await?;
        Ok(done.rows_affected())
    }
}
