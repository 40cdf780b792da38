//! The record of what people at clubs did and saw.

use fairway_endpoint::common::Common;
use fairway_events::MemberId;
use fairway_store::club_actions::{self, ClubAct};

use crate::access::ClubUser;

/// Records a look, once a session: the subject by its kind and id, never a name.
/// Fails when the database does not answer.
pub async fn seen(
    common: &Common,
    user: &ClubUser,
    subject: &str,
    member: Option<MemberId>,
) -> Result<(), fairway_store::Error> {
    let (by, now) = (user.acting(), common.clock.now());
    club_actions::record_look(&common.pool, by, user.session_id(), subject, member, now).await
}

/// Records an act that is not in the journal, or will be there in a moment.
/// Fails when the database does not answer.
pub async fn acted(common: &Common, user: &ClubUser, act: ClubAct<'_>) -> Result<(), fairway_store::Error> {
    club_actions::record(&common.pool, user.acting(), act, common.clock.now()).await
}
