//! Maps rows to the commands that the domain decides: subscriptions, vouchers and past rounds.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Europe::Amsterdam;
use fairway_command::{BookRound, Club, Command, GrantVoucher, NewPlace, StartSubscription};
use fairway_content::problems::{Origin, Problem, Sink};
use fairway_events::{ClubId, MemberId};
use fairway_store::content::rows::ClubRow;

use crate::checks::{check_natural_keys, check_registrations};
use crate::identities::Identities;
use crate::natural_keys;
use crate::rows::{DataSet, HistoryRow, MemberRow};

/// Past rounds are booked a week before the play date: within every booking window.
const AHEAD: TimeDelta = TimeDelta::days(7);

/// The commands, in order, each with its location in the data set.
pub(super) type Commands = Vec<(Origin, Command)>;

/// The commands, and how many rounds are left out because no other player remains.
///
/// # Errors
/// Every inconsistency between rows.
pub(super) fn commands(
    data: &DataSet,
    known_clubs: HashMap<ClubId, Arc<Club>>,
    people: &Identities<'_>,
) -> Result<(Commands, usize), Vec<Problem>> {
    let sink = Sink::default();
    check_natural_keys(data, &sink);
    check_registrations(data, &sink);
    let mut clubs = known_clubs;
    clubs.extend(data.clubs.iter().flatten().map(|row| (ClubId(row.id.clone()), Arc::new(rules(row)))));
    let mut commands = Vec::new();
    for (index, row) in data.members.iter().flatten().enumerate() {
        if let Some(identity) = people.rows.get(&row.email) {
            rights(index, row, identity.id, &sink, &mut commands);
        }
    }
    let left_out = rounds(data, &clubs, people, &sink, &mut commands);
    let mut problems = sink.into_problems();
    problems.extend(people.problems.iter().cloned());
    if problems.is_empty() { Ok((commands, left_out)) } else { Err(problems) }
}

fn rules(row: &ClubRow) -> Club {
    Club {
        id: ClubId(row.id.clone()),
        holes: row.holes.clone(),
        max_plays_per_year: row.max_plays_per_year,
        daily_capacity: row.daily_capacity,
        closed_weekdays: row.closed_weekdays.clone(),
        closures: row.closures.clone(),
    }
}

/// A member's subscriptions and vouchers.
fn rights(
    index: usize,
    row: &MemberRow,
    member: MemberId,
    sink: &Sink,
    commands: &mut Vec<(Origin, Command)>,
) {
    let origin =
        |what: &str, nth: usize| Origin { file: "members.json", path: format!("[{index}].{what}[{nth}]") };
    let mut passes = BTreeSet::new();
    for (nth, pass) in row.subscriptions.iter().enumerate() {
        let origin = origin("subscriptions", nth);
        let subscription = natural_keys::subscription(member, pass);
        if !passes.insert(subscription) {
            sink.add(origin.file, &origin.path, "another subscription has the same name and startdate");
        }
        let command = Command::StartSubscription(StartSubscription {
            member,
            subscription,
            name: pass.name.clone(),
            startdate: pass.startdate.day,
            enddate: pass.enddate.day,
            paymentdate: pass.paymentdate.as_ref().map(|date| date.day),
            amount_cents: pass.amount_cents,
            max: pass.max,
            per_month: pass.per_month,
            max_holes: pass.max_holes,
        });
        commands.push((origin, command));
    }
    let mut vouchers = BTreeSet::new();
    for (nth, row) in row.vouchers.iter().enumerate() {
        let alike = (0..).map(|nth| natural_keys::voucher(member, row, nth));
        let Some(voucher) = alike.into_iter().find(|id| vouchers.insert(*id)) else { continue };
        let command = Command::GrantVoucher(GrantVoucher {
            member,
            voucher,
            kind: row.kind,
            title: row.title.clone(),
            holes: row.holes,
            expires: row.expires.day,
        });
        commands.push((origin("vouchers", nth), command));
    }
}

/// Past rounds, in the order in which they were played: play rights were used in that order. A round that is in the
/// journal stays unchanged, with members who were erased since; a new one is recorded without them. Returns how many
/// rounds were left out because no other player remains.
fn rounds(
    data: &DataSet,
    clubs: &HashMap<ClubId, Arc<Club>>,
    people: &Identities<'_>,
    sink: &Sink,
    commands: &mut Vec<(Origin, Command)>,
) -> usize {
    let mut left_out = 0;
    let mut rows: Vec<(usize, &HistoryRow)> = data.history.iter().flatten().enumerate().collect();
    rows.sort_by_key(|(index, row)| (row.date.day, *index));
    let mut seen = BTreeSet::new();
    for (index, row) in rows {
        let origin = Origin { file: "history.json", path: format!("[{index}]") };
        let club = clubs.get(&ClubId(row.club.clone()));
        if club.is_none() {
            sink.add(origin.file, &format!("[{index}].club"), format!("`{}` is not a known club", row.club));
        }
        let mut players = Vec::new();
        // The leader then, erased or not: the booking's id is computed from it.
        let mut leader = None;
        for (nth, email) in row.players.iter().enumerate() {
            let former = people.former_holder(email, row.date.day);
            let erased = people.erased_filter.erased(email).filter(|_| former.is_none());
            match (former.or_else(|| people.ids.get(email).copied()), erased) {
                (_, Some(erased)) => leader = leader.or(Some(erased)),
                (Some(id), None) => {
                    leader = leader.or(Some(id));
                    players.push(id);
                }
                (None, None) => {
                    let path = format!("[{index}].players[{nth}]");
                    sink.add(origin.file, &path, format!("`{email}` is not a known member"));
                }
            }
        }
        let (Some(club), Some(leader)) = (club, leader) else { continue };
        let Some(master) = players.first().copied() else {
            left_out += 1;
            continue;
        };
        let booking = natural_keys::booking(leader, row);
        if !seen.insert(booking) {
            sink.add(origin.file, &origin.path, "another round has the same club, date and master");
        }
        let on = row.date.day - AHEAD;
        let places = players
            .iter()
            .map(|member| NewPlace { member: *member, place: natural_keys::place(booking, *member) });
        let command = Command::BookRound(BookRound {
            booking,
            club: Arc::clone(club),
            play_date: row.date.day,
            holes: row.holes,
            master,
            players: places.collect(),
            today: on,
            at: noon(on),
        });
        commands.push((origin, command));
    }
    left_out
}

/// Noon in Amsterdam: a time that exists on every day of the year.
fn noon(day: chrono::NaiveDate) -> DateTime<Utc> {
    let local = day.and_time(chrono::NaiveTime::from_hms_opt(12, 0, 0).unwrap_or_default());
    local.and_local_timezone(Amsterdam).earliest().map_or_else(|| local.and_utc(), |instant| instant.to_utc())
}
