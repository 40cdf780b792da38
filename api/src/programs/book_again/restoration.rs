//! Restores one lost booking after the other.

use std::collections::HashMap;
use std::sync::Arc;

use fairway_command::{
    AddPlayers, BookRound, CancelGroup, CancelPlace, ClubReason, Command, NewPlace, Reason, Rejection,
    RemovePlayer, SwapPlayer,
};
use fairway_documents::mail::Loss;
use fairway_events::{CancelMode, MemberId, StreamId};
use fairway_query::Booking;
use fairway_query::reservations::booking_after;
use fairway_store::clubs::Clubs;
use fairway_store::operator_actions::OperatorAct;
use fairway_store::{clubs, members};

use super::BookAgain;
use super::case::{Case, Refusal};
use super::decider::Decider;
use super::letters::Letters;
use super::plan::{self, Joining, Leaving, Plan, Seat, Swapping};
use super::read::LostBooking;
use super::report::{Outcome, Report};

/// One run.
#[derive(Debug)]
pub(super) struct Restoration<'a> {
    again: &'a BookAgain,
    by: &'a OperatorAct,
    decider: Decider,
    clubs: Clubs,
}

impl BookAgain {
    pub(super) async fn start_restoration<'a>(
        &'a self,
        by: &'a OperatorAct,
        rehearse: bool,
    ) -> anyhow::Result<Restoration<'a>> {
        let decider =
            if rehearse { Decider::Rehearsal(HashMap::new()) } else { Decider::Writer(self.writer.clone()) };
        Ok(Restoration { again: self, by, decider, clubs: clubs::load(&self.pool).await? })
    }
}

