//! Months of clubs at which players arrived, and which clubs are owed for. The month before is closed, and some of it was
//! corrected since.

use std::sync::{Arc, mpsc};

use anyhow::{Context, Result, ensure};
use chrono::{DateTime, Days, Months, NaiveDate, Utc};
use fairway_command::{
    AnnulArrival, BookRound, CloseMonth, Club, Command, CorrectPlayedHoles, NewPlace, RecordAbsence,
    RecordScan, Scanned, SetTariff,
};
use fairway_events::{
    AbsenceReason, Actor, BillingDetails, BookingId, ClubUserId, Holes, Invoice, Month, PlaceId, Scan,
    ScanId, ScanMethod, TariffPrices, VatRegime,
};
use fairway_query::{Projection, Reads};
use sqlx::PgPool;

use super::copy::{append, write_row};
use super::{GeneratedEvent, Generator, Size};
use crate::node::rebuild_these;
use crate::workload::{PLAYERS, id, member, today};

/// Rounds of a member in a month.
const ROUNDS: u64 = 5;
/// Days of the month before on which anybody plays: those that a club may still correct when it is closed.
const LATE_DAYS: u64 = 5;
/// Of so many players one does not come, one comes otherwise than usual, and one is corrected after the closing.
const UNUSUAL: u64 = 20;
const REASON: &str = "anders gespeeld";

/// A player who is expected.
#[derive(Debug, Clone, Copy)]
struct Expected {
    date: NaiveDate,
    booking: BookingId,
    place: PlaceId,
    holes: Holes,
}

/// A club with its own groups of members.
#[derive(Debug)]
struct AtClub {
    club: Arc<Club>,
    first_group: u64,
    groups: u64,
}

/// Fills an empty journal: at each club so many players are expected in the last month that is over, and a fifth of them at
/// the end of the month before. Returns the size and the last month.
pub(crate) async fn load_months(pool: &PgPool, clubs: u64, players: u64) -> Result<(Size, Month)> {
    let month = Month::of(today() - Months::new(1));
    let before = Month::of(month.first_day() - Days::new(1));
    let groups = players / PLAYERS / ROUNDS;
    let size = Size { events: 0, members: clubs * groups * PLAYERS, clubs };
    let (sender, rows) = mpsc::channel();
    let mut generator = Generator::new(size.clone(), 0, move |generated: GeneratedEvent<'_>| {
        let mut row = String::new();
        write_row(&mut row, &generated)?;
        sender.send(row)?;
        Ok(())
    });
    let clubs: Vec<AtClub> = (0_u64..)
        .zip(generator.clubs.clone())
        .map(|(number, club)| AtClub { club, first_group: number * groups, groups })
        .collect();
    for number in 0..size.members {
        generator.give_rights(number)?;
    }
    let mut late = Vec::new();
    for at_club in &clubs {
        generator.set_tariff(at_club, before.first_day())?;
        let first = before.last_day() - Days::new(LATE_DAYS - 1);
        late.push(generator.play(at_club, (first, before.last_day()), players / 5)?);
    }
    append(pool, &rows.try_iter().collect::<String>(), generator.written).await?;
    // The lines that are closed are those that the portal would close.
    let statements = Projection::named("statements").context("there is no projection of statements")?;
    rebuild_these(pool, &[statements]).await?;
    let reads = Reads::new(pool.clone());
    for (at_club, late) in clubs.iter().zip(&late) {
        let statement = reads.statement(&at_club.club.id, before).await?;
        let closing = CloseMonth {
            club: statement.club,
            month: before,
            today: month.first_day(),
            as_of: statement.as_of,
            seen: statement.seen,
            amounts: statement.amounts,
            lines_hash: statement.lines_hash,
            invoice: Some(Box::new(Invoice {
                number: format!("{}-{before}", at_club.club.id),
                issued_on: month.first_day(),
                supplier: details(),
                customer: details(),
            })),
        };
        generator.must(&Command::CloseMonth(closing), &operator(), at(month.first_day(), 8))?;
        for (number, player) in late.iter().step_by(usize::try_from(UNUSUAL)?).enumerate() {
            let command = correction(&at_club.club, *player, number % 2 == 0, month.first_day());
            // One who did not come is not corrected.
            generator.carry_out(&command, &desk(), at(month.first_day(), 12))?;
        }
    }
    for at_club in &clubs {
        generator.play(at_club, (month.first_day(), month.last_day()), players)?;
    }
    append(pool, &rows.try_iter().collect::<String>(), generator.written).await?;
    Ok((size, month))
}

