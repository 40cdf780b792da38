//! A portal in memory: the product's own decisions on state in memory, a journal, and clients who record what they are
//! told. A test can have a command decided on an older state, answer something else than happened, or lose events.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};
use fairway_audit::rulebook::ClubTerms;
use fairway_command::{
    AddPlayers, BookRound, CancelGroup, CancelPlace, Club, Command, CourseDay, Decision, Loaded, Membership,
    NewPlace, RemovePlayer, StartSubscription, SwapPlayer, Undecided, World as Streams, assess,
};
use fairway_events::{
    Actor, BookingId, ClubId, Event, Holes, MemberId, PlaceId, PlayRight, Position, RecordedEvent,
    ReservationEvent, StreamId, SubscriptionId,
};
use fairway_histories::history::OwnPlace;
use fairway_histories::{Answer, Call, Header, History, Operation, Outcome, Truth, Verdict, judge};
use uuid::Uuid;

pub(crate) const HOLES: Holes = Holes::Nine;

pub(crate) fn now() -> DateTime<Utc> {
    "2026-11-20T10:00:00Z".parse().unwrap()
}

pub(crate) fn date(number: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, 24 + number).unwrap()
}

pub(crate) fn club(number: u32) -> ClubId {
    ClubId(format!("club-{number}"))
}

pub(crate) fn member(number: u128) -> MemberId {
    MemberId(Uuid::from_u128(number))
}

/// The portal's knowledge at one position.
#[derive(Debug, Clone, Default)]
pub(crate) struct State {
    streams: HashMap<StreamId, Loaded>,
    /// Active places with their bookings.
    pub(crate) places: Vec<(BookingId, MemberId, OwnPlace)>,
    pub(crate) position: Position,
}

#[derive(Debug)]
pub(crate) struct World {
    pub(crate) state: State,
    pub(crate) events: Vec<RecordedEvent>,
    pub(crate) operations: Vec<Operation>,
    clubs: Vec<Arc<Club>>,
    ids: u128,
    /// Milliseconds.
    pub(crate) clock: u64,
    began_at: Position,
    pub(crate) seed: u64,
}

impl World {
    /// Three clubs of that capacity, and twelve members with a pass.
    pub(crate) fn new(capacity: u32) -> Self {
        let club = |number| {
            Arc::new(Club {
                id: club(number),
                holes: vec![HOLES],
                max_plays_per_year: 1_000,
                daily_capacity: Some(capacity),
                closed_weekdays: Vec::new(),
                closures: Vec::new(),
            })
        };
        let mut world = Self {
            state: State::default(),
            events: Vec::new(),
            operations: Vec::new(),
            clubs: (0..3).map(club).collect(),
            ids: 0xfa00_0000,
            clock: 0,
            began_at: 0,
            seed: 7,
        };
        for number in 1..=12 {
            let pass = Command::StartSubscription(StartSubscription {
                member: member(number),
                subscription: SubscriptionId(Uuid::from_u128(0x900 + number)),
                name: "Heel het jaar".to_owned(),
                startdate: "2026-01-01".parse().unwrap(),
                enddate: "2026-12-31".parse().unwrap(),
                paymentdate: None,
                amount_cents: 1,
                max: 1_000,
                per_month: None,
                max_holes: Holes::Eighteen,
            });
            let decision = decide(&world.state, &pass).unwrap();
            let request = world.id();
            world.append(decision, request, Actor::import());
        }
        world.began_at = world.state.position;
        world
    }

    fn id(&mut self) -> Uuid {
        self.ids += 1;
        Uuid::from_u128(self.ids)
    }

    /// Starts an operation now.
    pub(crate) fn invoke(&mut self, session: u32, by: u128, call: Call) -> Operation {
        self.clock += 1;
        let id = u64::try_from(self.operations.len()).unwrap() + 1;
        let invoked = self.clock * 1_000_000;
        let by = member(by);
        let (node, at, outcome) = (format!("n{}", session % 2 + 1), now(), Outcome::Unknown);
        let operation = Operation {
            id,
            session,
            node,
            invoked,
            completed: u64::MAX,
            at,
            request: None,
            key: None,
            by,
            call,
            outcome,
        };
        self.operations.push(operation.clone());
        operation
    }

    /// Carries it out: decided on `on`, appended to the present journal. Returns what is to be answered.
    pub(crate) fn carry_out(&mut self, operation: &mut Operation, on: &State) {
        let request = self.id();
        operation.request = Some(request);
        let command = self.command(operation);
        operation.outcome = match decide(on, &command) {
            Ok(decision) => {
                self.append(decision, request, Actor::Member(operation.by));
                Outcome::Ok { position: self.state.position }
            }
            Err(why) => Outcome::Refused { position: Some(on.position), why },
        };
    }

