//! Addresses whose domain has letters beyond ASCII: the browser sends one form, people and spreadsheets write another.

use fairway_store::{addresses, erasures};
use serde_json::json;

use crate::support::{PASSWORD, Portal, email, round};

const LETTERS: &str = "jan@münchen-golf.nl";
const ASCII: &str = "jan@xn--mnchen-golf-thb.nl";

async fn moved(portal: &Portal, name: &str, address: &str) {
    let done = sqlx::query("UPDATE members SET email = $2 WHERE email = $1")
        .bind(email(name))
        .bind(address)
        .execute(&portal.pool)
        .await
        .expect("an address");
    assert_eq!(done.rows_affected(), 1);
}

#[tokio::test]
async fn a_domain_with_letters_is_one_address_in_either_form() {
    let portal = Portal::start().await;
    let eva = portal.login("eva").await;
    moved(&portal, "jan", LETTERS).await;
    for typed in [LETTERS, ASCII, "Jan@MÜNCHEN-golf.nl", "jan@mu\u{308}nchen-golf.nl"] {
        assert_eq!(portal.try_login(typed, PASSWORD).await.status, 200, "{typed}");
        let checked = eva.post("/api/reservations/players/check", &json!({"email": typed})).await;
        assert_eq!(
            (checked.status, &checked.body["email"]),
            (200, &json!(LETTERS)),
            "{typed}: {}",
            checked.body
        );
    }
    let mut booking = round("2026-11-28", &["eva"]);
    booking["players"] = json!([email("eva"), format!("Jan de Vries <{ASCII}>")]);
    let booked = eva.post("/api/reservations", &booking).await;
    assert_eq!(booked.status, 200, "{}", booked.body);
    let twice = json!([email("eva"), ASCII, LETTERS]);
    booking["players"] = twice;
    assert_eq!(eva.post("/api/reservations", &booking).await.status, 422, "one player twice");
}

#[tokio::test]
async fn addresses_that_a_former_release_stored_with_something_around_them_are_read() {
    let portal = Portal::start().await;
    for (name, stored) in [
        ("jan", "mailto:jan@elders.example"),
        ("eva", "eva@elders.example,"),
        ("piet", "<piet@elders.example>"),
    ] {
        moved(&portal, name, stored).await;
    }
    let mut connection = portal.pool.acquire().await.expect("a connection");
    assert_eq!(addresses::unify(&mut connection).await.expect("an end"), 3);
    for name in ["jan", "eva", "piet"] {
        assert_eq!(portal.try_login(&format!("{name}@elders.example"), PASSWORD).await.status, 200);
    }
    assert!(!addresses::are_left(&mut connection).await.expect("an answer"));
}

#[tokio::test]
async fn addresses_stored_in_another_form_get_the_one_form_and_a_conflict_changes_nothing() {
    let portal = Portal::start().await;
    moved(&portal, "jan", ASCII).await;
    moved(&portal, "eva", "eva@mu\u{308}nchen-golf.nl").await;
    let mut connection = portal.pool.acquire().await.expect("a connection");
    assert_eq!(addresses::unify(&mut connection).await.expect("an end"), 2);
    assert_eq!(portal.try_login(ASCII, PASSWORD).await.status, 200);
    assert_eq!(portal.try_login("eva@münchen-golf.nl", PASSWORD).await.status, 200);
    assert_eq!(addresses::unify(&mut connection).await.expect("an end"), 0);

    sqlx::query("UPDATE members SET email = $1 WHERE email = 'eva@münchen-golf.nl'")
        .bind(ASCII)
        .execute(&portal.pool)
        .await
        .expect("an address");
    assert_eq!(addresses::unify(&mut connection).await.expect("an end"), 0, "both stay");
    // An operator's act concerns the one that is named.
    for address in [LETTERS, ASCII] {
        let person = erasures::by_email(&portal.pool, address).await.expect("an answer").expect("a member");
        assert_eq!(person.email, address);
    }
}
