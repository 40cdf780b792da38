//! The state of one booking, replayed from its own stream: for mails, which need the state at a certain moment, and for
//! calendar entries, which need the number of changes. Screens read the read models instead, unless those are behind.

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{
    BookingId, ClubId, Event, Holes, MemberId, PlaceId, PlayRight, Position, RecordedEvent, ReservationEvent,
};
use fairway_query::{Booking, Place};
use uuid::Uuid;

/// The state of a booking at some moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookingState {
    /// The booking.
    pub booking: BookingId,
    /// The club.
    pub club: ClubId,
    /// The play date, a day in Europe/Amsterdam.
    pub play_date: NaiveDate,
    /// 9 or 18 holes.
    pub holes: Holes,
    /// The group's leader.
    pub master: MemberId,
    /// The former leader, if the last event is that they left.
    pub passed_on_by: Option<MemberId>,
    /// Who came by a swap, if that is the last event, or the last but the passing on of the lead.
    pub swapped_in: Option<MemberId>,
    /// In the order of joining.
    pub places: Vec<PlaceState>,
    /// When it was booked.
    pub booked_at: DateTime<Utc>,
    /// How many events the booking has had.
    pub changes: u32,
    /// When the last of them was recorded.
    pub changed_at: DateTime<Utc>,
}

/// The state of one place of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceState {
    /// The place.
    pub place: PlaceId,
    /// The member who has it.
    pub member: MemberId,
    /// The right that it consumed.
    pub right: PlayRight,
    /// Not cancelled.
    pub active: bool,
    /// When it was cancelled.
    pub cancelled_at: Option<DateTime<Utc>>,
    /// The correlation id of the command that cancelled it.
    pub cancelled_by: Option<Uuid>,
    /// Cancelled on the play date, and not given back since.
    pub forfeited: bool,
    /// The notice with which the club cancelled the round.
    pub club_notice: Option<String>,
}

impl BookingState {
    /// The state after all of these events of its stream; none without the first one.
    #[must_use]
    pub fn of(events: &[RecordedEvent]) -> Option<Self> {
        let mut booking_state: Option<Self> = None;
        for recorded in events {
            let Event::Reservation(event) = &recorded.event else { continue };
            match &mut booking_state {
                None => booking_state = Self::from_round_booked(event, recorded),
                Some(booking_state) => booking_state.apply(event, recorded),
            }
        }
        booking_state
    }

    /// The state after the events of the command with this correlation id, and none of the later ones.
    #[must_use]
    pub fn after_command(events: &[RecordedEvent], correlation: Uuid) -> Option<Self> {
        let last: Position = events
            .iter()
            .filter(|event| event.correlation_id == correlation)
            .map(|event| event.position)
            .max()?;
        Self::of(&events[..events.partition_point(|event| event.position <= last)])
    }

    /// The state in which the player of a place left the booking: after the command that cancelled it, and without players
    /// who came by that same command, unless the player gave the place to them. None while the place is active.
    #[must_use]
    pub fn when_left(events: &[RecordedEvent], place: PlaceId) -> Option<Self> {
        let command = Self::of(events)?.place(place)?.cancelled_by?;
        let begin = events.iter().position(|event| event.correlation_id == command)?;
        let before = Self::of(&events[..begin])?;
        let mut left = Self::after_command(events, command)?;
        let given_to = events.iter().find_map(|event| given_to(event, place));
        left.places.retain(|one| before.place(one.place).is_some() || given_to == Some(one.place));
        Some(left)
    }

    /// The active places, in the order of joining.
    pub fn active(&self) -> impl Iterator<Item = &PlaceState> {
        self.places.iter().filter(|place| place.active)
    }

    /// The players, the master first.
    #[must_use]
    pub fn players(&self) -> Vec<MemberId> {
        let mut players: Vec<MemberId> = self.active().map(|place| place.member).collect();
        players.sort_by_key(|member| *member != self.master);
        players
    }

    /// One of its places.
    #[must_use]
    pub fn place(&self, place: PlaceId) -> Option<&PlaceState> {
        self.places.iter().find(|candidate| candidate.place == place)
    }

