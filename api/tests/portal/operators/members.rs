//! Operators' acts for members at the screens, as the member and the record show them.

use chrono::TimeDelta;
use fairway_store::operators::Role;
use serde_json::{Value, json};
use uuid::Uuid;

use super::Operator;
use crate::support::{Portal, email};

impl Portal {
    /// Operators' acts, without views and log-ins, in alphabetical order: the clock of a test stands still.
    async fn acts(&self) -> Vec<String> {
        let sql =
            "SELECT action FROM operator_actions WHERE action NOT IN ('view', 'log in') ORDER BY action";
        sqlx::query_scalar(sql).fetch_all(&self.pool).await.expect("acts")
    }
}

async fn account(anke: &Operator<'_>, member: Uuid) -> Value {
    let answer = anke.get(&format!("/operator/api/members/{member}")).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.body
}

/// Cancels a round on its play date, so that the right is forfeited. Returns booking and place.
async fn forfeit(portal: &Portal, name: &str) -> (Uuid, Uuid) {
    let member = portal.login(name).await;
    let place = member.book("2026-11-20", &[name]).await;
    assert_eq!(member.post(&format!("/api/reservations/{place}/cancel"), &Value::Null).await.status, 200);
    let place: Uuid = place.parse().expect("an id");
    let sql = "SELECT booking_id FROM reservations_places WHERE place_id = $1";
    (sqlx::query_scalar(sql).bind(place).fetch_one(&portal.pool).await.expect("a booking"), place)
}

#[tokio::test]
async fn a_forfeited_right_is_given_back_and_the_member_reads_why() {
    let portal = Portal::start().await;
    let (booking, place) = forfeit(&portal, "jan").await;
    let (jan, id) = (portal.login("jan").await, portal.member_id("jan").await);
    let used = async || {
        let passes = jan.get("/api/users/me/subscriptions").await.body;
        passes.to_string()
    };
    let before = used().await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let seen = account(&anke, id).await;
    assert_eq!(seen["forfeited"][0]["place_id"], json!(place), "{seen}");
    let path = format!("/operator/api/members/{id}/forfeitures/return");
    let body = json!({"reason": "the club was flooded", "booking_id": booking, "place_id": place});
    let done = anke.post(&path, &body).await;
    assert_eq!(done.status, 200, "{}", done.body);
    assert_eq!(account(&anke, id).await["forfeited"], json!([]));
    assert_ne!(used().await, before, "the pass has a right more");

    let pass = account(&anke, id).await["passes"][0]["id"].as_str().expect("a pass").to_owned();
    let ledger = jan.get(&format!("/api/users/me/subscriptions/{pass}/ledger")).await;
    let lines: Vec<(&Value, &Value)> =
        ledger.data().iter().map(|line| (&line["kind"], &line["explanation"])).collect();
    let explained = json!("De klantenservice heeft dit vervallen speelrecht teruggegeven.");
    assert_eq!(lines[0], (&json!("teruggegeven"), &explained), "{}", ledger.body);
    assert_eq!(lines[1], (&json!("vervallen"), &Value::Null));
    let history = jan.get("/api/reservations/history").await;
    assert_eq!(history.data()[0]["playright_expired"], false, "{}", history.body);

    assert_eq!(anke.post(&path, &body).await.status, 200, "a repetition changes nothing");
    let count: i64 =
        sqlx::query_scalar("SELECT count(*) FROM events WHERE event_type = 'ForfeitedRightReturned'")
            .fetch_one(&portal.pool)
            .await
            .expect("a count");
    assert_eq!(count, 1);
    let of_account: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM events JOIN operators ON operators.id::text = metadata ->> 'operator_id'
         WHERE event_type = 'ForfeitedRightReturned' AND operators.name = 'anke'",
    )
    .fetch_one(&portal.pool)
    .await
    .expect("a count");
    assert_eq!(of_account, 1, "the journal has the operator's account beside the name");
    let (actor, reason): (String, String) = sqlx::query_as(
        "SELECT actor, metadata ->> 'reason' FROM events WHERE event_type = 'ForfeitedRightReturned'",
    )
    .fetch_one(&portal.pool)
    .await
    .expect("the event");
    assert_eq!((actor, reason), (format!("operator:anke:{id}"), "the club was flooded".to_owned()));
    assert_eq!(portal.acts().await, ["give right back", "give right back"]);
}

