//! The groups in which a member waits for a full day. They are read from the journal, not from the read models: a
//! projector that is behind must not hide one.

use anyhow::bail;
use fairway_clock::clock::Clock;
use fairway_clock::random;
use fairway_command::{
    BookingWindow, Command, LeaveWaitingList, Outcome, Submission, WaitingList, WriterHandle, fold_events,
};
use fairway_events::{Actor, Journal, MemberId, StreamId, WaitingGroupId};
use fairway_store::PgPool;
use fairway_store::clubs;
use fairway_store::operator_actions::OperatorAct;

/// Takes every group with the member off its list, each by the command that the member would send, in the operator's
/// name: nobody waits for a member who cannot be booked. Returns the number of groups.
///
/// # Errors
/// At the first group that cannot be taken off; those before it are.
pub async fn stop_waiting(
    pool: &PgPool,
    writer: &WriterHandle,
    clock: &Clock,
    member: MemberId,
    by: &OperatorAct,
) -> anyhow::Result<usize> {
    let groups = groups_of(pool, clock, member).await?;
    for (stream, group) in &groups {
        let StreamId::WaitingList(club, date) = stream else { continue };
        let at = clock.now();
        let submission = Submission {
            command: Command::LeaveWaitingList(LeaveWaitingList {
                group: *group,
                club: club.clone(),
                date: *date,
                by: member,
                at,
            }),
            correlation_id: random::new_id(at),
            actor: Actor::Impersonator { operator: by.operator.clone(), member },
            metadata: by.metadata(member.to_string()),
            receipt: None,
        };
        if let Outcome::Rejected(rejection) = writer.submit(submission).await? {
            bail!("the group that waits for {date} at {club} cannot be taken off the list: {rejection}")
        }
    }
    Ok(groups.len())
}

/// How many groups with the member [`stop_waiting`] would take off a list now.
/// Fails when the database does not answer.
pub async fn count(pool: &PgPool, clock: &Clock, member: MemberId) -> anyhow::Result<usize> {
    Ok(groups_of(pool, clock, member).await?.len())
}

/// The groups of the days that can be booked: on others nobody waits.
async fn groups_of(
    pool: &PgPool,
    clock: &Clock,
    member: MemberId,
) -> anyhow::Result<Vec<(StreamId, WaitingGroupId)>> {
    let today = clock.today();
    let clubs = clubs::load(pool).await?;
    let days = || BookingWindow::around(today).dates().filter(|date| *date >= today);
    let streams: Vec<StreamId> = clubs
        .all()
        .flat_map(|club| days().map(|date| StreamId::WaitingList(club.id().clone(), date)))
        .collect();
    let mut groups = Vec::new();
    for (stream, events) in Journal::new(pool.clone()).load_streams(&streams).await? {
        let list: WaitingList = fold_events(events.into_iter().map(|recorded| recorded.event));
        let own = list.waiting().filter(|group| group.has(member)).map(|group| group.id);
        groups.extend(own.map(|group| (stream.clone(), group)));
    }
    Ok(groups)
}
