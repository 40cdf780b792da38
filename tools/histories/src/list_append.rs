//! The second judge: the crate `adya`, a checker of transactions in the manner of Jepsen's Elle. It gets the requests, the
//! answers and their times, and neither a position nor a rule. So it finds what the first judge cannot, because that one
//! believes the journal's order.
//!
//! A club's day is a list: a booking appends itself, a read of the day shows what is there. An answer has no order that
//! is the order of appending, so each read is sorted by how many reads show each booking: if a single order explains the
//! reads, that is one; if none does, the lists exclude each other and the checker says so. A list cannot lose a booking
//! again, so a day is judged by its reads up to the first request that may take one away.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;

use adya::history::{Interner, Mop, Op, OpType, ReadValue, Scalar};
use adya::{Opts, Valid, Workload};
use chrono::NaiveDate;
use fairway_events::{BookingId, ClubId};

use crate::contradiction::Contradiction;
use crate::history::{Answer, Call, History, Operation, Outcome};

/// Which reads are judged, and by what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Promise {
    /// Reads of the journal: strict serializability. One order explains everything, and real time with it.
    Strict,
    /// Reads of the journal and of the read models: strong session serializability. One order explains everything, and
    /// what each session did one after the other with it; a read may be behind.
    Session,
}

/// Counts of a judgement.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Figures {
    /// Bookings that were asked for.
    pub appends: u64,
    /// Reads of days.
    pub reads: u64,
    /// Reads that were left out, because a booking of their day may have been taken away by then.
    pub left_out: u64,
}

/// The result of the second judge.
#[derive(Debug)]
pub struct Verdict {
    /// Everything that no order explains.
    pub contradictions: Vec<Contradiction>,
    /// Counts.
    pub figures: Figures,
    /// Whether the record says anything at all: without two operations that depend on each other it does not, and a search
    /// that took too long says nothing either.
    pub conclusive: bool,
}

/// All attempts of one request as one transaction.
struct Transaction<'a> {
    operation: &'a Operation,
    process: i64,
    invoked: u64,
    completed: u64,
    end: OpType,
    /// The club's day.
    key: (&'a ClubId, NaiveDate),
    /// The bookings that a read showed; none: it appends itself.
    read: Option<Vec<u64>>,
}

impl Transaction<'_> {
    /// Its list, as the checker calls it.
    fn name(&self) -> String {
        let (club, date) = self.key;
        format!("{club}/{date}")
    }
}

/// Judges the record. `bookings` names the operation that made each booking; reads show others too (made before the
/// record began), which are left out.
#[must_use]
pub fn judge(history: &History, bookings: &BTreeMap<BookingId, u64>, promise: Promise) -> Verdict {
    let mut figures = Figures::default();
    let (mut transactions, first_attempt) = appends(history);
    figures.appends = count(transactions.len());
    transactions.extend(reads(history, bookings, &first_attempt, promise, &mut figures));
    sort_lists(&mut transactions);
    let (record, transaction_of) = record(&transactions);
    let model = match promise {
        Promise::Strict => "strict-serializable",
        Promise::Session => "strong-session-serializable",
    };
    let opts = Opts { models: vec![model.to_owned()], ..Opts::default() };
    let report = adya::check(&record, Workload::ListAppend, &opts);
    let mut contradictions = Vec::new();
    let mut told = BTreeSet::new();
    for anomaly in report.anomalies.values().flatten() {
        let of = |index: &u64| transaction_of.get(index).map(|number| transactions[*number].operation);
        // In the order in which the checker goes round.
        let mut meant: Vec<&Operation> = Vec::new();
        let of_lists = reads_of(&anomaly.detail, &transactions);
        for operation in anomaly.ops.iter().filter_map(of).chain(of_lists) {
            if meant.iter().all(|known| known.id != operation.id) {
                meant.push(operation);
            }
        }
        let ids: BTreeSet<u64> = meant.iter().map(|operation| operation.id).collect();
        if meant.is_empty() {
            let (seed, key) = (history.header.seed, "the record".to_owned());
            let words = format!("No order explains it: {} ({}).", anomaly.explanation, anomaly.kind);
            contradictions.push(Contradiction::of_the_journal(seed, key, words));
            continue;
        }
        if !told.insert(ids) {
            continue;
        }
        let ids: Vec<String> = meant.iter().map(|operation| format!("#{}", operation.id)).collect();
        let words =
            format!("No order explains {}: {} ({}).", ids.join(", "), in_words(&anomaly.kind), anomaly.kind);
        contradictions.push(Contradiction::new(history.header.seed, &history.operations, &meant, words));
    }
    Verdict { contradictions, figures, conclusive: report.valid != Valid::Unknown }
}

