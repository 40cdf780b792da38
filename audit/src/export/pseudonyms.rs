//! Pseudonyms for ids: the same id gets the same one within an export, and another in the next. The key is never stored,
//! so that nobody, operators included, can find an id in a file by trying ids.

use fairway_events::Actor;
use serde_json::Value;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::cell::Cell;

/// The key of one export.
pub(super) struct Pseudonyms {
    key: [u8; 32],
}

impl Pseudonyms {
    #[expect(clippy::disallowed_methods, reason = "a secret of this process, not a fact of the domain")]
    pub(super) fn new() -> Self {
        let mut key = [0; 32];
        key[..16].copy_from_slice(Uuid::new_v4().as_bytes());
        key[16..].copy_from_slice(Uuid::new_v4().as_bytes());
        Self { key }
    }

    /// Replaces every id in a cell. Text that is no valid JSON in a JSON cell is left out.
    pub(super) fn hide(&self, cell: Cell) -> Cell {
        match cell {
            Cell::Text(text) => Cell::Text(self.text(&text)),
            Cell::Json(text) => match serde_json::from_str(&text) {
                Ok(mut value) => {
                    self.json(&mut value);
                    Cell::Json(value.to_string())
                }
                Err(_) => Cell::Null,
            },
            Cell::Null => Cell::Null,
            other @ (Cell::Bool(_)
            | Cell::Int(_)
            | Cell::Double(_)
            | Cell::Decimal(_)
            | Cell::Date(_)
            | Cell::Instant(_)) => other,
        }
    }

    /// An id, an actor, or a stream's name.
    fn text(&self, text: &str) -> String {
        if let Ok(id) = Uuid::parse_str(text) {
            return self.id(id).to_string();
        }
        match text.parse::<Actor>() {
            Ok(Actor::Member(member)) => format!("member:{}", self.id(member.0)),
            // An operator is a person too.
            Ok(Actor::Impersonator { operator, member }) => {
                format!("operator:{}:{}", self.digest(operator.as_bytes()), self.id(member.0))
            }
            Ok(Actor::Operator(operator)) => format!("operator:{}", self.digest(operator.as_bytes())),
            Ok(Actor::System(component)) => format!("system:{component}"),
            Err(_) => text.to_owned(),
        }
    }

    fn json(&self, value: &mut Value) {
        match value {
            Value::String(text) => {
                if let Ok(id) = Uuid::parse_str(text) {
                    *text = self.id(id).to_string();
                }
            }
            Value::Array(values) => values.iter_mut().for_each(|value| self.json(value)),
            Value::Object(fields) => {
                for (name, value) in fields {
                    match value {
                        // The provider's id of a payment identifies the payer at the provider.
                        Value::String(payment) if name == "payment" => {
                            *payment = self.digest(payment.as_bytes()).to_string();
                        }
                        other => self.json(other),
                    }
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn id(&self, id: Uuid) -> Uuid {
        self.digest(id.as_bytes())
    }

    /// A keyed hash, as a UUID of version 8 (application-defined).
    fn digest(&self, bytes: &[u8]) -> Uuid {
        let hash = Sha256::new().chain_update(self.key).chain_update(bytes).finalize();
        let mut half = [0; 16];
        half.copy_from_slice(&hash[..16]);
        uuid::Builder::from_custom_bytes(half).into_uuid()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: Uuid = Uuid::from_u128(0x0b6f_0c9e_8f0b_4b63_9d6e_1a8a_1d9a_2a10);

    #[test]
    fn an_id_gets_the_same_pseudonym_in_every_column() {
        let pseudonyms = Pseudonyms::new();
        let Cell::Text(of_id) = pseudonyms.hide(Cell::Text(ID.to_string())) else { panic!() };
        assert_ne!(of_id, ID.to_string());
        assert_eq!(
            pseudonyms.hide(Cell::Text(format!("member:{ID}"))),
            Cell::Text(format!("member:{of_id}"))
        );
        let payload =
            format!(r#"{{"RoundBooked":{{"club":"de-eik","places":[{{"member":"{ID}","n":1}}]}}}}"#);
        assert_eq!(
            pseudonyms.hide(Cell::Json(payload.clone())),
            Cell::Json(payload.replace(&ID.to_string(), &of_id))
        );
        assert_ne!(Pseudonyms::new().hide(Cell::Text(ID.to_string())), Cell::Text(of_id), "another export");
    }

    #[test]
    fn operators_and_payments_are_hidden_and_clubs_are_not() {
        let pseudonyms = Pseudonyms::new();
        let Cell::Text(actor) = pseudonyms.hide(Cell::Text(format!("operator:Eva:{ID}"))) else { panic!() };
        assert!(actor.starts_with("operator:") && !actor.contains("Eva") && !actor.contains(&ID.to_string()));
        let Cell::Text(actor) = pseudonyms.hide(Cell::Text("operator:Eva".to_owned())) else { panic!() };
        assert!(actor.starts_with("operator:") && !actor.contains("Eva"));
        let Cell::Json(started) = pseudonyms.hide(Cell::Json(r#"{"payment":"tr_7","amount":2}"#.to_owned()))
        else {
            panic!()
        };
        assert!(!started.contains("tr_7") && started.contains(r#""amount":2"#), "{started}");
        for public in ["de-eik/2026-11-25", "system:import"] {
            assert_eq!(pseudonyms.hide(Cell::Text(public.to_owned())), Cell::Text(public.to_owned()));
        }
        assert_eq!(
            pseudonyms.hide(Cell::Json("{".to_owned())),
            Cell::Null,
            "what cannot be read is left out"
        );
    }
}
