//! A projector of the release before `reservations_places.left_standing` leaves it empty. Whoever follows such a projector
//! stores what is missing. The release that drops the table `historic_players` removes this.

use std::time::Duration;

use fairway_events::connections;
use sqlx::{Executor, PgPool};

/// Only a projector of the former release moves the checkpoint `historic_players`, and says with it that it runs: then it
/// has projected since the last call. Of its last events, far more than it projects while releases change, those that ended
/// places are looked at. As stopped, the checkpoint holds up no node of the former release that waits for its own writes.
const STORE: &str = "WITH former AS (
        UPDATE projections SET state = 'stopped', last_error = 'the release that runs now finds co-players by their places'
        WHERE name = 'historic_players' AND state <> 'stopped' AND position > 0
        RETURNING position
    )
    SELECT store_left_standings(position - 100000, position) FROM former";

/// Stores when places ended that a projector of the former release ended. Does nothing where it is known.
///
/// # Errors
/// When the database does not answer within `limit`.
pub(crate) async fn store_left_standings(pool: &PgPool, limit: Duration) -> sqlx::Result<()> {
    connections::within(pool, limit, async |connection| connection.execute(STORE).await.map(drop)).await
}
