//! What became of one booking, read from its own stream: for those who have to say how it stood at a moment, as a
//! mail does, or how often it changed, as a calendar asks. Screens read the read models instead, as long as those are
//! not behind.

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{
    BookingId, ClubId, Event, Holes, MemberId, PlaceId, PlayRight, Position, RecordedEvent, ReservationEvent,
};
use uuid::Uuid;

/// A booking at some moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Story {
    /// The booking.
    pub booking: BookingId,
    /// Where.
    pub club: ClubId,
    /// When, a day in Europe/Amsterdam.
    pub play_date: NaiveDate,
    /// How long.
    pub holes: Holes,
    /// Who leads.
    pub master: MemberId,
    /// Who led before, where the last thing that happened is that they left.
    pub passed_on_by: Option<MemberId>,
    /// In the order of joining.
    pub places: Vec<StoryPlace>,
    /// When it was booked.
    pub booked_at: DateTime<Utc>,
    /// How many events the booking has had.
    pub changes: u32,
    /// When the last of them was recorded.
    pub changed_at: DateTime<Utc>,
}

/// One member's part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoryPlace {
    /// The place.
    pub place: PlaceId,
    /// Whose.
    pub member: MemberId,
    /// The right that it consumed.
    pub right: PlayRight,
    /// Not cancelled.
    pub active: bool,
    /// When it was cancelled.
    pub cancelled_at: Option<DateTime<Utc>>,
    /// Cancelled on the play date.
    pub forfeited: bool,
}

impl Story {
    /// The booking after all of these events of its stream; none without its first.
    #[must_use]
    pub fn of(events: &[RecordedEvent]) -> Option<Self> {
        let mut story: Option<Self> = None;
        for recorded in events {
            let Event::Reservation(event) = &recorded.event else { continue };
            match &mut story {
                None => story = Self::begin(event, recorded),
                Some(story) => story.take_in(event, recorded),
            }
        }
        story
    }

    /// The booking after everything that the command behind `correlation` did to it, and nothing later.
    #[must_use]
    pub fn after_command(events: &[RecordedEvent], correlation: Uuid) -> Option<Self> {
        let last: Position = events
            .iter()
            .filter(|event| event.correlation_id == correlation)
            .map(|event| event.position)
            .max()?;
        Self::of(&events[..events.partition_point(|event| event.position <= last)])
    }

    /// Who plays, in the order of joining.
    pub fn active(&self) -> impl Iterator<Item = &StoryPlace> {
        self.places.iter().filter(|place| place.active)
    }

    /// Who plays, the master first.
    #[must_use]
    pub fn players(&self) -> Vec<MemberId> {
        let mut players: Vec<MemberId> = self.active().map(|place| place.member).collect();
        players.sort_by_key(|member| *member != self.master);
        players
    }

    /// One of its places.
    #[must_use]
    pub fn place(&self, place: PlaceId) -> Option<&StoryPlace> {
        self.places.iter().find(|candidate| candidate.place == place)
    }

    /// The active place of a member.
    #[must_use]
    pub fn place_of(&self, member: MemberId) -> Option<&StoryPlace> {
        self.active().find(|place| place.member == member)
    }

    fn begin(event: &ReservationEvent, recorded: &RecordedEvent) -> Option<Self> {
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
            places: places.iter().map(StoryPlace::taken).collect(),
            booked_at: *booked_at,
            changes: 1,
            changed_at: recorded.recorded_at,
        })
    }

    fn take_in(&mut self, event: &ReservationEvent, recorded: &RecordedEvent) {
        self.changes += 1;
        self.changed_at = recorded.recorded_at;
        let mut change = |place: &PlaceId, with: &dyn Fn(&mut StoryPlace)| {
            self.places.iter_mut().filter(|candidate| candidate.place == *place).for_each(with);
        };
        match event {
            ReservationEvent::PlayerAdded { place, .. } => self.places.push(StoryPlace::taken(place)),
            ReservationEvent::PlaceCancelled { place, cancelled_at, .. } => {
                change(place, &|place| {
                    place.active = false;
                    place.cancelled_at = Some(*cancelled_at);
                });
                self.passed_on_by = None;
            }
            ReservationEvent::PlayRightExpired { place, .. } => {
                change(place, &|place| place.forfeited = true);
            }
            ReservationEvent::MasterPassedOn { from, to, .. } => {
                self.master = *to;
                self.passed_on_by = Some(*from);
            }
            _ => {}
        }
    }
}

impl StoryPlace {
    fn taken(place: &fairway_events::BookedPlace) -> Self {
        Self {
            place: place.place,
            member: place.member,
            right: place.right.clone(),
            active: true,
            cancelled_at: None,
            forfeited: false,
        }
    }
}
