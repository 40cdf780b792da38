//! Checks one row of content as an import does, and answers by field for a form.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use fairway_store::content::kind::Kind;
use fairway_store::content::rows::Row;
use serde_json::Value;

use crate::cursor::{Place, Source};
use crate::format;
use crate::problems::Sink;

/// A sentence per field, such as `closures[0].date`.
pub(crate) type FieldErrors = BTreeMap<String, String>;

/// Reads a row. A date relative to today is resolved.
///
/// # Errors
/// The problems, by field.
pub(crate) fn row(kind: Kind, value: &Value, today: NaiveDate) -> Result<Row, FieldErrors> {
    let sink = Sink::default();
    let source = Source { file: kind.file(), today, sink: &sink };
    let place = Place::root(&source, value);
    let row = match kind {
        Kind::News => place.object(format::news).map(Row::News),
        Kind::Faq => place.object(format::faq).map(Row::Faq),
        Kind::Page => place.object(format::page).map(Row::Page),
        Kind::Offer => place.object(format::offer).map(Row::Offer),
        Kind::Settings => place.object(format::settings).map(Row::Settings),
        Kind::Club => place.object(format::club).map(|row| {
            for (nth, date) in format::repeated_closures(&row) {
                sink.add(
                    kind.file(),
                    &format!("closures[{nth}].date"),
                    format!("names {date} a second time"),
                );
            }
            Row::Club(Box::new(row))
        }),
    };
    let errors: FieldErrors = sink
        .into_problems()
        .into_iter()
        // The first problem of a field, which is the last that a map built in this order would keep.
        .rev()
        .map(|problem| {
            let field = if problem.path.is_empty() { "row".to_owned() } else { problem.path };
            (field, format!("This {}.", problem.message))
        })
        .collect();
    match row {
        Some(row) if errors.is_empty() => Ok(row),
        _ if errors.is_empty() => {
            Err(FieldErrors::from([("row".to_owned(), "This cannot be read.".to_owned())]))
        }
        _ => Err(errors),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_form_is_told_what_an_import_would_be_told() {
        let today = "2026-11-20".parse().expect("a day");
        let errors =
            row(Kind::News, &json!({"title": " ", "contents": "x", "post_date": "soon", "colour": 1}), today)
                .expect_err("problems");
        assert_eq!(errors["title"], "This must not be empty.");
        assert_eq!(errors["important"], "This is missing.");
        assert_eq!(errors["colour"], "This is not a known key.");
        assert!(errors["post_date"].starts_with("This must be a date"), "{errors:?}");
        let wrong = json!({"date": "2026-12-25", "reason": ""});
        let errors = row(Kind::Club, &json!({"closures": [wrong, wrong]}), today).expect_err("problems");
        assert_eq!(errors["closures[0].reason"], "This must not be empty.");
        assert_eq!(errors["closures[1].date"], "This names 2026-12-25 a second time.");
    }

    #[test]
    fn a_row_is_sanitised_and_in_normal_form() {
        let today = "2026-11-20".parse().expect("a day");
        let value = json!({
            "title": " Dicht ", "contents": "<p onclick=\"x()\">Ja</p>", "post_date": "today+1d", "important": true
        });
        assert_eq!(
            row(Kind::News, &value, today).expect("a row").to_json(),
            json!({"title": "Dicht", "contents": "<p>Ja</p>", "post_date": "2026-11-21", "important": true})
        );
    }
}
