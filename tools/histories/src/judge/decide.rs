//! The commands of members, decided on the audit's states by the audit's rulebook. The rulebook has the reasons why a
//! round cannot be booked, what a cancellation does to a right, and who may be in a group; who may change a booking
//! (docs/domain.md §3.8, §3.18) it does not have, so that is here, and the sentences with it.
//!
//! Not here: arrivals, orders and offers of the waiting list, which no operation of a record leads to.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use fairway_audit::dates::day_of;
use fairway_audit::rulebook::cancelling::{self, CancelledPlace};
use fairway_audit::rulebook::{ClubTerms, Player, RoundRequest, Rule, assessment, checks, group};
use fairway_audit::state::{Booking, ClubDay, Member, Place, PlaceStatus};
use fairway_events::{BookingId, ClubId, Holes, MemberId, PlayRight, Position, StreamId};

use super::journal::{Effects, Ended, Replay};
use crate::history::{Call, Operation};

/// The clubs' terms.
pub type Clubs = BTreeMap<ClubId, ClubTerms>;

/// A refusal: its code, and the Dutch sentence that members read.
pub(crate) type Refused = (&'static str, String);

/// A decision.
pub(crate) type Decided = Result<Effects, Refused>;

/// The refusals that are not of the rulebook.
pub(crate) const OF_BOOKINGS: [(&str, &str); 17] = [
    ("reservation_not_found", "Deze reservering is niet gevonden."),
    ("no_players", "Kies minstens één speler."),
    ("too_many_players", "Je kunt met maximaal 4 spelers reserveren."),
    ("player_twice", "Een speler kan maar één keer meedoen: verwijder de dubbele speler."),
    ("caller_not_among_players", "Je moet zelf een van de spelers zijn."),
    ("no_free_slots", "Het maximaal aantal spelers voor deze boeking is bereikt."),
    ("booking_cancelled", "Deze reservering is geannuleerd. Maak een nieuwe reservering."),
    ("caller_cancelled", "Je hebt je eigen plaats geannuleerd en kunt daarom geen spelers meer toevoegen."),
    ("too_late_to_add", "De speeldatum is voorbij: je kunt geen spelers meer toevoegen."),
    ("too_late_to_cancel", "De speeldatum is voorbij: annuleren kan niet meer."),
    (
        "not_your_place",
        "Je kunt hier alleen je eigen reservering annuleren. De groepsleider kan een medespeler verwijderen.",
    ),
    ("own_place", "Je kunt jezelf niet verwijderen. Annuleer in plaats daarvan je eigen reservering."),
    ("only_master_cancels_group", "Alleen de groepsleider kan de hele groep annuleren."),
    ("only_master_removes_players", "Alleen de groepsleider kan een medespeler verwijderen."),
    (
        "only_master_swaps_players",
        "Alleen de groepsleider kan een medespeler wisselen. Jezelf wisselen kan wel.",
    ),
    ("too_late_to_swap", "De speeldatum is voorbij: wisselen kan niet meer."),
    ("player_left", "Deze speler doet al niet meer mee in deze reservering."),
];

fn refused<T>(code: &str) -> Result<T, Refused> {
    let found = OF_BOOKINGS.iter().find(|(known, _)| *known == code);
    Err(found.map_or(("unknown_code", code.to_owned()), |(code, sentence)| (code, (*sentence).to_owned())))
}

/// Whether what a client was told is this refusal: its code, or its sentence, in which a co-player's first name may
/// stand in front.
pub(crate) fn is_told(why: &str, (code, sentence): &Refused) -> bool {
    let of_co_player =
        || sentence.strip_prefix("Heeft ").is_some_and(|rest| why.ends_with(&format!(" heeft {rest}")));
    why == *code || why == sentence || of_co_player()
}

/// The streams whose states decide a call. A booking's players do not change which streams these are, except that a
/// cancellation reads the booking alone.
pub(crate) fn streams(call: &Call, by: MemberId) -> Vec<StreamId> {
    let member = |id: &MemberId| StreamId::Membership(*id);
    let day = |club: &ClubId, date: &NaiveDate| StreamId::CourseDay(club.clone(), *date);
    match call {
        Call::Book { club, date, players, .. } | Call::ReadAvailability { club, date, players, .. } => {
            players.iter().map(member).chain([day(club, date)]).collect()
        }
        Call::AddPlayer { club, date, booking, player }
        | Call::SwapPlayer { club, date, booking, player, .. } => {
            vec![StreamId::Reservation(*booking), member(player), day(club, date)]
        }
        Call::CancelPlace { booking, .. }
        | Call::CancelGroup { booking, .. }
        | Call::RemovePlayer { booking, .. } => vec![StreamId::Reservation(*booking)],
        Call::ReadOwn => vec![member(&by)],
        Call::ReadDay { club, date, .. } => vec![day(club, date)],
    }
}

/// The states at one position.
pub(crate) struct Then<'a> {
    pub(crate) replay: &'a Replay,
    pub(crate) clubs: &'a Clubs,
    pub(crate) position: Position,
    /// The instant at which it is decided.
    pub(crate) at: DateTime<Utc>,
}