    /// Answers it now.
    pub(crate) fn complete(&mut self, mut operation: Operation) -> u64 {
        self.clock += 1;
        operation.completed = self.clock * 1_000_000;
        let id = operation.id;
        let number = usize::try_from(id).unwrap() - 1;
        self.operations[number] = operation;
        id
    }

    /// An operation from its beginning to its end.
    pub(crate) fn ask(&mut self, session: u32, by: u128, call: Call) -> u64 {
        let mut operation = self.invoke(session, by, call);
        let state = self.state.clone();
        if operation.call.is_read() {
            operation.outcome = self.read(&operation, &state);
        } else {
            self.carry_out(&mut operation, &state);
        }
        self.complete(operation)
    }

    /// A read from its beginning to its end, that shows an older state.
    pub(crate) fn read_from(&mut self, session: u32, by: u128, call: Call, old: &State) -> u64 {
        let mut operation = self.invoke(session, by, call);
        operation.outcome = self.read(&operation, old);
        self.complete(operation)
    }

    pub(crate) fn read(&self, operation: &Operation, on: &State) -> Outcome {
        let answer = match &operation.call {
            Call::ReadOwn => {
                let own = on.places.iter().filter(|(_, member, _)| *member == operation.by);
                Answer::Own { places: own.map(|(_, _, place)| place.clone()).collect() }
            }
            Call::ReadDay { club, date, .. } => {
                let of_day = |place: &OwnPlace| place.club == *club && place.date == *date;
                let mut bookings: Vec<BookingId> = on
                    .places
                    .iter()
                    .filter(|(_, _, place)| of_day(place))
                    .map(|(booking, ..)| *booking)
                    .collect();
                bookings.dedup();
                bookings.sort_unstable();
                bookings.dedup();
                Answer::Day { bookings }
            }
            Call::ReadAvailability { club, date, holes, players } => {
                let mut streams = on.streams.clone();
                let day = StreamId::CourseDay(club.clone(), *date);
                streams.entry(day.clone()).or_insert_with(|| Loaded::empty(&day));
                let day = Streams::get::<CourseDay>(&streams, (club, *date)).unwrap().status(now());
                let rights: Vec<_> = players
                    .iter()
                    .map(|id| (*id, Streams::get::<Membership>(&streams, *id).unwrap().rights()))
                    .collect();
                let found = assess(Some(&*self.club(club)), &day, &rights, *date, *holes, now().date_naive());
                let uses_voucher =
                    |(_, right): &(MemberId, PlayRight)| matches!(right, PlayRight::Voucher { .. });
                match found {
                    Ok(rights) => {
                        Answer::Availability { reason: None, bonus_needed: rights.iter().any(uses_voucher) }
                    }
                    Err(why) => Answer::Availability { reason: Some(why.to_string()), bonus_needed: false },
                }
            }
            _ => panic!("{:?} is no read", operation.call),
        };
        Outcome::Read { position: None, answer }
    }

    fn club(&self, id: &ClubId) -> Arc<Club> {
        Arc::clone(self.clubs.iter().find(|club| club.id == *id).unwrap())
    }

    fn command(&mut self, operation: &Operation) -> Command {
        let (by, today, at) = (operation.by, now().date_naive(), now());
        match operation.call.clone() {
            Call::Book { club, date, holes, players } => Command::BookRound(BookRound {
                booking: BookingId(self.id()),
                club: self.club(&club),
                play_date: date,
                holes,
                master: by,
                players: players.into_iter().map(|member| self.place(member)).collect(),
                today,
                at,
            }),
            Call::AddPlayer { club, date, booking, player } => Command::AddPlayers(AddPlayers {
                booking,
                club: self.club(&club),
                play_date: date,
                by,
                players: vec![self.place(player)],
                today,
                at,
            }),
            Call::SwapPlayer { club, date, booking, place, player } => Command::SwapPlayer(SwapPlayer {
                booking,
                club: self.club(&club),
                play_date: date,
                place,
                player: self.place(player),
                by,
                today,
                at,
            }),
            Call::CancelPlace { booking, place, .. } => {
                Command::CancelPlace(CancelPlace { booking, place, by, today, at })
            }
            Call::CancelGroup { booking, .. } => Command::CancelGroup(CancelGroup { booking, by, today, at }),
            Call::RemovePlayer { booking, place, .. } => {
                Command::RemovePlayer(RemovePlayer { booking, place, by, today, at })
            }
            read => panic!("{read:?} is no command"),
        }
    }

