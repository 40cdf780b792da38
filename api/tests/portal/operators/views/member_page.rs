//! The questions to the endpoints of the one page of a member, and of a booking.

use serde_json::json;
use uuid::Uuid;

use super::{Asked, Scene};
use crate::support::email;

/// Each endpoint with what it is asked.
pub(super) async fn questions(scene: &Scene) -> Vec<(&'static str, &'static str, Asked)> {
    let Scene { portal, jan, place, booking, .. } = scene;
    let pass = "SELECT subscription_id FROM play_rights_subscriptions WHERE member_id = $1 LIMIT 1";
    let pass: Uuid =
        sqlx::query_scalar(pass).bind(jan).fetch_one(&portal.pool).await.expect("a pass of Jan's");
    let (booking, address) = (booking.to_string(), email("jan"));
    let bookings = [booking.as_str(), place, &address, "nobody"];
    let just = |always: serde_json::Value| Asked { always: vec![always], maybe: json!({}) };
    vec![
        (
            "get",
            "bookings/{id}",
            Asked { always: bookings.map(|id| json!({ "path": { "id": id } })).to_vec(), maybe: json!({}) },
        ),
        (
            "get",
            "members/{id}/ledger",
            Asked {
                always: [pass, Uuid::nil()]
                    .map(|pass| json!({ "path": { "id": jan }, "pass": pass }))
                    .to_vec(),
                maybe: json!({ "before": "2026-11-20.7" }),
            },
        ),
        ("get", "members/{id}/notes", just(json!({ "path": { "id": jan } }))),
        ("post", "members/{id}/notes", just(json!({ "path": { "id": jan }, "text": "Belde twee keer." }))),
        ("post", "members/{id}/notes/remove", just(json!({ "path": { "id": jan }, "id": Uuid::nil() }))),
    ]
}