impl Restoration<'_> {
    /// Restores what is possible of one booking, and reports the outcome for each member.
    pub(super) async fn booking(&mut self, lost: &LostBooking, report: &mut Report) -> anyhow::Result<()> {
        let stream = StreamId::Reservation(lost.booking);
        let streams = self.again.journal.load_streams(std::slice::from_ref(&stream)).await?;
        let now = streams.get(&stream).and_then(|events| booking_after(events));
        match plan::make(lost, now.as_ref()) {
            Plan::Nothing(why) => report.nothing.push((lost.booking, why)),
            Plan::Book(was, seats) => {
                let mut case = self.case(lost, was, seats.iter().map(|seat| seat.member)).await?;
                self.book(&mut case, seats).await?;
                case.report_to(report);
            }
            Plan::Change(changes) => {
                let Some(now) = now else { return Ok(()) };
                let swapped = changes.swapping.iter().flat_map(|swap| [swap.left.member, swap.seat.member]);
                let joined = changes.joining.iter().map(|joining| joining.seat.member);
                let left = changes.leaving.iter().map(|leaving| leaving.seat.member);
                let concerned = swapped.chain(joined).chain(left);
                let mut case = self.case(lost, now, concerned.collect::<Vec<_>>()).await?;
                for swapping in changes.swapping {
                    self.swap(&mut case, swapping).await?;
                }
                for joining in changes.joining {
                    self.join(&mut case, joining).await?;
                }
                self.leave(&mut case, &changes.leaving).await?;
                case.report_to(report);
            }
        }
        Ok(())
    }

    async fn case<'l>(
        &self,
        lost: &'l LostBooking,
        booking: Booking,
        concerned: impl IntoIterator<Item = MemberId>,
    ) -> anyhow::Result<Case<'l>> {
        let concerned: Vec<MemberId> = concerned.into_iter().collect();
        let members = members::by_ids(&self.again.pool, &concerned).await?;
        let streams: Vec<StreamId> = concerned.into_iter().map(StreamId::Membership).collect();
        let streams = self.again.journal.load_streams(&streams).await?;
        Ok(Case { lost, booking, members, streams, outcomes: Vec::new() })
    }

    /// Books the former group; without a co-player who cannot join, but never without its master.
    async fn book(&mut self, case: &mut Case<'_>, seats: Vec<Seat>) -> anyhow::Result<()> {
        let today = self.again.clock.today();
        if case.booking.play_date < today {
            let past = Outcome::Left("the day has passed");
            case.outcomes.extend(seats.iter().map(|seat| (seat.member, past.clone())));
            return Ok(());
        }
        let master = case.booking.master;
        let master_is_away = case.cannot_lead(master);
        let mut group = Vec::new();
        for seat in seats {
            match case.outcome_without_command(seat.member) {
                Some(outcome) => case.outcomes.push((seat.member, outcome)),
                None => group.push(seat),
            }
        }
        if let Some(why) = master_is_away {
            return self.refuse(case, &group, &Refusal::Sentence(why)).await;
        }
        let Some(club) = self.clubs.get(&case.booking.club).map(|card| Arc::clone(&card.rules)) else {
            return self
                .refuse(case, &group, &Refusal::Sentence("Deze baan is niet meer te reserveren"))
                .await;
        };
        // Each iteration ends the loop or removes at least one of at most four players.
        while !group.is_empty() {
            let command = Command::BookRound(BookRound {
                booking: case.booking.booking,
                club: Arc::clone(&club),
                play_date: case.booking.play_date,
                holes: case.booking.holes,
                master,
                players: group.iter().map(new_place).collect(),
                today,
                at: self.again.clock.now(),
            });
            let Err(rejection) = self.ask(master, command).await? else {
                case.outcomes.extend(group.iter().map(|seat| (seat.member, Outcome::BookedAgain)));
                return Ok(());
            };
            let out = left_out(&rejection, master, &group);
            let (left, stays) = group.iter().partition(|seat| out.contains(&seat.member));
            group = stays;
            self.refuse(case, &left, &Refusal::Rule(rejection)).await?;
        }
        Ok(())
    }

    /// Adds a player who had joined an existing booking.
    async fn join(&mut self, case: &mut Case<'_>, Joining { seat, by }: Joining) -> anyhow::Result<()> {
        let today = self.again.clock.today();
        if case.booking.play_date < today {
            case.outcomes.push((seat.member, Outcome::Left("the day has passed")));
            return Ok(());
        }
        if let Some(outcome) = case.outcome_without_command(seat.member) {
            case.outcomes.push((seat.member, outcome));
            return Ok(());
        }
        let Some(club) = self.clubs.get(&case.booking.club).map(|card| Arc::clone(&card.rules)) else {
            return self
                .refuse(case, &[seat], &Refusal::Sentence("Deze baan is niet meer te reserveren"))
                .await;
        };
        // The player who had added them may have left since; a booking with players always has a master.
        let by = if case.booking.place_of(by).is_some() { by } else { case.booking.master };
        let command = Command::AddPlayers(AddPlayers {
            booking: case.booking.booking,
            club,
            play_date: case.booking.play_date,
            by,
            players: vec![new_place(&seat)],
            today,
            at: self.again.clock.now(),
        });
        match self.ask(by, command).await? {
            Ok(()) => case.outcomes.push((seat.member, Outcome::BookedAgain)),
            Err(rejection) => self.refuse(case, &[seat], &Refusal::Rule(rejection)).await?,
        }
        Ok(())
    }

    /// Swaps a player of an existing booking again. If the other one cannot come any more, the player keeps the place.
    async fn swap(&mut self, case: &mut Case<'_>, swapping: Swapping) -> anyhow::Result<()> {
        let Swapping { seat, left, by } = swapping;
        let stays = Outcome::Left("a swap whose other player does not come: the place is still theirs");
        let today = self.again.clock.today();
        if case.booking.play_date < today {
            let past = Outcome::Left("a swap, and the day has passed");
            case.outcomes.extend([(left.member, past.clone()), (seat.member, past)]);
            return Ok(());
        }
        if let Some(outcome) = case.outcome_without_command(seat.member) {
            case.outcomes.extend([(left.member, stays), (seat.member, outcome)]);
            return Ok(());
        }
        let Some(club) = self.clubs.get(&case.booking.club).map(|card| Arc::clone(&card.rules)) else {
            case.outcomes.push((left.member, stays));
            return self
                .refuse(case, &[seat], &Refusal::Sentence("Deze baan is niet meer te reserveren"))
                .await;
        };
        // A former master cannot swap others any more: the player is then swapped in their own name.
        let by = if by == case.booking.master { by } else { left.member };
        let command = Command::SwapPlayer(SwapPlayer {
            booking: case.booking.booking,
            club,
            play_date: case.booking.play_date,
            place: left.place,
            player: new_place(&seat),
            by,
            today,
            at: self.again.clock.now(),
        });
        match self.ask(by, command).await? {
            Ok(()) => case
                .outcomes
                .extend([(left.member, Outcome::CancelledAgain), (seat.member, Outcome::BookedAgain)]),
            Err(rejection) => {
                case.outcomes.push((left.member, stays));
                self.refuse(case, &[seat], &Refusal::Rule(rejection)).await?;
            }
        }
        Ok(())
    }

    /// Cancels places again. Before the play date that is free, so it is repeated; on the day itself it would cost the
    /// play right, so the member is asked.
    async fn leave(&mut self, case: &mut Case<'_>, leaving: &[Leaving]) -> anyhow::Result<()> {
        let today = self.again.clock.today();
        if case.booking.play_date < today {
            let past = Outcome::Left("a cancellation, and the day has passed: the right counts as used");
            case.outcomes.extend(leaving.iter().map(|leaving| (leaving.seat.member, past.clone())));
            return Ok(());
        }
        if case.booking.play_date == today {
            for leaving in leaving {
                let what = Loss::Cancellation;
                let mailed = self.write(case, leaving.seat.member, what).await?;
                let reason = "cancelling on the day itself would cost the right".to_owned();
                case.outcomes.push((leaving.seat.member, Outcome::Refused { reason, mailed }));
            }
            return Ok(());
        }
        let everybody = case.booking.active_places().count() == leaving.len();
        let whole = leaving
            .iter()
            .all(|leaving| leaving.mode == CancelMode::Group && leaving.by == case.booking.master);
        if everybody && whole && !leaving.is_empty() {
            let at = self.again.clock.now();
            let by = case.booking.master;
            let command = Command::CancelGroup(CancelGroup { booking: case.booking.booking, by, today, at });
            let done = self.ask(by, command).await?;
            case.outcomes.extend(leaving.iter().map(|leaving| (leaving.seat.member, cancelled(&done))));
            return Ok(());
        }
        for leaving in leaving {
            let (member, command) = self.cancel_command(case, leaving);
            let done = self.ask(member, command).await?;
            case.outcomes.push((leaving.seat.member, cancelled(&done)));
        }
        Ok(())
    }

    /// The command of the member who had cancelled the place, if they may still do so. A former master cannot remove
    /// others any more: the place is then cancelled in its player's name.
    fn cancel_command(&self, case: &Case<'_>, leaving: &Leaving) -> (MemberId, Command) {
        let (booking, place) = (case.booking.booking, leaving.seat.place);
        let (today, at) = (self.again.clock.today(), self.again.clock.now());
        let (by, player) = (leaving.by, leaving.seat.member);
        if by != player && by == case.booking.master {
            (by, Command::RemovePlayer(RemovePlayer { booking, place, by, today, at }))
        } else {
            (player, Command::CancelPlace(CancelPlace { booking, place, by: player, today, at }))
        }
    }

    async fn ask(&mut self, member: MemberId, command: Command) -> anyhow::Result<Result<(), Rejection>> {
        let again = self.again;
        self.decider.decide(&again.journal, &again.clock, self.by, member, command).await
    }

    /// Sends the reason to everybody in the group.
    async fn refuse(&self, case: &mut Case<'_>, group: &[Seat], refusal: &Refusal) -> anyhow::Result<()> {
        for seat in group {
            let reason = case.reason(seat.member, refusal);
            let mailed = self.write(case, seat.member, Loss::Place { reason: &reason }).await?;
            case.outcomes.push((seat.member, Outcome::Refused { reason, mailed }));
        }
        Ok(())
    }

    /// Sends a mail to a member; in a rehearsal returns whether it would be sent.
    async fn write(&self, case: &Case<'_>, to: MemberId, what: Loss<'_>) -> anyhow::Result<bool> {
        let Some(member) = case.members.get(&to).filter(|member| !member.is_erased()) else {
            return Ok(false);
        };
        if matches!(self.decider, Decider::Rehearsal(_)) {
            return Ok(true);
        }
        let again = self.again;
        let letters = Letters {
            pool: &again.pool,
            outbox: &again.outbox,
            portal: &again.links.portal,
            clubs: &self.clubs,
        };
        Ok(letters.queue(&case.booking, member, what).await?)
    }
}

/// The members whom a rejection removes from the group: the co-player whom it concerns, those for whom no place is
/// free, or all.
fn left_out(rejection: &Rejection, master: MemberId, group: &[Seat]) -> Vec<MemberId> {
    let all = || group.iter().map(|seat| seat.member).collect();
    match rejection {
        Rejection::Unbookable(Reason::Player { member, .. }) if *member != master => vec![*member],
        Rejection::Unbookable(Reason::Club(ClubReason::FewPlaces { free })) if *free >= 1 => {
            group.iter().skip(*free as usize).map(|seat| seat.member).collect()
        }
        _ => all(),
    }
}

fn new_place(seat: &Seat) -> NewPlace {
    NewPlace { member: seat.member, place: seat.place }
}

fn cancelled(done: &Result<(), Rejection>) -> Outcome {
    match done {
        Ok(()) => Outcome::CancelledAgain,
        Err(_) => Outcome::Left("a cancellation that the rules do not permit any more"),
    }
}