/// A round to be assessed.
struct Round<'a> {
    club: &'a ClubId,
    date: NaiveDate,
    holes: Holes,
    players: &'a [MemberId],
    /// Whether the day becomes fuller.
    needs_room: bool,
}

impl Then<'_> {
    fn today(&self) -> NaiveDate {
        day_of(self.at)
    }

    /// Decides a command. A command that has nothing left to do succeeds without effects.
    pub(crate) fn decide(&self, operation: &Operation) -> Decided {
        let by = operation.by;
        match &operation.call {
            Call::Book { club, date, holes, players } => {
                self.book(by, &Round { club, date: *date, holes: *holes, players, needs_room: true })
            }
            Call::AddPlayer { club, date, booking, player } => {
                let booking = self.booking_of(*booking, by)?;
                self.add(by, &booking, club, *date, *player)
            }
            Call::SwapPlayer { club, date, booking, place, player } => {
                let booking = self.booking_of(*booking, by)?;
                let Some(leaving) = booking.places.iter().find(|known| known.place == *place) else {
                    return refused("reservation_not_found");
                };
                self.swap(by, &booking, leaving, (club, *date), *player)
            }
            Call::CancelPlace { booking, place, .. } => {
                let booking = self.booking_of(*booking, by)?;
                match booking.places.iter().find(|known| known.place == *place) {
                    None => refused("reservation_not_found"),
                    Some(place) if place.member != by => refused("not_your_place"),
                    Some(place) => self.cancel(by, &booking, &[place]),
                }
            }
            Call::CancelGroup { booking, .. } => {
                let booking = self.booking_of(*booking, by)?;
                if booking.master != by {
                    return refused("only_master_cancels_group");
                }
                self.cancel(by, &booking, &booking.places.iter().collect::<Vec<_>>())
            }
            Call::RemovePlayer { booking, place, .. } => {
                let booking = self.booking_of(*booking, by)?;
                match booking.places.iter().find(|known| known.place == *place) {
                    None => refused("reservation_not_found"),
                    Some(place) if place.member == by => refused("own_place"),
                    Some(_) if booking.master != by => refused("only_master_removes_players"),
                    Some(place) => self.cancel(by, &booking, &[place]),
                }
            }
            Call::ReadOwn | Call::ReadAvailability { .. } | Call::ReadDay { .. } => Ok(Effects::default()),
        }
    }

    /// For a member who never was in it, a booking does not exist (docs/domain.md §3.8).
    fn booking_of(&self, id: BookingId, by: MemberId) -> Result<Booking, Refused> {
        let found = self.replay.booking(id, self.position);
        let of_theirs = found.filter(|booking| booking.places.iter().any(|place| place.member == by));
        of_theirs.map_or_else(|| refused("reservation_not_found"), Ok)
    }

    fn book(&self, by: MemberId, round: &Round<'_>) -> Decided {
        match group::check(round.players) {
            Err(group::Fault::Empty) => return refused("no_players"),
            Err(group::Fault::TooMany(_)) => return refused("too_many_players"),
            Err(group::Fault::Twice(_)) => return refused("player_twice"),
            Ok(()) => {}
        }
        if !round.players.contains(&by) {
            return refused("caller_not_among_players");
        }
        let rights = self.assess(round)?;
        Ok(Effects { claimed: rights.into_iter().collect(), ended: BTreeMap::new() })
    }

    fn add(
        &self,
        by: MemberId,
        booking: &Booking,
        club: &ClubId,
        date: NaiveDate,
        player: MemberId,
    ) -> Decided {
        if booking.play_date < self.today() {
            return refused("too_late_to_add");
        }
        if booking.active().next().is_none() {
            return refused("booking_cancelled");
        }
        if !booking.active().any(|place| place.member == by) {
            return refused("caller_cancelled");
        }
        if booking.active().count() >= group::MOST {
            return refused("no_free_slots");
        }
        if (&booking.club, booking.play_date) != (club, date) {
            return refused("reservation_not_found");
        }
        let round = Round { club, date, holes: booking.holes, players: &[player], needs_room: true };
        Ok(Effects { claimed: self.assess(&round)?.into_iter().collect(), ended: BTreeMap::new() })
    }

    fn swap(
        &self,
        by: MemberId,
        booking: &Booking,
        leaving: &Place,
        (club, date): (&ClubId, NaiveDate),
        player: MemberId,
    ) -> Decided {
        if leaving.member != by && booking.master != by {
            return refused("only_master_swaps_players");
        }
        if booking.play_date < self.today() {
            return refused("too_late_to_swap");
        }
        if booking.active().next().is_none() {
            return refused("booking_cancelled");
        }
        if leaving.status != PlaceStatus::Active {
            return refused("player_left");
        }
        if (&booking.club, booking.play_date) != (club, date) {
            return refused("reservation_not_found");
        }
        let round = Round { club, date, holes: booking.holes, players: &[player], needs_room: false };
        let claimed = self.assess(&round)?.into_iter().collect();
        // The place stays used, so that the right comes back also on the play date (docs/domain.md §3.18).
        Ok(Effects { claimed, ended: BTreeMap::from([(leaving.place, Ended::GivenBack)]) })
    }

    fn cancel(&self, by: MemberId, booking: &Booking, places: &[&Place]) -> Decided {
        let mut effects = Effects::default();
        for place in places.iter().filter(|place| place.status == PlaceStatus::Active) {
            let cancelled = CancelledPlace {
                member: place.member,
                play_date: booking.play_date,
                taken: (place.added_by.unwrap_or(booking.booked_by), day_of(place.joined_at)),
                by_swap: place.by_swap,
                cancelled: (by, self.today()),
            };
            match cancelling::outcome(&cancelled).and_then(Ended::from_outcome) {
                Some(ended) => effects.ended.insert(place.place, ended),
                None => return refused("too_late_to_cancel"),
            };
        }
        Ok(effects)
    }

    fn assess(&self, round: &Round<'_>) -> Result<Vec<(MemberId, PlayRight)>, Refused> {
        let day = self.replay.club_day(round.club, round.date, self.position);
        let members: Vec<Member> =
            round.players.iter().map(|member| self.replay.member(*member, self.position)).collect();
        self.assess_on(round, &day, &members)
    }

    fn assess_on(
        &self,
        round: &Round<'_>,
        day: &ClubDay,
        members: &[Member],
    ) -> Result<Vec<(MemberId, PlayRight)>, Refused> {
        let Some(club) = self.clubs.get(round.club) else {
            return Err(("unknown_club", format!("no club is called {}", round.club)));
        };
        let players: Vec<Player<'_>> =
            members.iter().map(|member| Player { member: member.id, holdings: &member.holdings }).collect();
        let request = RoundRequest {
            club,
            taken: day.taken(),
            closed: day.closed.as_deref(),
            capacity: day.capacity,
            held: day.held(self.at),
            smallest_in_turn: day.smallest_in_turn,
            date: round.date,
            holes: round.holes,
            today: self.today(),
        };
        let mut checks = checks(&request, &players);
        if !round.needs_room {
            checks.retain(|check| check.rule != Rule::Capacity);
        }
        assessment(&checks).map_err(|(_, refusal)| (refusal.code(), refusal.to_string()))
    }

    /// Whether a group can play; then, whether a voucher would be used.
    pub(crate) fn availability(
        &self,
        (club, date): (&ClubId, NaiveDate),
        holes: Holes,
        players: &[MemberId],
    ) -> Result<bool, Refused> {
        let at = vec![self.position; players.len()];
        self.availability_of_parts((club, date), holes, players, &at)
    }

    /// The same, with the day at this position and each player at one of their own.
    pub(crate) fn availability_of_parts(
        &self,
        (club, date): (&ClubId, NaiveDate),
        holes: Holes,
        players: &[MemberId],
        at: &[Position],
    ) -> Result<bool, Refused> {
        let day = self.replay.club_day(club, date, self.position);
        let members: Vec<Member> =
            players.iter().zip(at).map(|(member, at)| self.replay.member(*member, *at)).collect();
        let round = Round { club, date, holes, players, needs_room: true };
        let rights = self.assess_on(&round, &day, &members)?;
        Ok(rights.iter().any(|(_, right)| matches!(right, PlayRight::Voucher { .. })))
    }
}

