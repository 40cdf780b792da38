//! Statements of clubs that do not follow from the arrivals, and what could not be set, closed or ended.

use super::{change, forge, uuid};

/// As those of everything else.
pub(super) fn damages() -> Vec<(&'static str, String, Vec<String>)> {
    let settlement = |name: &str, body: &str| vec![forge("Settlement", "de-es", name, body)];
    let tariff = r#"{"club":"de-es","from":"2026-11-15","vat":"low",
        "prices":{"weekday_9":1,"weekday_18":1,"weekend_9":1,"weekend_18":1,"absence":0}}"#;
    let none = r#"{"count":0,"net":0}"#;
    let closed = format!(
        r#"{{"club":"de-es","month":"2026-12","as_of":1,"lines_hash":"","closed_on":"2026-12-01","invoice":null,"amounts":{{"arrivals":{none},
            "walk_ins":{none},"absences":{none},"corrections":{none},"adjustments":{none},"vat":[]}}}}"#
    );
    let ended = format!(
        r#"{{"club":"de-es","dispute":"{}","month":"2026-11","date":"2026-11-25","outcome":"refused","adjustment":0,
            "vat":"low","reason":"Nee"}}"#,
        uuid(701)
    );
    let of_place = |what: &str| format!("its lines are {what}");
    vec![
        ("statement", "whose hash is".into(), vec![change("MonthClosed", "de-es", "lines_hash", "\"0\"")]),
        (
            "statement",
            "2026-11 was closed with 1 arrivals (€ 40.01)".into(),
            vec![change("MonthClosed", "de-es", "amounts,arrivals,net", "4001")],
        ),
        (
            "statement",
            of_place("1 arrivals (€ 25.00)"),
            vec![change("PlayerArrived", "de-es/2026-11-26", "holes", "9")],
        ),
        (
            "statement",
            of_place("0 arrivals (€ 0.00), 1 walk-ins (€ 40.00)"),
            vec![change("PlayerArrived", "de-es/2026-11-26", "walk_in", "true")],
        ),
        (
            "statement",
            of_place("1 arrivals (€ 0.01)"),
            vec![change("TariffSet", "de-es", "prices,weekday_18", "1")],
        ),
        (
            "statement",
            "1 adjustments (€ 5.01), VAT low".into(),
            vec![change("DisputeEnded", "de-es", "adjustment", "501")],
        ),
        ("statement", "after 2026-11 was closed".into(), settlement("TariffSet", tariff)),
        ("statement", "before it was over".into(), settlement("MonthClosed", &closed)),
        ("statement", format!("dispute {} had ended", uuid(701)), settlement("DisputeEnded", &ended)),
    ]
}
