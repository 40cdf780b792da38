//! A projector of the release before `reservations_places.left_standing` leaves it empty. Whoever follows such a projector
//! stores what is missing. The release that drops the table `historic_players` removes this.

use std::time::Duration;

use fairway_events::connections;
use sqlx::{Executor, PgPool};

/// The last events of a projector of the former release: far more than it projects while releases change. Its checkpoint
/// `historic_players`, which only it moves, says where it stopped.
const STORE: &str = "SELECT store_left_standings(position - 100000, position) FROM projections
    WHERE name = 'historic_players'";

/// Stores when places ended that a projector of the former release ended. Does nothing where it is known.
///
/// # Errors
/// When the database does not answer within `limit`.
pub(crate) async fn store_left_standings(pool: &PgPool, limit: Duration) -> sqlx::Result<()> {
    connections::within(pool, limit, async |connection| connection.execute(STORE).await.map(drop)).await
}
