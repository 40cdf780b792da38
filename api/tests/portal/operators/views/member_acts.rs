//! The questions to the endpoints that act for a member.

use serde_json::{Value, json};
use uuid::Uuid;

use super::{Asked, Scene, act};

/// Each endpoint with what it is asked.
pub(super) fn questions(scene: &Scene) -> Vec<(&'static str, &'static str, Asked)> {
    let Scene { jan, place, booking, .. } = scene;
    let of_jan = |mut body: Value| {
        body["path"] = json!({ "id": jan });
        act(body)
    };
    vec![
        ("post", "members/{id}/passes", of_jan(json!({
            "amount_cents": 100, "startdate": "2026-12-01", "enddate": "2026-01-01", "max": 10, "max_holes": 18,
            "name": "Compleet", "request": Uuid::nil(),
        }))),
        ("post", "members/{id}/vouchers", of_jan(json!({
            "count": 1, "expires": "2026-12-31", "holes": 9, "request": Uuid::nil(), "title": "Compensatie",
        }))),
        ("post", "members/{id}/forfeitures/return", of_jan(json!({ "booking_id": booking, "place_id": place }))),
        ("post", "members/{id}/passes/withdraw", of_jan(json!({ "subscription": Uuid::nil() }))),
        ("post", "members/{id}/vouchers/withdraw", of_jan(json!({ "voucher": Uuid::nil() }))),
        ("post", "orders/{id}/refund", act(json!({ "path": { "id": Uuid::nil() } }))),
        ("post", "members/{id}/impersonate", of_jan(json!({}))),
        ("post", "members/{id}/passkeys/remove", of_jan(json!({}))),
        ("post", "members/{id}/email", of_jan(json!({ "email": "jan@elders.example" }))),
        ("post", "members/{id}/profile", of_jan(json!({
            "first_name": "Jan", "prefix": "de", "last_name": "Vries", "initials": "J.", "street": "Laan",
            "housenumber": "1", "postcode": "", "country": "NL", "city": "Ede", "telephone": "", "gsn": "",
            "birthdate": "1968-04-17",
            "seen": {
                "first_name": "Jan", "prefix": "", "last_name": "Vries", "initials": "", "street": "",
                "housenumber": "", "postcode": "", "country": "NL", "city": "", "telephone": "", "gsn": "",
                "birthdate": "",
            },
        }))),
        ("post", "members/{id}/sessions/end", Asked {
            always: vec![json!({ "path": { "id": jan }, "reason": "ticket 7" })],
            maybe: json!({ "session": Uuid::nil() }),
        }),
        ("post", "members/{id}/erase", Asked {
            always: [true, false].map(|rehearse| json!({
                "path": { "id": jan }, "reason": "ticket 7", "rehearse": rehearse, "cancel_upcoming": false,
            })).to_vec(),
            maybe: json!({ "confirm": "nobody@test.example" }),
        }),
        ("post", "members/{id}/disable", of_jan(json!({ "cancel_upcoming": false }))),
        ("post", "members/{id}/enable", of_jan(json!({}))),
    ]
}