#[cfg(test)]
mod tests {
    use fairway_command::Rejection;

    use super::*;

    #[test]
    fn codes_and_sentences_of_bookings_are_those_that_members_get() {
        let rejections = [
            Rejection::ReservationNotFound,
            Rejection::NoPlayers,
            Rejection::TooManyPlayers,
            Rejection::PlayerTwice,
            Rejection::CallerNotAmongPlayers,
            Rejection::NoFreeSlots { free: 0 },
            Rejection::BookingCancelled,
            Rejection::CallerCancelled,
            Rejection::TooLateToAdd,
            Rejection::TooLateToCancel,
            Rejection::NotYourPlace,
            Rejection::OwnPlace,
            Rejection::OnlyMasterCancelsGroup,
            Rejection::OnlyMasterRemovesPlayers,
            Rejection::OnlyMasterSwapsPlayers,
            Rejection::TooLateToSwap,
            Rejection::PlayerLeft,
        ];
        let theirs = rejections.map(|rejection| (rejection.code(), rejection.to_string()));
        assert_eq!(theirs, OF_BOOKINGS.map(|(code, sentence)| (code, sentence.to_owned())));
    }

    #[test]
    fn a_refusal_is_told_by_its_code_its_sentence_or_with_a_co_players_name_in_front() {
        let refused = ("player_already_plays", "Heeft op deze datum al een reservering".to_owned());
        for why in [
            "player_already_plays",
            "Heeft op deze datum al een reservering",
            "Anna heeft op deze datum al een reservering",
        ] {
            assert!(is_told(why, &refused), "{why}");
        }
        assert!(!is_told("club_full", &refused));
        assert!(!is_told("Anna heeft geen geldig abonnement", &refused));
    }
}