    fn place(&mut self, member: MemberId) -> NewPlace {
        NewPlace { member, place: PlaceId(self.id()) }
    }

    fn append(&mut self, decision: Decision, correlation_id: Uuid, actor: Actor) {
        for (stream, events) in decision.events {
            for event in events {
                self.append_one(&stream, event, correlation_id, actor.clone());
            }
        }
    }

    /// Appends an event, whatever any rule says.
    pub(crate) fn append_one(&mut self, stream: &StreamId, event: Event, correlation_id: Uuid, actor: Actor) {
        let loaded = self.state.streams.entry(stream.clone()).or_insert_with(|| Loaded::empty(stream));
        loaded.apply_next(event.clone());
        let sequence = loaded.version;
        self.state.position += 1;
        if let Event::Reservation(event) = &event {
            self.state.note(event);
        }
        let metadata = BTreeMap::new();
        let (position, stream) = (self.state.position, stream.clone());
        let recorded_at = now();
        self.events.push(RecordedEvent {
            position,
            stream,
            sequence,
            event,
            recorded_at,
            correlation_id,
            actor,
            metadata,
        });
    }

    /// The booking and the place of a member on a day.
    pub(crate) fn place_of(&self, number: u128, on: NaiveDate) -> (BookingId, PlaceId) {
        let mut found = self.state.places.iter();
        let is_theirs =
            |(_, of, place): &&(BookingId, MemberId, OwnPlace)| *of == member(number) && place.date == on;
        found.find(is_theirs).map(|(booking, _, place)| (*booking, place.place)).unwrap()
    }

    pub(crate) fn history(&self) -> History {
        let header = Header { seed: self.seed, began_at: self.began_at };
        History::new(header, self.operations.clone()).unwrap()
    }

    pub(crate) fn truth(&self) -> Truth {
        let terms = |club: &Arc<Club>| {
            let terms = ClubTerms {
                id: club.id.clone(),
                holes: club.holes.clone(),
                max_plays_per_year: club.max_plays_per_year,
                daily_capacity: club.daily_capacity,
                closed_weekdays: Vec::new(),
                closures: Vec::new(),
            };
            (club.id.clone(), terms)
        };
        Truth { events: self.events.clone(), clubs: self.clubs.iter().map(terms).collect() }
    }

    pub(crate) fn verdict(&self) -> Verdict {
        let Truth { events, clubs } = self.truth();
        judge(&self.history(), events, &clubs)
    }

    /// The contradictions as they are printed.
    pub(crate) fn contradictions(&self) -> Vec<String> {
        self.verdict().contradictions.iter().map(ToString::to_string).collect()
    }
}

impl State {
    fn note(&mut self, event: &ReservationEvent) {
        match event {
            ReservationEvent::RoundBooked { booking, club, play_date, places, .. } => {
                for place in places {
                    let own = OwnPlace { date: *play_date, club: club.clone(), place: place.place };
                    self.places.push((*booking, place.member, own));
                }
            }
            ReservationEvent::PlayerAdded { booking, club, play_date, place, .. } => {
                let own = OwnPlace { date: *play_date, club: club.clone(), place: place.place };
                self.places.push((*booking, place.member, own));
            }
            ReservationEvent::PlayerSwapped { booking, club, play_date, left, place, .. } => {
                self.places.retain(|(_, _, own)| own.place != left.place);
                let own = OwnPlace { date: *play_date, club: club.clone(), place: place.place };
                self.places.push((*booking, place.member, own));
            }
            ReservationEvent::PlaceCancelled { place, .. } => {
                self.places.retain(|(_, _, own)| own.place != *place);
            }
            _ => {}
        }
    }
}

/// Decides as the writer does; a refusal as the sentence that members read.
fn decide(state: &State, command: &Command) -> Result<Decision, String> {
    let mut streams = state.streams.clone();
    loop {
        match command.decide(&streams) {
            Ok(decision) => return Ok(decision),
            Err(Undecided::Rejected(rejection)) => return Err(rejection.to_string()),
            Err(Undecided::Missing(missing)) => {
                streams.extend(missing.into_iter().map(|stream| (stream.clone(), Loaded::empty(&stream))));
            }
        }
    }
}

pub(crate) fn book(at: u32, on: u32, players: &[u128]) -> Call {
    let players = players.iter().map(|number| member(*number)).collect();
    Call::Book { club: club(at), date: date(on), holes: HOLES, players }
}