/// The reads whose lists the checker holds against each other, where it names lists and no transactions: the first read
/// of each.
fn reads_of<'a>(detail: &serde_json::Value, transactions: &[Transaction<'a>]) -> Vec<&'a Operation> {
    let (Some(key), Some(lists)) = (detail["key"].as_str(), detail["values"].as_array()) else {
        return Vec::new();
    };
    let shows = |transaction: &&Transaction<'_>, list: &serde_json::Value| {
        transaction.name() == key
            && transaction.read.as_ref().is_some_and(|read| *list == serde_json::json!(read))
    };
    let first = |list| transactions.iter().find(|transaction| shows(transaction, list));
    lists.iter().filter_map(first).map(|transaction| transaction.operation).collect()
}

/// The bookings; and for each operation that is a later attempt, the id of the first.
fn appends(history: &History) -> (Vec<Transaction<'_>>, HashMap<u64, u64>) {
    let mut attempts: Vec<Vec<&Operation>> = Vec::new();
    let mut of_key: HashMap<&str, usize> = HashMap::new();
    for operation in &history.operations {
        if !matches!(operation.call, Call::Book { .. }) {
            continue;
        }
        let known = operation.key.as_deref().map(|key| *of_key.entry(key).or_insert(attempts.len()));
        match known.and_then(|number| attempts.get_mut(number)) {
            Some(attempts) => attempts.push(operation),
            None => attempts.push(vec![operation]),
        }
    }
    let mut first_attempt = HashMap::new();
    let mut transactions = Vec::new();
    for attempts in attempts {
        let [first, ..] = attempts.as_slice() else { continue };
        let Some(key) = first.call.day() else { continue };
        first_attempt.extend(attempts.iter().map(|attempt| (attempt.id, first.id)));
        let ok = attempts.iter().find(|attempt| matches!(attempt.outcome, Outcome::Ok { .. }));
        let is_refused = |attempt: &&Operation| matches!(attempt.outcome, Outcome::Refused { .. });
        let end = match ok {
            Some(_) => OpType::Ok,
            None if attempts.iter().all(is_refused) => OpType::Fail,
            None => OpType::Info,
        };
        let last = ok.or(attempts.last()).map_or(first.completed, |attempt| attempt.completed);
        // After an uncertain end the session goes on, and nothing is known of what was first.
        let is_of_session = end != OpType::Info && attempts.len() == 1;
        transactions.push(Transaction {
            operation: first,
            process: if is_of_session { i64::from(first.session) } else { own_process(first) },
            invoked: first.invoked,
            completed: last,
            end,
            key,
            read: None,
        });
    }
    (transactions, first_attempt)
}

/// A process for one transaction alone.
fn own_process(operation: &Operation) -> i64 {
    i64::from(u32::MAX) + 1 + i64::try_from(operation.id).unwrap_or(0)
}

fn reads<'a>(
    history: &'a History,
    bookings: &BTreeMap<BookingId, u64>,
    first_attempt: &HashMap<u64, u64>,
    promise: Promise,
    figures: &mut Figures,
) -> Vec<Transaction<'a>> {
    let mut taken_away: HashMap<(&ClubId, NaiveDate), u64> = HashMap::new();
    for operation in history.operations.iter().filter(|operation| operation.call.takes_away()) {
        if let Some(key) = operation.call.day() {
            let since = taken_away.entry(key).or_insert(operation.invoked);
            *since = operation.invoked.min(*since);
        }
    }
    let mut found = Vec::new();
    for operation in &history.operations {
        let (
            Call::ReadDay { club, date, from_journal },
            Outcome::Read { answer: Answer::Day { bookings: shown }, .. },
        ) = (&operation.call, &operation.outcome)
        else {
            continue;
        };
        if promise == Promise::Strict && !from_journal {
            continue;
        }
        figures.reads += 1;
        let key = (club, *date);
        if taken_away.get(&key).is_some_and(|since| *since <= operation.completed) {
            figures.left_out += 1;
            continue;
        }
        let of_record = shown.iter().filter_map(|booking| bookings.get(booking));
        let read = of_record.map(|id| *first_attempt.get(id).unwrap_or(id)).collect();
        found.push(Transaction {
            operation,
            process: i64::from(operation.session),
            invoked: operation.invoked,
            completed: operation.completed,
            end: OpType::Ok,
            key,
            read: Some(read),
        });
    }
    found
}

