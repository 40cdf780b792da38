//! Replaces stored values in an export without personal data: pseudonyms for ids, `other` for the names of products
//! that few members have, days for instants.

use std::collections::HashSet;

use anyhow::Result;
use chrono::DateTime;
use chrono_tz::Europe::Amsterdam;
use fairway_query::personal::Treatment;
use serde_json::{Map, Value};
use sqlx::PgConnection;
use uuid::Uuid;

use super::cell::Cell;
use super::column::Column;
use super::pseudonyms::Key;
use super::sql;

/// The members who must have a product, so that its name tells none of them.
const FEW: i64 = 5;
const OTHER: &str = "other";

pub(super) struct Coarse<'a> {
    key: &'a Key,
    /// Names that at least [`FEW`] members have.
    common: HashSet<String>,
}

impl<'a> Coarse<'a> {
    pub(super) async fn new(key: &'a Key, connection: &mut PgConnection) -> Result<Self> {
        let names: Vec<String> =
            sqlx::query_scalar(sql::COMMON_NAMES).bind(FEW).fetch_all(connection).await?;
        Ok(Self { key, common: names.into_iter().collect() })
    }

    /// Treats the cells of a row as their columns say.
    pub(super) fn row(&self, columns: &[Column], cells: &mut [Cell]) {
        let mut is_rare = false;
        for (column, cell) in columns.iter().zip(cells.iter_mut()) {
            match (column.treatment, &mut *cell) {
                (Treatment::Ids, Cell::Text(text)) => *text = self.key.text(text),
                (Treatment::Ids, Cell::Json(text)) => *cell = self.json_text(text),
                (Treatment::Name, Cell::Text(name)) => is_rare |= self.name(name),
                // The statement has made a day of an instant already.
                _ => {}
            }
        }
        if is_rare {
            // The price and the limits of a product say which one it is.
            for cell in cells {
                if matches!(cell, Cell::Int(_) | Cell::Double(_) | Cell::Decimal(_)) {
                    *cell = Cell::Null;
                }
            }
        }
    }

    /// Makes a rare name a common one, and says whether it did.
    fn name(&self, name: &mut String) -> bool {
        let is_rare = !self.common.contains(name);
        if is_rare {
            OTHER.clone_into(name);
        }
        is_rare
    }

    /// Text that is no valid JSON is left out.
    fn json_text(&self, text: &str) -> Cell {
        serde_json::from_str(text).map_or(Cell::Null, |mut value| {
            self.json(&mut value);
            Cell::Json(value.to_string())
        })
    }

    /// Says whether something rare was in it.
    fn json(&self, value: &mut Value) -> bool {
        match value {
            Value::String(text) => {
                if let Ok(id) = Uuid::parse_str(text) {
                    *text = self.key.id(id).to_string();
                } else if let Ok(instant) = DateTime::parse_from_rfc3339(text) {
                    *text = instant.with_timezone(&Amsterdam).date_naive().to_string();
                }
                false
            }
            Value::Array(values) => {
                values.iter_mut().fold(false, |is_rare, value| self.json(value) | is_rare)
            }
            Value::Object(fields) => self.fields(fields),
            Value::Null | Value::Bool(_) | Value::Number(_) => false,
        }
    }

