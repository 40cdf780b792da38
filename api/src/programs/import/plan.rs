//! From rows to what will be written: every reference is resolved, every id is known, every new password is hashed.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Europe::Amsterdam;
use fairway_command::{BookRound, Club, Command, GrantVoucher, NewPlace, StartSubscription};
use fairway_events::{ClubId, MemberId};
use futures::{StreamExt, TryStreamExt, stream};
use sqlx::PgPool;

use super::error::ImportError;
use super::kept_out::{ErasedFilter, KeptOut};
use super::known::{self, Known};
use super::natural_keys;
use super::problems::{Problem, Sink};
use super::rows::{ClubRow, DataSet, HistoryRow, MemberRow};
use crate::clock::Clock;
use crate::random;
use crate::services::erasure::pseudonyms::Pseudonyms;
use crate::services::password::Passwords;
use crate::services::password::guessable::is_refused;
use crate::store::{clubs, erasures};

/// Passwords that are hashed at the same time, at most.
const HASHES: usize = 8;
/// History is booked a week ahead of play: well within any window, whatever the day of the week.
const AHEAD: TimeDelta = TimeDelta::days(7);

/// What will be written.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) data: DataSet,
    /// By address: everybody in the data set.
    pub(super) members: HashMap<String, PlannedMember>,
    /// What becomes events, in order, each with its place in the data set.
    pub(super) commands: Vec<(Origin, Command)>,
    /// First names by id, for problems that are about a player.
    pub(super) first_names: HashMap<MemberId, String>,
    /// Everybody who was ever erased, also who was readmitted.
    pub(super) erased: BTreeSet<MemberId>,
    /// What erased members are left out of.
    pub(super) kept_out: KeptOut,
}

#[derive(Debug)]
pub(super) struct PlannedMember {
    pub(super) id: MemberId,
    /// Only of who is new: a member's own password is never overwritten.
    pub(super) password_hash: Option<String>,
    /// Whether the password that the data set brings is one that is tried first.
    pub(super) is_guessable: bool,
}

/// A row's place.
#[derive(Debug, Clone)]
pub(super) struct Origin {
    pub(super) file: &'static str,
    pub(super) path: String,
}

impl Origin {
    pub(super) fn problem(&self, message: String) -> Problem {
        Problem { file: self.file.to_owned(), path: self.path.clone(), message }
    }
}

/// Makes the plan.
pub(super) async fn make(
    pool: &PgPool,
    clock: &Clock,
    passwords: &Passwords,
    pseudonyms: &Pseudonyms,
    data: DataSet,
) -> Result<Plan, ImportError> {
    let known_clubs = clubs::load(pool).await?;
    let known_clubs = known_clubs.all().map(|card| (card.id().clone(), Arc::clone(&card.rules))).collect();
    let known = known::by_emails(pool, &addresses(&data)).await?;
    let gate = ErasedFilter::open(pool, pseudonyms).await?;
    let people = everybody(clock.now(), known, gate, &data);
    let (commands, left_out) = commands(&data, known_clubs, &people).map_err(ImportError::Problems)?;
    let People { ids, first_names, gate } = people;
    let members = hash_new(pool, passwords, &data, &ids).await?;
    let kept_out = gate.kept_out(&data, left_out);
    let erased = erasures::all(pool).await?.into_iter().collect();
    Ok(Plan { data, members, commands, first_names, erased, kept_out })
}

/// What becomes events, in order, each with its place in the data set.
type Commands = Vec<(Origin, Command)>;

/// What becomes events, and how many rounds are left out because nobody else played.
///
/// # Errors
/// Everything that does not hang together.
pub(super) fn commands(
    data: &DataSet,
    known_clubs: HashMap<ClubId, Arc<Club>>,
    people: &People<'_>,
) -> Result<(Commands, usize), Vec<Problem>> {
    let sink = Sink::default();
    check_natural_keys(data, &sink);
    check_registrations(data, &sink);
    let mut clubs = known_clubs;
    clubs.extend(data.clubs.iter().flatten().map(|row| (ClubId(row.id.clone()), Arc::new(rules(row)))));
    let mut commands = Vec::new();
    for (index, row) in data.members.iter().flatten().enumerate() {
        if let Some(id) = people.ids.get(&row.email) {
            rights(index, row, *id, &sink, &mut commands);
        }
    }
    let left_out = rounds(data, &clubs, (&people.ids, &people.gate), &sink, &mut commands);
    let problems = sink.into_problems();
    if problems.is_empty() { Ok((commands, left_out)) } else { Err(problems) }
}

