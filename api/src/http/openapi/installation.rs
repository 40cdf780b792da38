//! The description as this installation serves it: its products, the return address after a payment, and the days
//! that can be booked, so that every example works here and every choice is listed. The committed document (`fairway
//! openapi`) is valid for all installations and leaves these open.

use chrono::{Days, NaiveDate};
use fairway_clock::clock::Clock;
use fairway_store::PgPool;
use fairway_store::shop;
use serde_json::{Value, json};
use utoipa::openapi::schema::{Object, Schema};
use utoipa::openapi::{OpenApi as Document, RefOr};

use crate::config::Config;

/// The settings that the description depends on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Installation {
    /// The address that browsers use.
    public_url: String,
    client_id: String,
    client_secret: String,
    today: NaiveDate,
    shop: Option<Shop>,
}

/// The products; none before the first import.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Shop {
    methods: Vec<String>,
    packages: Vec<String>,
    voucher_holes: Vec<u8>,
    voucher_maximum: u32,
}

impl Installation {
    pub(crate) async fn read(
        config: &Config,
        clock: &Clock,
        pool: &PgPool,
    ) -> Result<Self, fairway_store::Error> {
        let settings = shop::settings(pool).await?;
        let shop = settings.map(|settings| Shop {
            methods: settings.methods.into_iter().map(|method| method.id).collect(),
            packages: settings.federation_packages.into_iter().map(|package| package.key).collect(),
            voucher_holes: settings.free_vouchers.iter().map(|voucher| voucher.holes.count()).collect(),
            voucher_maximum: settings.voucher_maximum,
        });
        Ok(Self {
            public_url: config.public_url.clone(),
            client_id: config.client_id.clone(),
            client_secret: config.client_secret.clone(),
            today: clock.today(),
            shop,
        })
    }

    /// Narrows the general description to this installation.
    pub(super) fn fill_in(&self, document: &mut Document) {
        let mut change = |schema: &str, field: &str, change: &dyn Fn(&mut Object)| {
            let found = find(document, schema, field);
            debug_assert!(found.is_some(), "{schema}.{field} is not described");
            found.into_iter().for_each(change);
        };
        change("LoginRequest", "client_id", &|field| only(field, [&self.client_id]));
        change("LoginRequest", "client_secret", &|field| only(field, [&self.client_secret]));
        let soon = self.today.checked_add_days(Days::new(3)).unwrap_or(self.today);
        for schema in ["BookRequest", "ClubsRequest", "AlternativesRequest"] {
            change(schema, "date", &|field| field.example = Some(json!(soon)));
        }
        for (schema, back) in [("VoucherOrder", "ordered"), ("FederationOrder", "federationOrdered")] {
            change(schema, "returnUrl", &|field| {
                field.pattern = Some(format!("^{}(/[!-~]*)?$", literal(&self.public_url)));
                field.example = Some(json!(format!("{}/subscriptions?{back}=true", self.public_url)));
            });
        }
        let Some(shop) = &self.shop else { return };
        for schema in ["VoucherOrder", "FederationOrder"] {
            change(schema, "method", &|field| {
                only(field, &shop.methods);
                // It may be absent or null.
                field.enum_values.get_or_insert_default().push(Value::Null);
            });
        }
        change("FederationOrder", "package", &|field| only(field, &shop.packages));
        change("VoucherOrder", "holes", &|field| only(field, &shop.voucher_holes));
        change("VoucherOrder", "quantity", &|field| {
            field.maximum = Some(shop.voucher_maximum.max(1).into());
            field.example = Some(json!(1));
        });
    }
}

/// Restricts a field to these values; the first is the example.
fn only(field: &mut Object, values: impl IntoIterator<Item = impl serde::Serialize>) {
    let values: Vec<Value> = values.into_iter().map(|value| json!(value)).collect();
    field.examples.clear();
    field.example = values.first().cloned();
    field.enum_values = Some(values);
}

fn find<'a>(document: &'a mut Document, schema: &str, field: &str) -> Option<&'a mut Object> {
    let mut found = document.components.as_mut()?.schemas.get_mut(schema)?;
    if let RefOr::T(Schema::AllOf(all)) = found {
        found = all.items.first_mut()?;
    }
    let RefOr::T(Schema::Object(object)) = found else { return None };
    match object.properties.get_mut(field)? {
        RefOr::T(Schema::Object(field)) => Some(field),
        // A reference to a type of `shapes.rs`.
        RefOr::T(Schema::OneOf(one)) => match one.items.as_mut_slice() {
            [RefOr::T(Schema::Object(field))] => Some(field),
            _ => None,
        },
        RefOr::T(_) | RefOr::Ref(_) => None,
    }
}

/// A text, escaped for a pattern of ECMA-262.
fn literal(text: &str) -> String {
    text.chars()
        .flat_map(|char| (r"\^$.|?*+()[]{}/".contains(char)).then_some('\\').into_iter().chain([char]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_of_this_machine_is_listed() {
        let installation = Installation {
            public_url: "http://127.0.0.1:8081".to_owned(),
            client_id: "an-app".to_owned(),
            client_secret: "its-word".to_owned(),
            today: NaiveDate::from_ymd_opt(2026, 11, 25).expect("a day"),
            shop: Some(Shop {
                methods: vec!["ideal".to_owned(), "paypal".to_owned()],
                packages: vec!["basis".to_owned()],
                voucher_holes: vec![9],
                voucher_maximum: 4,
            }),
        };
        let mut document = crate::http::openapi::document();
        installation.fill_in(&mut document);
        let text = crate::http::openapi::write(&document).expect("a document");
        let document: Value = serde_json::from_str(&text).expect("JSON");
        let field = |schema: &str, field: &str| {
            let schema = &document["components"]["schemas"][schema];
            let object = if schema["allOf"].is_array() { &schema["allOf"][0] } else { schema };
            object["properties"][field].clone()
        };
        assert_eq!(field("LoginRequest", "client_id")["enum"], json!(["an-app"]));
        assert_eq!(field("LoginRequest", "client_secret")["enum"], json!(["its-word"]));
        assert_eq!(field("BookRequest", "date")["example"], "2026-11-28");
        assert_eq!(field("ClubsRequest", "date")["example"], "2026-11-28");
        assert_eq!(field("VoucherOrder", "holes")["oneOf"][0]["enum"], json!([9]));
        assert_eq!(field("VoucherOrder", "quantity")["maximum"], 4);
        assert_eq!(field("FederationOrder", "package")["enum"], json!(["basis"]));
        for order in ["VoucherOrder", "FederationOrder"] {
            assert_eq!(field(order, "method")["enum"], json!(["ideal", "paypal", null]));
            let back = field(order, "returnUrl");
            assert_eq!(back["pattern"], r"^http:\/\/127\.0\.0\.1:8081(/[!-~]*)?$");
            assert!(back["example"].as_str().is_some_and(|url| url.starts_with("http://127.0.0.1:8081/")));
        }
    }
}