    /// The active place of a member.
    #[must_use]
    pub fn place_of(&self, member: MemberId) -> Option<&PlaceState> {
        self.active().find(|place| place.member == member)
    }

    fn from_round_booked(event: &ReservationEvent, recorded: &RecordedEvent) -> Option<Self> {
        let ReservationEvent::RoundBooked { booking, club, play_date, holes, master, places, booked_at } =
            event
        else {
            return None;
        };
        Some(Self {
            booking: *booking,
            club: club.clone(),
            play_date: *play_date,
            holes: *holes,
            master: *master,
            passed_on_by: None,
            swapped_in: None,
            places: places.iter().map(PlaceState::from_booked_place).collect(),
            booked_at: *booked_at,
            changes: 1,
            changed_at: recorded.recorded_at,
        })
    }

    fn apply(&mut self, event: &ReservationEvent, recorded: &RecordedEvent) {
        self.changes += 1;
        self.changed_at = recorded.recorded_at;
        if !matches!(event, ReservationEvent::MasterPassedOn { .. }) {
            self.swapped_in = None;
        }
        let mut change = |place: &PlaceId, with: &dyn Fn(&mut PlaceState)| {
            self.places.iter_mut().filter(|candidate| candidate.place == *place).for_each(with);
        };
        let cancel = |place: &mut PlaceState, at: DateTime<Utc>| {
            place.active = false;
            place.cancelled_at = Some(at);
            place.cancelled_by = Some(recorded.correlation_id);
        };
        match event {
            ReservationEvent::PlayerAdded { place, .. } => {
                self.places.push(PlaceState::from_booked_place(place))
            }
            ReservationEvent::PlayerSwapped { left, place, swapped_at, .. } => {
                change(&left.place, &|place| cancel(place, *swapped_at));
                self.places.push(PlaceState::from_booked_place(place));
                self.passed_on_by = None;
                self.swapped_in = Some(place.member);
            }
            ReservationEvent::PlaceCancelled { place, cancelled_at, .. }
            | ReservationEvent::PlaceCancelledByOperator { place, cancelled_at, .. } => {
                change(place, &|place| cancel(place, *cancelled_at));
                self.passed_on_by = None;
            }
            ReservationEvent::PlayRightExpired { place, .. } => {
                change(place, &|place| place.forfeited = true);
            }
            ReservationEvent::PlayRightReturned { place, .. } => {
                change(place, &|place| place.forfeited = false);
            }
            ReservationEvent::RoundCancelledByClub { places, notice, cancelled_at, .. } => {
                for cancelled in places {
                    change(&cancelled.place, &|place| {
                        cancel(place, *cancelled_at);
                        place.club_notice = Some(notice.clone());
                    });
                }
                self.passed_on_by = None;
            }
            ReservationEvent::MasterPassedOn { from, to, .. } => {
                self.master = *to;
                self.passed_on_by = Some(*from);
            }
            _ => {}
        }
    }
}

impl PlaceState {
    fn from_booked_place(place: &fairway_events::BookedPlace) -> Self {
        Self {
            place: place.place,
            member: place.member,
            right: place.right.clone(),
            active: true,
            cancelled_at: None,
            cancelled_by: None,
            forfeited: false,
            club_notice: None,
        }
    }
}

impl From<BookingState> for Booking {
    fn from(booking_state: BookingState) -> Self {
        let places = booking_state.places.into_iter().map(|place| Place {
            place: place.place,
            member: place.member,
            right: place.right,
            cancelled_at: place.cancelled_at,
            playright_expired: place.forfeited,
            club_notice: place.club_notice.clone(),
        });
        Self {
            booking: booking_state.booking,
            club: booking_state.club,
            play_date: booking_state.play_date,
            holes: booking_state.holes,
            master: booking_state.master,
            booked_at: booking_state.booked_at,
            places: places.collect(),
        }
    }
}

/// The place of whom the player of a place chose to play instead of them.
fn given_to(event: &RecordedEvent, place: PlaceId) -> Option<PlaceId> {
    match &event.event {
        Event::Reservation(ReservationEvent::PlayerSwapped { left, place: came, by, .. })
            if left.place == place && left.member == *by =>
        {
            Some(came.place)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;