impl<W: FnMut(GeneratedEvent<'_>) -> Result<()>> Generator<W> {
    fn set_tariff(&mut self, at_club: &AtClub, from: NaiveDate) -> Result<()> {
        let prices = TariffPrices {
            weekday_9: 1_450,
            weekday_18: 2_400,
            weekend_9: 1_750,
            weekend_18: 2_900,
            absence: 500,
        };
        let set = SetTariff { club: at_club.club.id.clone(), from, prices, vat: VatRegime::High };
        self.must(&Command::SetTariff(set), &operator(), at(from, 8))
    }

    /// Groups of four play from the first day to the last, as many on each day.
    fn play(
        &mut self,
        at_club: &AtClub,
        (first, last): (NaiveDate, NaiveDate),
        players: u64,
    ) -> Result<Vec<Expected>> {
        let dates: Vec<NaiveDate> = first.iter_days().take_while(|date| *date <= last).collect();
        let (rounds, days) = (players / PLAYERS, dates.len() as u64);
        let mut all = Vec::new();
        for (day, date) in (0_u64..).zip(dates) {
            let mut expected = Vec::new();
            for round in rounds * day / days..rounds * (day + 1) / days {
                let group = at_club.first_group + round % at_club.groups;
                expected.extend(self.book_for_four(&at_club.club, group, date)?);
            }
            let (absent, came): (Vec<Expected>, Vec<Expected>) =
                expected.iter().copied().partition(|_| self.random.below(UNUSUAL) == 0);
            for player in came {
                self.arrive(&at_club.club, player)?;
            }
            // Nobody is absent on a day without arrivals, or before it is over.
            let (today, at) = (date + Days::new(1), at(date + Days::new(1), 9));
            for Expected { booking, place, .. } in absent {
                let (club, reason) = (at_club.club.id.clone(), AbsenceReason::NoShow);
                let absence = RecordAbsence { club, date, booking, place, reason, today };
                self.must(&Command::RecordAbsence(absence), &desk(), at)?;
            }
            all.extend(expected);
        }
        Ok(all)
    }

    fn book_for_four(&mut self, club: &Arc<Club>, group: u64, play_date: NaiveDate) -> Result<Vec<Expected>> {
        let number = self.bookings;
        self.bookings += 1;
        let booking = BookingId(id(12, number));
        let players: Vec<NewPlace> = (0..PLAYERS)
            .map(|index| NewPlace {
                member: member(group * PLAYERS + index),
                place: PlaceId(id(13, number * PLAYERS + index)),
            })
            .collect();
        let holes = if self.random.below(4) == 0 { Holes::Nine } else { Holes::Eighteen };
        let (master, today) = (member(group * PLAYERS), play_date - Days::new(3));
        let (club, at) = (Arc::clone(club), at(today, 8));
        let expected = |player: &NewPlace| Expected { date: play_date, booking, place: player.place, holes };
        let expected = players.iter().map(expected).collect();
        let book = BookRound { booking, club, play_date, holes, master, players, today, at };
        self.must(&Command::BookRound(book), &Actor::Member(master), at)?;
        Ok(expected)
    }

    /// A player arrives; one in twenty is seen again, or the arrival is annulled or its holes corrected.
    fn arrive(&mut self, club: &Club, player: Expected) -> Result<()> {
        self.scan(club, player, 10)?;
        if self.random.below(UNUSUAL) > 0 {
            return Ok(());
        }
        let kind = self.random.below(3);
        if kind == 0 {
            return self.scan(club, player, 14);
        }
        let next = player.date + Days::new(1);
        self.must(&correction(club, player, kind == 1, next), &desk(), at(next, 8))
    }

    fn scan(&mut self, club: &Club, player: Expected, hour: u32) -> Result<()> {
        let Expected { date, booking, place, .. } = player;
        let at = at(date, hour);
        let scan = Scan {
            id: ScanId(id(14, self.commands)),
            by: ClubUserId(id(15, 0)),
            at,
            device_time: at,
            method: ScanMethod::Camera,
        };
        let scanned = Scanned::Place { booking, place };
        let record = RecordScan { club: club.id.clone(), date, scanned, scan };
        self.must(&Command::RecordScan(record), &desk(), at)
    }

    /// Carries out a command that no rule may reject.
    fn must(&mut self, command: &Command, actor: &Actor, at: DateTime<Utc>) -> Result<()> {
        ensure!(self.carry_out(command, actor, at)?, "{} was rejected at {at}", command.name());
        Ok(())
    }
}

