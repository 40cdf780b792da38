//! The profile: what is shown, stored and refused, and what an incomplete one prevents.

use serde_json::{Value, json};

use crate::support::{Portal, round};

const PATH: &str = "/api/users/me/profile";

/// Everything that a member may change.
fn filled_in() -> Value {
    json!({
        "initials": " J.P. ", "street": "Eikenlaan", "housenumber": "12a", "postcode": "3811ab", "city": "Amersfoort",
        "gsn": "nl12345678", "telephone": "06-87654321", "gender": "M", "birthdate": "1968-04-17",
        "is_club_member": true, "handicap": 18.4, "golfassociation": "De Es",
    })
}

#[tokio::test]
async fn a_profile_is_saved_normalised() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let saved = jan.post(PATH, &filled_in()).await;
    assert_eq!((saved.status, saved.body), (200, json!({"success": true, "errors": {}})));
    let read = jan.get(PATH).await;
    assert_eq!(
        read.body,
        json!({"success": true, "errors": {}, "data": {
            "firstName": "Jan", "prefix": "de", "lastName": "Vries", "email": "jan@test.example",
            "initials": "J.P.", "street": "Eikenlaan", "housenumber": "12a", "postcode": "3811 AB", "country": "NL",
            "city": "Amersfoort", "gsn": "NL12345678", "telephone": "+31687654321", "gender": "M",
            "birthdate": "1968-04-17", "is_club_member": true, "handicap": 18.4, "golfassociation": "De Es",
        }})
    );
    jan.post(PATH, &json!({"handicap": "-1,25"})).await;
    let read = jan.get(PATH).await;
    assert_eq!(
        (&read.body["data"]["handicap"], &read.body["data"]["city"]),
        (&json!(-1.25), &json!("Amersfoort"))
    );
}

#[tokio::test]
async fn a_member_across_the_border_completes_a_profile_and_books() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    for (country, typed, stored) in
        [("BE", "B-2000", "2000"), ("DE", "D-48455", "48455"), ("GB", "sw1a 1aa", "SW1A 1AA")]
    {
        let saved = jan.post(PATH, &json!({"country": country, "postcode": typed})).await;
        assert_eq!(saved.status, 200, "{}", saved.body);
        let read = jan.get(PATH).await.body;
        assert_eq!((&read["data"]["country"], &read["data"]["postcode"]), (&json!(country), &json!(stored)));
        assert_eq!(jan.get("/api/users/me").await.body["isProfileComplete"], true);
    }
    assert_eq!(jan.post("/api/reservations", &round("2026-11-28", &["jan"])).await.status, 200);
    for (sent, field, sentence) in [
        (json!({"country": "BE"}), "postcode", "Een Belgische postcode heeft 4 cijfers, zoals 2000."),
        (json!({"country": null}), "postcode", "Vul een geldige postcode in, zoals 1234 AB."),
        (
            json!({"country": "NL", "postcode": "B-2000"}),
            "postcode",
            "Dit is een Belgische postcode: kies België als land.",
        ),
        (json!({"country": "België"}), "country", "Kies een land uit de lijst."),
    ] {
        let answer = jan.post(PATH, &sent).await;
        assert_eq!((answer.status, &answer.body["errors"][field]), (422, &json!(sentence)), "{sent}");
    }
    let home = jan.post(PATH, &json!({"country": null, "postcode": "3811 AB"})).await;
    assert_eq!((home.status, &jan.get(PATH).await.body["data"]["country"]), (200, &json!("NL")));
}

#[tokio::test]
async fn name_address_and_everything_else_cannot_be_changed_by_sending_them() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let before = jan.get("/api/users/me").await.body;
    let mut body = filled_in();
    for (field, value) in [
        ("firstName", json!("Piet")),
        ("first_name", json!("Piet")),
        ("prefix", json!("van")),
        ("lastName", json!("Anders")),
        ("email", json!("eva@test.example")),
        ("id", json!("00000000-0000-4000-8000-000000000000")),
        ("password_hash", json!("x")),
        ("profile_complete", json!(false)),
        ("subscriptions", json!([{"max": 999}])),
        ("disabled_at", json!("2026-01-01")),
    ] {
        body[field] = value;
    }
    assert_eq!(jan.post(PATH, &body).await.status, 200);
    assert_eq!(jan.get("/api/users/me").await.body, before);
    assert_eq!(jan.get(PATH).await.body["data"]["firstName"], "Jan");
}

#[tokio::test]
async fn every_wrong_field_is_reported_and_nothing_is_saved() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let before = jan.get(PATH).await.body;
    let wrong = json!({
        "initials": "x".repeat(101), "street": "a\nb", "housenumber": "1\u{0}", "postcode": "1234 SS",
        "city": "Ergens", "gsn": "NL123", "telephone": "bel mij", "gender": "X", "birthdate": "2026-11-20",
        "handicap": 54.01,
    });
    let answer = jan.post(PATH, &wrong).await;
    assert_eq!((answer.status, &answer.body["success"]), (422, &false.into()));
    let errors = answer.body["errors"].as_object().expect("errors per field");
    let named: Vec<_> = errors.keys().map(String::as_str).collect();
    assert_eq!(
        named,
        [
            "birthdate",
            "gender",
            "gsn",
            "handicap",
            "housenumber",
            "initials",
            "postcode",
            "street",
            "telephone"
        ]
    );
    assert_eq!(jan.get(PATH).await.body, before, "not even the city, which was right");
    for (field, value) in [
        ("street", json!(7)),
        ("is_club_member", json!("ja")),
        ("handicap", json!([])),
        ("handicap", json!(1.234)),
        ("handicap", json!("veel")),
    ] {
        let answer = jan.post(PATH, &json!({field: value})).await;
        assert_eq!(answer.status, 422, "{field}: {}", answer.body);
        assert!(answer.body["errors"][field].is_string(), "{field}: {}", answer.body);
    }
}

#[tokio::test]
async fn an_emptied_field_is_saved_and_blocks_booking_until_it_is_filled_again() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    for field in ["initials", "street", "housenumber", "postcode", "city", "telephone", "gender", "birthdate"]
    {
        jan.post(PATH, &filled_in()).await;
        assert_eq!(jan.get("/api/users/me").await.body["isProfileComplete"], true);
        let empty = if field == "street" { json!(null) } else { json!("") };
        assert_eq!(jan.post(PATH, &json!({field: empty})).await.status, 200, "{field}");
        assert_eq!(jan.get("/api/users/me").await.body["isProfileComplete"], false, "{field}");
    }
    assert_eq!(jan.post("/api/reservations", &round("2026-11-28", &["jan"])).await.status, 409);
    jan.post(PATH, &filled_in()).await;
    assert_eq!(jan.post("/api/reservations", &round("2026-11-28", &["jan"])).await.status, 200);
    for field in ["gsn", "golfassociation", "handicap"] {
        jan.post(PATH, &json!({field: null})).await;
    }
    assert_eq!(jan.get("/api/users/me").await.body["isProfileComplete"], true, "those are not needed");
}