#[tokio::test]
async fn what_was_not_forfeited_or_is_anothers_is_not_given_back() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let place: Uuid = jan.book("2026-11-28", &["jan"]).await.parse().expect("an id");
    portal.caught_up().await;
    let booking: Uuid = sqlx::query_scalar("SELECT booking_id FROM reservations_places WHERE place_id = $1")
        .bind(place)
        .fetch_one(&portal.pool)
        .await
        .expect("a booking");
    let anke = portal.operator("anke", &[Role::Support]).await;
    let body = json!({"reason": "asked for it", "booking_id": booking, "place_id": place});
    let (own, other) = (portal.member_id("jan").await, portal.member_id("eva").await);
    let active = anke.post(&format!("/operator/api/members/{own}/forfeitures/return"), &body).await;
    active.fails(409, "The right of this place was not forfeited.");
    let of_another = anke.post(&format!("/operator/api/members/{other}/forfeitures/return"), &body).await;
    assert_eq!(of_another.body["errors"]["place_id"], "This place is not the member's.");
    assert_eq!(portal.acts().await, ["give right back", "refused"]);
}

#[tokio::test]
async fn vouchers_and_passes_are_granted_once_per_request() {
    let portal = Portal::start().await;
    let id = portal.member_id("jan").await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let before = account(&anke, id).await;
    let request = Uuid::from_u128(7);
    let body = json!({
        "reason": "rained out", "holes": 18, "title": "Excuses voor de regen", "expires": "2026-12-31",
        "count": 2, "request": request,
    });
    let path = format!("/operator/api/members/{id}/vouchers");
    let first = anke.post(&path, &body).await;
    assert_eq!(first.status, 200, "{}", first.body);
    assert_eq!(anke.post(&path, &body).await.body, first.body, "a repetition grants nothing more");
    let count = |view: &Value, list: &str| view[list].as_array().expect("a list").len();
    let after = account(&anke, id).await;
    assert_eq!(count(&after, "vouchers"), count(&before, "vouchers") + 2);

    let pass = json!({
        "reason": "lost in the move", "name": "Heel het jaar", "startdate": "2027-01-01",
        "enddate": "2027-12-31", "max": 24, "per_month": 4, "max_holes": 18, "amount_cents": 0,
        "request": request,
    });
    let path = format!("/operator/api/members/{id}/passes");
    assert_eq!(anke.post(&path, &pass).await.status, 200);
    assert_eq!(anke.post(&path, &pass).await.status, 200);
    assert_eq!(count(&account(&anke, id).await, "passes"), count(&before, "passes") + 1);

    let wrong = json!({
        "reason": "x", "name": " ", "startdate": "2027-01-01", "enddate": "2026-12-31", "max": 0,
        "per_month": 32, "max_holes": 12, "amount_cents": -1, "request": request,
    });
    let refused = anke.post(&path, &wrong).await;
    assert_eq!(refused.status, 422, "{}", refused.body);
    let fields: Vec<&String> = refused.body["errors"].as_object().expect("fields").keys().collect();
    assert_eq!(fields, ["amount_cents", "enddate", "max", "max_holes", "name", "per_month"]);
}

