//! Everything that an operator holds, and the functions that end it: sessions, the link to set the account up, links by
//! which they look on as members, and the sessions that came of those. Its functions fail when the database does not
//! answer.

use sqlx::PgConnection;
use uuid::Uuid;

/// Ends everything that an operator holds. The account's name stands for it where a command on a machine made a link.
pub async fn end(connection: &mut PgConnection, operator: Uuid) -> Result<(), sqlx::Error> {
    for sql in [
        "DELETE FROM operator_sessions WHERE operator_id = $1",
        "DELETE FROM operator_links WHERE operator_id = $1",
    ] {
        sqlx::query(sql).bind(operator).execute(&mut *connection).await?;
    }
    end_impersonations(connection, operator, None).await
}

/// Ends one of an operator's sessions, with what was begun in it. False when it is not theirs, or has ended.
pub async fn end_session(
    connection: &mut PgConnection,
    operator: Uuid,
    session: Uuid,
) -> Result<bool, sqlx::Error> {
    let done = sqlx::query("DELETE FROM operator_sessions WHERE id = $1 AND operator_id = $2")
        .bind(session)
        .bind(operator)
        .execute(&mut *connection)
        .await?;
    if done.rows_affected() == 0 {
        return Ok(false);
    }
    end_impersonations(connection, operator, Some(session)).await?;
    Ok(true)
}

/// Ends an operator's sessions but one, with what was begun in them: all, or those that began with a passkey.
pub async fn end_other_sessions(
    connection: &mut PgConnection,
    operator: Uuid,
    kept: Uuid,
    passkey: Option<Uuid>,
) -> Result<(), sqlx::Error> {
    let ended: Vec<Uuid> = sqlx::query_scalar(
        "DELETE FROM operator_sessions
         WHERE operator_id = $1 AND id <> $2 AND ($3::uuid IS NULL OR passkey_id = $3) RETURNING id",
    )
    .bind(operator)
    .bind(kept)
    .bind(passkey)
    .fetch_all(&mut *connection)
    .await?;
    for session in ended {
        end_impersonations(connection, operator, Some(session)).await?;
    }
    Ok(())
}

/// Ends what an operator does as a member, of one session or of all. Where the operator's sessions end too, they do before
/// this, so that no link is made in one meanwhile; and links before the members' sessions, so that one that is being used has
/// its session when that is looked for.
pub async fn end_impersonations(
    connection: &mut PgConnection,
    operator: Uuid,
    session: Option<Uuid>,
) -> Result<(), sqlx::Error> {
    let begun = "(link.operator_id = $1 AND ($2::uuid IS NULL OR link.operator_session_id = $2)
        OR $2 IS NULL AND link.operator_id IS NULL AND folded(link.operator) = (SELECT folded(name) FROM operators WHERE id = $1))";
    for sql in [
        // Before anybody's now: a use that began earlier and waited finds it expired.
        format!(
            "UPDATE impersonations AS link SET expires_at = created_at
             WHERE used_at IS NULL AND expires_at > now() AND {begun}"
        ),
        format!(
            "UPDATE access_tokens AS token SET revoked_at = now()
             FROM impersonations AS link
             WHERE token.member_id = link.member_id AND token.impersonation_id = link.id
                 AND token.revoked_at IS NULL AND {begun}"
        ),
    ] {
        sqlx::query(&sql).bind(operator).bind(session).execute(&mut *connection).await?;
    }
    Ok(())
}