/// Takes an arrival back, or corrects its holes.
fn correction(club: &Club, player: Expected, annuls: bool, today: NaiveDate) -> Command {
    let (club, reason) = (club.id.clone(), REASON.to_owned());
    let Expected { date, place, holes, .. } = player;
    if annuls {
        return Command::AnnulArrival(AnnulArrival { club, date, place, reason, today });
    }
    let holes = if holes == Holes::Nine { Holes::Eighteen } else { Holes::Nine };
    Command::CorrectPlayedHoles(CorrectPlayedHoles { club, date, place, holes, reason, today })
}

/// An organisation on an invoice.
pub(crate) fn details() -> BillingDetails {
    BillingDetails {
        name: "Golfbaan De Bank".to_owned(),
        street: "Wilgenlaan 26".to_owned(),
        postal_code: "3823 HT".to_owned(),
        city: "Amersfoort".to_owned(),
        registration: "90000202".to_owned(),
        vat_number: "NL850402694B01".to_owned(),
        iban: "NL92INGB0419469141".to_owned(),
    }
}

fn operator() -> Actor {
    Actor::Operator("Bench".to_owned())
}

fn desk() -> Actor {
    Actor::Club(ClubUserId(id(15, 0)))
}

fn at(date: NaiveDate, hour: u32) -> DateTime<Utc> {
    date.and_hms_opt(hour, 0, 0).unwrap_or_default().and_utc()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn a_month_has_arrivals_what_was_corrected_and_absences() {
        let mut kinds: BTreeMap<&str, u64> = BTreeMap::new();
        let size = Size { events: 0, members: 200, clubs: 1 };
        let mut generator = Generator::new(size, 0, |generated: GeneratedEvent<'_>| {
            *kinds.entry(generated.event.name()).or_default() += 1;
            Ok(())
        });
        (0..200).try_for_each(|number| generator.give_rights(number)).unwrap();
        let at_club = AtClub { club: generator.clubs[0].clone(), first_group: 0, groups: 50 };
        let month = Month::of(today() - Months::new(1));
        let expected = generator.play(&at_club, (month.first_day(), month.last_day()), 1_000).unwrap();
        drop(generator);
        assert_eq!((expected.len(), kinds["RoundBooked"]), (1_000, 250));
        let (arrived, absent) = (kinds["PlayerArrived"], kinds["AbsenceRecorded"]);
        assert_eq!(arrived + absent, 1_000);
        let unusual = ["PlayerSeenAgain", "ArrivalAnnulled", "PlayedHolesCorrected"].map(|kind| kinds[kind]);
        for share in [absent, unusual.iter().sum()] {
            assert!((25..80).contains(&share), "{kinds:?}");
        }
    }
}