    fn fields(&self, fields: &mut Map<String, Value>) -> bool {
        let mut is_rare = false;
        for (name, value) in fields.iter_mut() {
            match (name.as_str(), value) {
                // The provider's id of a payment identifies the payer at the provider.
                ("payment", Value::String(payment)) => {
                    *payment = self.key.digest(payment.as_bytes()).to_string();
                }
                ("name" | "title" | "package" | "method", Value::String(text)) => is_rare |= self.name(text),
                // Words of an operator or a club.
                ("notice" | "reason", value) => *value = Value::Null,
                // The numbers beside the right that a place used, and beside a scan, are the round's.
                ("right" | "scan", value) => {
                    self.json(value);
                }
                (_, value) => is_rare |= self.json(value),
            }
        }
        if is_rare {
            // The price of an order stands beside what was ordered.
            fields.values_mut().filter(|value| value.is_number()).for_each(|value| *value = Value::Null);
        }
        is_rare
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const ID: Uuid = Uuid::from_u128(0x0b6f_0c9e_8f0b_4b63_9d6e_1a8a_1d9a_2a10);

    fn hidden(key: &Key, cell: Cell) -> Cell {
        let coarse = Coarse { key, common: HashSet::from(["Fairway Compleet".to_owned()]) };
        let column = Column::new("x".to_owned(), "text", None, Treatment::Ids);
        let mut cells = [cell];
        coarse.row(&[column], &mut cells);
        let [cell] = cells;
        cell
    }

    fn hidden_text(key: &Key, text: &str) -> String {
        let Cell::Text(text) = hidden(key, Cell::Text(text.to_owned())) else { panic!() };
        text
    }

    fn hidden_json(key: &Key, value: &Value) -> Value {
        let Cell::Json(text) = hidden(key, Cell::Json(value.to_string())) else { panic!() };
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn an_id_gets_the_same_pseudonym_in_every_column() {
        let key = Key::random();
        let of_id = hidden_text(&key, &ID.to_string());
        assert_ne!(of_id, ID.to_string());
        assert_eq!(hidden_text(&key, &format!("member:{ID}")), format!("member:{of_id}"));
        let payload =
            |id: &str| json!({"RoundBooked": {"club": "de-eik", "places": [{"member": id, "n": 1}]}});
        assert_eq!(hidden_json(&key, &payload(&ID.to_string())), payload(&of_id));
        assert_ne!(hidden_text(&Key::random(), &ID.to_string()), of_id, "another export");
        assert_eq!(
            hidden_text(&Key::kept(*key.bytes()), &ID.to_string()),
            of_id,
            "another file of the series"
        );
    }

    #[test]
    fn operators_and_payments_are_hidden_and_clubs_are_not() {
        let key = Key::random();
        for operator in ["operator:Eva".to_owned(), format!("operator:Eva:{ID}")] {
            let actor = hidden_text(&key, &operator);
            assert!(actor.starts_with("operator:") && !actor.contains("Eva"), "{actor}");
            assert!(!actor.contains(&ID.to_string()), "{actor}");
        }
        let started = hidden_json(&key, &json!({"payment": "tr_7", "amount": 2}));
        assert!(started["payment"] != "tr_7" && started["amount"] == 2, "{started}");
        for public in ["de-eik/2026-11-25", "system:import"] {
            assert_eq!(hidden_text(&key, public), public);
        }
        assert_eq!(hidden(&key, Cell::Json("{".to_owned())), Cell::Null, "what cannot be read is left out");
    }

    #[test]
    fn the_price_of_a_rare_thing_is_left_out_and_the_holes_of_its_round_are_not() {
        let key = Key::random();
        let order = |package: &str| {
            let item = json!({"kind": "federation_registration", "package": package, "year": 2026});
            json!({"OrderPlaced": {"item": item, "amount_cents": 777}})
        };
        assert_eq!(hidden_json(&key, &order("Fairway Compleet")), order("Fairway Compleet"));
        let item = json!({"kind": "federation_registration", "package": "other", "year": null});
        assert_eq!(
            hidden_json(&key, &order("Erelid")),
            json!({"OrderPlaced": {"item": item, "amount_cents": null}})
        );
        assert_eq!(
            hidden_json(
                &key,
                &json!({"items": [{"title": "Erelid"}, {"title": "Fairway Compleet"}], "n": 2})
            ),
            json!({"items": [{"title": "other"}, {"title": "Fairway Compleet"}], "n": null})
        );
        let round = |title: &str| {
            let right = json!({"kind": "voucher", "title": title});
            json!({"RoundBooked": {"holes": 18, "places": [{"right": right}]}})
        };
        assert_eq!(hidden_json(&key, &round("Erelid")), round("other"));
    }

    #[test]
    fn rare_names_notices_and_instants_are_coarse() {
        let key = Key::random();
        let pass = |name: &str| json!({"name": name, "amount_cents": 100, "startdate": "2026-03-01"});
        assert_eq!(hidden_json(&key, &pass("Fairway Compleet")), pass("Fairway Compleet"));
        assert_eq!(
            hidden_json(&key, &pass("Erelid")),
            json!({"name": "other", "amount_cents": null, "startdate": "2026-03-01"}),
            "the price says which pass it is"
        );
        assert_eq!(
            hidden_json(
                &key,
                &json!({"notice": "Toernooi", "reason": "Regen", "capacity": 4, "at": "2026-11-24T23:30:00.5Z"})
            ),
            json!({"notice": null, "reason": null, "capacity": 4, "at": "2026-11-25"}),
            "a day in Amsterdam"
        );
    }
}