#[tokio::test]
async fn places_are_cancelled_in_the_players_names_with_the_outcome_that_was_chosen() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    for (rights, expired) in [("return", false), ("by_rule", true), ("forfeit", true)] {
        let place = jan.book("2026-11-20", &["jan", "eva"]).await;
        let hers = jan.place_of(&place, "eva").await;
        portal.caught_up().await;
        let booking: Uuid =
            sqlx::query_scalar("SELECT booking_id FROM reservations_places WHERE place_id = $1")
                .bind(place.parse::<Uuid>().expect("an id"))
                .fetch_one(&portal.pool)
                .await
                .expect("a booking");
        let path = format!("/operator/api/bookings/{booking}/cancel");
        let body = json!({"reason": "called us", "places": [hers], "rights": rights});
        let done = anke.post(&path, &body).await;
        assert_eq!((done.status, &done.body["cancelled"]), (200, &json!(1)), "{}", done.body);
        assert_eq!(anke.post(&path, &body).await.body["cancelled"], 0, "a repetition changes nothing");
        let is_expired: bool =
            sqlx::query_scalar("SELECT playright_expired FROM reservations_places WHERE place_id = $1")
                .bind(hers.parse::<Uuid>().expect("an id"))
                .fetch_one(&portal.pool)
                .await
                .expect("a place");
        assert_eq!(is_expired, expired, "{rights}");
        let rest = json!({"reason": "called us", "places": [place], "rights": "return"});
        assert_eq!(anke.post(&path, &rest).await.status, 200);
    }
    let body = json!({"reason": "x", "places": [Uuid::nil()], "rights": "return"});
    let path = format!("/operator/api/bookings/{}/cancel", Uuid::nil());
    assert_eq!(anke.post(&path, &body).await.status, 404);
}

#[tokio::test]
async fn an_account_is_disabled_enabled_logged_out_and_opened_by_an_operator() {
    let portal = Portal::start().await;
    let (jan, id) = (portal.login("jan").await, portal.member_id("jan").await);
    jan.book("2026-11-28", &["jan"]).await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let post =
        async |act: &str, body: Value| anke.post(&format!("/operator/api/members/{id}/{act}"), &body).await;

    let link = post("impersonate", json!({"reason": "cannot find his round"})).await;
    let link = link.body["link"].as_str().expect("a link").to_owned();
    assert!(link.contains("/auth/impersonate?id="), "{link}");

    let sessions = account(&anke, id).await["sessions"].clone();
    assert_eq!(sessions.as_array().map(Vec::len), Some(1));
    let session = sessions[0]["id"].clone();
    assert_eq!(
        post("sessions/end", json!({"reason": "lost phone", "session": session})).await.body["ended"],
        1
    );
    assert_eq!(jan.get("/api/users/me").await.status, 401);

    let disabled = post("disable", json!({"reason": "chargeback", "cancel_upcoming": true})).await;
    assert_eq!((disabled.status, &disabled.body["rounds"]), (200, &json!(1)), "{}", disabled.body);
    assert_eq!(account(&anke, id).await["rounds"], json!([]), "they were cancelled");
    let again = post("disable", json!({"reason": "chargeback", "cancel_upcoming": true})).await;
    again.fails(409, "This account is disabled already.");
    let refused = post("impersonate", json!({"reason": "x"})).await;
    refused.fails(409, "This account is disabled: nobody can log in to it.");
    assert_eq!(post("enable", json!({"reason": "paid after all"})).await.status, 200);
    post("enable", json!({"reason": "x"})).await.fails(409, "This account is not disabled.");
    assert_eq!(portal.acts().await, ["disable", "enable", "end sessions"]);
    let arie = portal.operator("arie", &[Role::Auditor]).await;
    let listed = arie.get("/operator/api/actions?subject=impersonate").await.body["actions"].clone();
    let links: Vec<_> =
        listed.as_array().into_iter().flatten().map(|act| (&act["subject"], &act["reason"])).collect();
    assert_eq!(
        links,
        [(&json!("link, not used"), &json!("cannot find his round"))],
        "once, and no refused one"
    );
}

