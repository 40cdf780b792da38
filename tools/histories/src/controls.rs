//! Controls: copies of a correct record, each with one mistake planted into it. A judge that does not object to one of
//! them would not object to the same mistake of the portal.

use fairway_events::{ClubId, Position};

use crate::both::Judgement;
use crate::history::{Answer, Call, History, Operation, Outcome};

/// Never true of a record's members: a campaign's passes are for 18 holes.
const NEVER_SO: &str = "Heeft een abonnement voor maximaal 9 holes";

/// A copy of a record with one mistake.
#[derive(Debug)]
pub struct Control {
    /// The mistake.
    pub name: &'static str,
    /// The operation that was changed.
    pub changed: u64,
    /// The copy.
    pub history: History,
}

impl Control {
    /// Whether a contradiction is about the operation that was changed.
    #[must_use]
    pub fn is_caught(&self, judgement: &Judgement) -> bool {
        let is_changed = |row: &crate::contradiction::Row| row.meant && row.id == self.changed;
        judgement.contradictions.iter().any(|found| found.operations.iter().any(is_changed))
    }
}

/// A copy for each mistake. A record that has no place for one (no refusal, say) gets no copy for it.
#[must_use]
pub fn plant(history: &History) -> Vec<Control> {
    let all = &history.operations;
    let mistakes = [
        ("a booking that was acknowledged and is in no journal", acknowledged_and_lost(all)),
        ("an answer with an earlier position", earlier_position(all)),
        ("a refusal for another reason", refused_for_nothing(all)),
        ("a member's list from before their own booking", old_list(all)),
        ("a day of the journal from before a booking", old_day(all)),
    ];
    mistakes.into_iter().filter_map(|(name, mistake)| Some(copy(history, name, mistake?))).collect()
}

/// The number of mistakes that [`plant`] knows.
pub const MISTAKES: usize = 5;

fn copy(history: &History, name: &'static str, (changed, outcome): (u64, Outcome)) -> Control {
    let mut history = history.clone();
    for operation in history.operations.iter_mut().filter(|operation| operation.id == changed) {
        operation.outcome = outcome.clone();
    }
    Control { name, changed, history }
}

/// The operation to change, and its changed outcome.
type Mistake = Option<(u64, Outcome)>;

fn is_first_attempt(operation: &Operation, all: &[Operation]) -> bool {
    let same_key = |other: &&Operation| other.key.is_some() && other.key == operation.key;
    all.iter().filter(same_key).count() <= 1
}

fn acknowledged_and_lost(all: &[Operation]) -> Mistake {
    let refused = all.iter().find(|operation| {
        matches!(operation.call, Call::Book { .. })
            && matches!(operation.outcome, Outcome::Refused { position: Some(_), .. })
            && is_first_attempt(operation, all)
    })?;
    Some((refused.id, Outcome::Ok { position: refused.outcome.position()? }))
}

fn earlier_position(all: &[Operation]) -> Mistake {
    let (operation, position) = all.iter().find_map(|operation| {
        let booked = booked(operation)?;
        is_first_attempt(operation, all).then_some((operation, booked.2))
    })?;
    Some((operation.id, Outcome::Ok { position: position - 1 }))
}

fn refused_for_nothing(all: &[Operation]) -> Mistake {
    let refused = all.iter().find(|operation| {
        matches!(operation.call, Call::Book { .. })
            && matches!(operation.outcome, Outcome::Refused { position: Some(_), .. })
    })?;
    let position = refused.outcome.position();
    Some((refused.id, Outcome::Refused { position, why: NEVER_SO.to_owned() }))
}

/// The day and the position of an acknowledged booking.
fn booked(operation: &Operation) -> Option<(&ClubId, chrono::NaiveDate, Position)> {
    match (&operation.call, &operation.outcome) {
        (Call::Book { club, date, .. }, Outcome::Ok { position }) => Some((club, *date, *position)),
        _ => None,
    }
}

/// The dates of a member's list.
fn own(operation: &Operation) -> Option<(Vec<chrono::NaiveDate>, Option<Position>)> {
    match &operation.outcome {
        Outcome::Read { position, answer: Answer::Own { places } } => {
            Some((places.iter().map(|place| place.date).collect(), *position))
        }
        _ => None,
    }
}

/// Of one session: a list without a round on a date, a booking on it, and two lists that have it. The first of these two
/// becomes the old one. Nobody can have cancelled and booked again between the two, because they show the same place.
fn old_list(all: &[Operation]) -> Mistake {
    let same_place = |first: &Operation, second: &Operation, date| {
        let place = |operation: &Operation| match &operation.outcome {
            Outcome::Read { answer: Answer::Own { places }, .. } => {
                places.iter().find(|place| place.date == date).map(|place| place.place)
            }
            _ => None,
        };
        place(first).is_some() && place(first) == place(second)
    };
    all.iter().enumerate().find_map(|(number, booking)| {
        let (_, date, booked_at) = booked(booking)?;
        let of_session = |other: &&Operation| other.session == booking.session;
        let old = all[..number].iter().rev().filter(of_session).find(|before| own(before).is_some())?;
        let mut later = all[number + 1..].iter().filter(of_session).filter(|after| own(after).is_some());
        let (first, second) = (later.next()?, later.next()?);
        // Without a position a read is held against all that its session has seen.
        let includes = own(first)?.1.is_none_or(|told| told >= booked_at);
        let is_old = !own(old)?.0.contains(&date) && includes && same_place(first, second, date);
        let Outcome::Read { answer, .. } = &old.outcome else { return None };
        let position = own(first)?.1;
        is_old.then(|| (first.id, Outcome::Read { position, answer: answer.clone() }))
    })
}

/// Of a day from which nothing can have been taken away: a read of the journal that ended before a booking, and one that
/// began after it and shows more. The second becomes the first.
fn old_day(all: &[Operation]) -> Mistake {
    let bookings = |operation: &Operation| match (&operation.call, &operation.outcome) {
        (
            Call::ReadDay { from_journal: true, .. },
            Outcome::Read { answer: Answer::Day { bookings }, .. },
        ) => Some(bookings.clone()),
        _ => None,
    };
    all.iter().find_map(|booking| {
        let (club, date, _) = booked(booking)?;
        let of_day = |other: &&Operation| other.call.day() == Some((club, date));
        if all.iter().filter(of_day).any(|other| other.call.takes_away()) {
            return None;
        }
        let reads = || all.iter().filter(of_day).filter_map(|read| Some((read, bookings(read)?)));
        let (_, before) = reads().rfind(|(read, _)| read.completed < booking.invoked)?;
        let mut after = reads().filter(|(read, _)| read.invoked > booking.completed);
        let (read, shown) = after.next()?;
        // A later read that shows as much lets the checker know the order.
        after.next()?;
        let answer = Answer::Day { bookings: before.clone() };
        (shown.len() > before.len()).then_some((read.id, Outcome::Read { position: None, answer }))
    })
}