/// Sorts what each read shows: first what most reads show, then by the end of the booking. Of bookings that the same
/// reads show, the one that ended first may always stand first: no answer says otherwise, and real time asks for it.
fn sort_lists(transactions: &mut [Transaction<'_>]) {
    let mut shown: HashMap<u64, u64> = HashMap::new();
    let mut ended: HashMap<u64, (bool, u64)> = HashMap::new();
    for transaction in &*transactions {
        for id in transaction.read.iter().flatten() {
            *shown.entry(*id).or_default() += 1;
        }
        if transaction.read.is_none() {
            ended.insert(transaction.operation.id, (transaction.end != OpType::Ok, transaction.completed));
        }
    }
    for transaction in transactions {
        if let Some(read) = &mut transaction.read {
            read.sort_by_key(|id| (std::cmp::Reverse(shown.get(id).copied()), ended.get(id).copied(), *id));
        }
    }
}

/// The record as the checker reads it, and the transaction of each of its indices.
fn record(transactions: &[Transaction<'_>]) -> (adya::History, HashMap<u64, usize>) {
    let mut interner = Interner::default();
    // Time, and whether it is an end: what begins at the same time as something ends is concurrent.
    let mut moments: Vec<(u64, bool, usize)> = Vec::new();
    for (number, transaction) in transactions.iter().enumerate() {
        moments.push((transaction.invoked, false, number));
        moments.push((transaction.completed, true, number));
    }
    moments.sort_unstable();
    let mut ops = Vec::new();
    let mut transaction_of = HashMap::new();
    for (time, is_end, number) in moments {
        let Transaction { process, end, read, operation, .. } = &transactions[number];
        let mut element = |id: u64| interner.intern(Scalar::Int(i64::try_from(id).unwrap_or(i64::MAX)));
        let elements: Option<Vec<_>> = read.as_ref().map(|read| read.iter().map(|id| element(*id)).collect());
        let own = element(operation.id);
        let key = interner.intern(Scalar::Str(transactions[number].name()));
        let value = match elements {
            None => Mop::Append { key, value: own },
            Some(elements) if is_end => Mop::Read { key, value: ReadValue::List(elements) },
            Some(_) => Mop::Read { key, value: ReadValue::Nil },
        };
        let index = count(ops.len());
        transaction_of.insert(index, number);
        let kind = if is_end { *end } else { OpType::Invoke };
        let time = i64::try_from(time).ok();
        ops.push(Op { index, kind, process: Some(*process), value: vec![value], time });
    }
    (adya::History::from_ops(ops, interner), transaction_of)
}

fn count(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

/// An anomaly by its name in the literature, in words.
fn in_words(kind: &str) -> &'static str {
    match kind {
        "G1a" => "a read shows a booking that was refused",
        "incompatible-order" => "two reads of the day each show a booking that the other lacks",
        "duplicate-elements" => "a read shows a booking twice",
        "future-read" | "internal" => "a read contradicts itself",
        _ if kind.ends_with("-realtime") => {
            "each must be before the next and the last before the first, with the times at which they began and ended"
        }
        _ if kind.ends_with("-process") => {
            "each must be before the next and the last before the first, with what one session did one after the other"
        }
        _ => "each must be before the next, and the last before the first",
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { appends, reads, left_out } = self;
        write!(f, "{appends} bookings, {reads} reads of days, {left_out} of them left out")
    }
}
