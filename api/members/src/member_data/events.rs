//! The events of the journal about a member, without data of other members: an object with another member's id goes as
//! a whole, with the right that this member used; an id on its own is replaced.

use fairway_events::journal::Selection;
use fairway_events::{Actor, Event, Journal, MemberId, Mention, RecordedEvent, StreamId};
use futures::TryStreamExt;
use serde::Serialize;
use serde_json::Value;

use super::file::{File, MemberDataError, local};
use super::meaning::meaning;

/// Stands for data of another member.
const ANOTHER: &str = "een ander lid";

const FIELDS: &[(&str, &str)] = &[
    ("volgnummer", "Het nummer in het logboek, in de volgorde waarin alles gebeurde"),
    ("op", "Wanneer het gebeurde"),
    ("gebeurtenis", "De naam in het logboek"),
    ("wat_het_betekent", "Wat er gebeurde"),
    ("door", "Wie het deed: jijzelf, een ander lid, een medewerker, de club of het systeem"),
    ("reden", "Waarom een medewerker het deed; leeg als het geen medewerker was"),
    ("inhoud", "Wat er precies is vastgelegd; bedragen in eurocenten, van andere leden niets"),
];

#[derive(Serialize)]
struct EventRow<'a> {
    volgnummer: i64,
    op: String,
    gebeurtenis: &'a str,
    wat_het_betekent: &'static str,
    door: &'static str,
    reden: Option<&'a str>,
    inhoud: Value,
}

/// Writes the section of the events.
pub(super) async fn write(
    file: &mut File,
    journal: &Journal,
    member: MemberId,
    streams: Vec<StreamId>,
) -> Result<(), MemberDataError> {
    let means = "Alles wat in het logboek over je rondes, aankomsten, speelrechten, vouchers en bestellingen staat. Het logboek wordt \
                 nooit gewijzigd.";
    file.begin_section("gebeurtenissen", means, FIELDS.iter().copied())?;
    let mut events = journal.select(Selection { streams, ..Selection::default() });
    while let Some(recorded) = events.try_next().await? {
        let mentioned = recorded.event.mentions();
        if concerns(&recorded.event, &mentioned, member) {
            file.row(&serde_json::to_string(&row(&recorded, &mentioned, member)?)?);
        }
    }
    file.end_section();
    Ok(())
}

/// Whether an event of the member's streams is about them, or about nobody: a cancelled booking names no member. A club's list
/// of arrivals is shared: there a code that names nobody may be anybody's.
fn concerns(event: &Event, mentioned: &[Mention<'_>], member: MemberId) -> bool {
    let mut members = mentioned.iter().filter_map(|mention| match mention {
        Mention::Member(member) => Some(*member),
        _ => None,
    });
    let is_shared = matches!(event, Event::ArrivalList(_));
    members.clone().any(|one| one == member) || !is_shared && members.next().is_none()
}

fn row<'a>(
    recorded: &'a RecordedEvent,
    mentioned: &[Mention<'_>],
    member: MemberId,
) -> Result<EventRow<'a>, serde_json::Error> {
    let mut content = content(&recorded.event)?;
    let others: Vec<String> = mentioned
        .iter()
        .filter_map(|mention| match mention {
            Mention::Member(other) if *other != member => Some(other.to_string()),
            _ => None,
        })
        .collect();
    take_out(&mut content, &others);
    Ok(EventRow {
        volgnummer: recorded.position,
        op: local(recorded.recorded_at),
        gebeurtenis: recorded.event.kind().name(),
        wat_het_betekent: meaning(&recorded.event),
        door: match &recorded.actor {
            Actor::Member(actor) if *actor == member => "jijzelf",
            Actor::Member(_) => ANOTHER,
            Actor::Impersonator { .. } | Actor::Operator(_) => "een medewerker",
            Actor::Club(_) => "de club",
            Actor::System(_) => "het systeem",
        },
        reden: recorded.metadata.get("reason").map(String::as_str),
        inhoud: content,
    })
}

/// The payload without the event's name around it.
fn content(event: &Event) -> Result<Value, serde_json::Error> {
    let payload: Value = serde_json::from_str(&event.to_payload()?)?;
    Ok(match payload {
        Value::Object(tagged) => tagged.into_iter().next().map_or(Value::Null, |(_, content)| content),
        other => other,
    })
}

fn take_out(value: &mut Value, others: &[String]) {
    let is_other =
        |value: &Value| value.as_str().is_some_and(|text| others.iter().any(|other| other == text));
    match value {
        Value::Object(fields) => {
            if fields.get("member").is_some_and(is_other) {
                *value = ANOTHER.into();
                return;
            }
            fields.values_mut().for_each(|field| take_out(field, others));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| take_out(item, others)),
        Value::String(_) if is_other(value) => *value = ANOTHER.into(),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use fairway_events::{ArrivalListEvent, BookingId, ClubId, ReservationEvent, ScanId};
    use serde_json::json;

    use super::*;

    #[test]
    fn what_concerns_another_member_is_taken_out_as_a_whole() {
        let mut value = json!({
            "master": "b", "club": "de-es",
            "places": [{"member": "a", "right": {"voucher": "v"}}, {"member": "b", "right": {"voucher": "w"}}],
        });
        take_out(&mut value, &["b".to_owned()]);
        let places = json!([{"member": "a", "right": {"voucher": "v"}}, ANOTHER]);
        assert_eq!(value, json!({"master": ANOTHER, "club": "de-es", "places": places}));
    }

    #[test]
    fn an_event_about_others_alone_is_none_of_the_members() {
        let (own, other) = (MemberId(uuid::Uuid::from_u128(1)), MemberId(uuid::Uuid::from_u128(2)));
        let cancelled = ReservationEvent::BookingCancelled { booking: BookingId(uuid::Uuid::from_u128(3)) };
        let cancelled = Event::from(cancelled);
        let both = [Mention::Member(other), Mention::Member(own)];
        assert!(concerns(&cancelled, &[], own) && concerns(&cancelled, &both, own));
        assert!(!concerns(&cancelled, &[Mention::Member(other)], own));
        let decided = Event::from(ArrivalListEvent::IrregularScanDecided {
            club: ClubId::from("de-es"),
            date: chrono::NaiveDate::MIN,
            scan: ScanId(uuid::Uuid::from_u128(4)),
            counts: false,
            round: None,
            reason: "Gezien".to_owned(),
        });
        assert!(!concerns(&decided, &[], own), "a code that names nobody may be anybody's");
        assert!(concerns(&decided, &both, own));
    }
}