/// Two rows with one natural key would overwrite each other.
fn check_natural_keys(data: &DataSet, sink: &Sink) {
    fn unique<'a>(file: &str, field: &str, keys: impl Iterator<Item = &'a str>, sink: &Sink) {
        let mut seen = BTreeSet::new();
        for (index, key) in keys.enumerate() {
            if !key.is_empty() && !seen.insert(key) {
                sink.add(file, &format!("[{index}].{field}"), format!("`{key}` occurs twice"));
            }
        }
    }
    unique("clubs.json", "id", data.clubs.iter().flatten().map(|row| row.id.as_str()), sink);
    unique("members.json", "email", data.members.iter().flatten().map(|row| row.email.as_str()), sink);
    unique("news.json", "title", data.news.iter().flatten().map(|row| row.title.as_str()), sink);
    unique("faq.json", "name", data.faq.iter().flatten().map(|row| row.name.as_str()), sink);
    unique("pages.json", "slug", data.pages.iter().flatten().map(|row| row.slug.as_str()), sink);
    for (index, club) in data.clubs.iter().flatten().enumerate() {
        let mut days = BTreeSet::new();
        for (nth, (date, _)) in club.closures.iter().enumerate() {
            if !days.insert(date) {
                sink.add(
                    "clubs.json",
                    &format!("[{index}].closures[{nth}].date"),
                    format!("{date} occurs twice"),
                );
            }
        }
    }
}

fn check_registrations(data: &DataSet, sink: &Sink) {
    let Some(settings) = &data.settings else { return };
    for (index, row) in data.members.iter().flatten().enumerate() {
        let Some(registration) = &row.federation_registration else { continue };
        let is_sold = settings.federation_packages.iter().any(|package| package.key == registration.package);
        if registration.year == settings.federation_year && !is_sold {
            let path = format!("[{index}].federation_registration.package");
            sink.add("members.json", &path, format!("`{}` is not in settings.json", registration.package));
        }
    }
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

/// Everybody whom a data set names.
pub(super) struct People<'a> {
    /// By address: found, or new for who is new. Without those who were erased.
    pub(super) ids: HashMap<String, MemberId>,
    first_names: HashMap<MemberId, String>,
    gate: ErasedFilter<'a>,
}

/// Every address that a data set names, once.
fn addresses(data: &DataSet) -> Vec<String> {
    let in_members = data.members.iter().flatten().map(|row| row.email.clone());
    let in_history = data.history.iter().flatten().flat_map(|row| row.players.iter().cloned());
    let emails: BTreeSet<String> = in_members.chain(in_history).collect();
    emails.into_iter().collect()
}

/// Who is who: those who are `known` already, by address, and who is new.
pub(super) fn everybody<'a>(
    now: DateTime<Utc>,
    known: HashMap<String, Known>,
    mut gate: ErasedFilter<'a>,
    data: &DataSet,
) -> People<'a> {
    addresses(data).iter().for_each(|email| gate.check_address(email));
    // Whoever is known under this address is not the one who was erased, whatever their number.
    let strangers = data.members.iter().flatten().filter(|row| !known.contains_key(&row.email));
    strangers.for_each(|row| gate.check_number(&row.email, &row.gsn));
    let mut ids: HashMap<String, MemberId> =
        known.iter().map(|(email, member)| (email.clone(), member.id)).collect();
    let mut first_names: HashMap<MemberId, String> =
        known.into_values().map(|member| (member.id, member.first_name)).collect();
    for row in data.members.iter().flatten().filter(|row| gate.erased(&row.email).is_none()) {
        let id = *ids.entry(row.email.clone()).or_insert_with(|| MemberId(random::new_id(now)));
        first_names.insert(id, row.first_name.clone());
    }
    People { ids, first_names, gate }
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

/// Past rounds, in the order in which they were played: that is the order in which rights were used. A round that the
/// journal holds stays as it is, with those who were erased since; a new one is recorded without them. Returns how many
/// rounds were left out because nobody else played.
fn rounds(
    data: &DataSet,
    clubs: &HashMap<ClubId, Arc<Club>>,
    (ids, gate): (&HashMap<String, MemberId>, &ErasedFilter<'_>),
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
        // Who led it then: the booking's id follows from that, also when they were erased.
        let mut leader = None;
        for (nth, email) in row.players.iter().enumerate() {
            match (ids.get(email), gate.erased(email)) {
                (_, Some(erased)) => leader = leader.or(Some(erased)),
                (Some(id), None) => {
                    leader = leader.or(Some(*id));
                    players.push(*id);
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

async fn hash_new(
    pool: &PgPool,
    passwords: &Passwords,
    data: &DataSet,
    ids: &HashMap<String, MemberId>,
) -> Result<HashMap<String, PlannedMember>, ImportError> {
    let emails: Vec<String> = data.members.iter().flatten().map(|row| row.email.clone()).collect();
    let known = known::by_emails(pool, &emails).await?;
    let planned = data.members.iter().flatten().filter_map(|row| ids.get(&row.email).map(|id| (row, *id)));
    stream::iter(planned)
        .map(|(row, id)| {
            let is_new = !known.contains_key(&row.email);
            async move {
                let brought = row.password.as_deref().filter(|_| is_new);
                let is_guessable = brought.is_some_and(is_refused);
                // Without one it is a secret that nobody knows.
                let password = brought.map_or_else(random::new_token, str::to_owned);
                let password_hash = if is_new { Some(passwords.hash(password).await?) } else { None };
                Ok((row.email.clone(), PlannedMember { id, password_hash, is_guessable }))
            }
        })
        .buffer_unordered(HASHES)
        .try_collect()
        .await
}