#[tokio::test]
async fn a_member_is_erased_after_a_rehearsal_and_by_their_address_alone() {
    let (portal, _data) = Portal::recording().await;
    let (jan, id) = (portal.login("jan").await, portal.member_id("jan").await);
    jan.book("2026-11-28", &["jan"]).await;
    let admin = portal.operator("anke", &[Role::Admin]).await;
    let path = format!("/operator/api/members/{id}/erase");
    let body = |cancel: bool, rehearse: bool, confirm: &str| json!({"reason": "asked for it", "cancel_upcoming": cancel, "rehearse": rehearse, "confirm": confirm});
    let rehearsal = admin.post(&path, &body(false, true, "")).await;
    assert_eq!(rehearsal.status, 200, "{}", rehearsal.body);
    assert_eq!(
        (&rehearsal.body["rehearsed"], &rehearsal.body["rounds"][0]["club"]),
        (&json!(true), &json!("de-es"))
    );
    let still = "The member still has 1 round to play: cancel these first, or choose to cancel them.";
    assert_eq!(rehearsal.body["refused"], still, "the erasure would be refused as it was asked for");
    let with_rounds = admin.post(&path, &body(true, true, "")).await;
    assert_eq!((with_rounds.status, &with_rounds.body["refused"]), (200, &json!("")), "{}", with_rounds.body);
    assert_eq!(jan.get("/api/users/me").await.status, 200, "nothing was changed");
    let other = admin.post(&path, &body(true, false, &email("eva"))).await;
    assert!(other.body["errors"]["confirm"].is_string(), "{}", other.body);
    let upcoming = admin.post(&path, &body(false, false, &email("jan"))).await;
    upcoming.fails(409, still);
    let named =
        json!({"reason": format!("{} asked", email("jan")), "cancel_upcoming": true, "rehearse": true});
    assert!(
        admin.post(&path, &named).await.body["errors"]["reason"].is_string(),
        "it would be kept for good"
    );

    let erased = admin.post(&path, &body(true, false, &email("jan"))).await;
    assert_eq!((erased.status, &erased.body["rehearsed"]), (200, &json!(false)), "{}", erased.body);
    assert_eq!(jan.get("/api/users/me").await.status, 401);
    let gone = admin.get(&format!("/operator/api/members/{id}")).await;
    assert!(gone.status == 404 && gone.error().starts_with("This member was erased on"), "{}", gone.body);
    let nobody = admin.get(&format!("/operator/api/members/{}", Uuid::nil())).await;
    assert!(nobody.status == 404 && nobody.error().starts_with("Nothing is known under"), "{}", nobody.body);
}

#[tokio::test]
async fn an_erasure_that_fails_after_the_member_is_gone_is_not_recorded_as_refused() {
    let (portal, _data) = Portal::recording().await;
    let id = portal.member_id("jan").await;
    let admin = portal.operator("bas", &[Role::Admin]).await;
    // The erasure reads the clubs once more after the removal.
    for sql in [
        "CREATE FUNCTION hide_clubs() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN ALTER TABLE clubs RENAME TO hidden_clubs; RETURN NULL; END $$",
        "CREATE TRIGGER hide_clubs AFTER DELETE ON members FOR EACH STATEMENT EXECUTE FUNCTION hide_clubs()",
    ] {
        sqlx::query(sql).execute(&portal.pool).await.expect(sql);
    }
    let body =
        json!({"reason": "melding 12", "rehearse": false, "cancel_upcoming": true, "confirm": email("jan")});
    let failed = admin.post(&format!("/operator/api/members/{id}/erase"), &body).await;
    assert!(failed.status >= 500, "{}", failed.body);
    let left: i64 = sqlx::query_scalar("SELECT count(*) FROM members WHERE id = $1")
        .bind(id)
        .fetch_one(&portal.pool)
        .await
        .expect("a count");
    assert_eq!((left, portal.acts().await), (0, vec!["erase".to_owned()]));
}

#[tokio::test]
async fn looking_at_an_account_is_recorded() {
    let portal = Portal::start().await;
    let id = portal.member_id("jan").await;
    let anke = portal.operator("anke", &[Role::Auditor]).await;
    account(&anke, id).await;
    portal.clock.advance(TimeDelta::minutes(20));
    account(&anke, id).await;
    let views = async || -> i64 {
        sqlx::query_scalar(
            "SELECT count(*) FROM operator_actions WHERE action = 'view' AND member_id = $1 AND operator = 'anke'",
        )
        .bind(id)
        .fetch_one(&portal.pool)
        .await
        .expect("views")
    };
    assert_eq!(views().await, 1, "once in a session");
    let later = portal.operator_of(&portal.operator_login("anke", None).await);
    account(&later, id).await;
    assert_eq!(views().await, 2, "another session");
}
