//! Content in the browser: drafts and times, what an import would refuse, two operators on one form, undo, and the files.

use chrono::TimeDelta;
use fairway_import::import;
use fairway_store::operators::Role;
use serde_json::{Value, json};

use super::Operator;
use crate::importing::changed;
use crate::support::{Answer, Member, Portal, installation};

pub(super) const ADD: &str = "/operator/api/content/add";
const SAVE: &str = "/operator/api/content/save";

pub(super) fn news(title: &str) -> Value {
    json!({"title": title, "contents": "<p>Nieuw</p>", "post_date": "2026-11-20", "important": true})
}

impl Operator<'_> {
    /// The item of a kind with this title.
    pub(super) async fn item(&self, kind: &str, title: &str) -> Value {
        let list = self.get(&format!("/operator/api/content?kind={kind}")).await;
        let items = list.body["items"].as_array().unwrap_or_else(|| panic!("{}", list.body));
        items.iter().find(|item| item["title"] == title).unwrap_or_else(|| panic!("{}", list.body)).clone()
    }

    /// Publishes another row of an item.
    pub(super) async fn publish(&self, item: &Value, row: &Value) -> Answer {
        self.post(SAVE, &saving(item, row, "now")).await
    }

    /// Keeps another row of an item as a draft.
    pub(super) async fn draft(&self, item: &Value, row: &Value) -> Answer {
        self.post(SAVE, &saving(item, row, "draft")).await
    }

    async fn changes(&self, query: &str) -> Vec<Value> {
        let answer = self.get(&format!("/operator/api/content/changes{query}")).await;
        answer.body["changes"].as_array().unwrap_or_else(|| panic!("{}", answer.body)).clone()
    }
}

fn saving(item: &Value, row: &Value, publish: &str) -> Value {
    json!({
        "kind": item["kind"], "key": item["key"], "version": item["version"], "row": row, "publish": publish,
        "reason": "asked by the editors",
    })
}

async fn titles(member: &Member<'_>) -> Vec<String> {
    let news = member.get("/api/news").await;
    news.data().iter().map(|item| item["title"].as_str().expect("a title").to_owned()).collect()
}

/// Waits until the item of a title is in the news, or is not.
async fn until_shown(member: &Member<'_>, title: &str, shown: bool) {
    while titles(member).await.iter().any(|other| other == title) != shown {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_draft_is_not_shown_appears_at_midnight_and_vanishes_again() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let nina = portal.operator("nina", &[Role::Content]).await;
    let mut draft = json!({
        "kind": "news", "row": news("Kerst"), "publish": "draft", "reason": "for the holidays"
    });
    let item = nina.post(ADD, &draft).await;
    assert_eq!((item.status, &item.body["status"]), (200, &json!("draft")), "{}", item.body);
    assert!(!titles(&jan).await.contains(&"Kerst".to_owned()));
    // The clock is at 11:00 in Amsterdam: a day begins at 23:00 UTC in winter.
    draft = saving(&item.body, &item.body["draft"], "at");
    draft["appears_at"] = json!("2026-11-21T00:00");
    draft["vanishes_at"] = json!("2026-11-22T09:30");
    let planned = nina.post(SAVE, &draft).await;
    assert_eq!(planned.status, 200, "{}", planned.body);
    assert_eq!(planned.body["status"], "scheduled");
    assert_eq!(planned.body["appears_at"], "2026-11-21T00:00:00+01:00");

    portal.clock.advance(TimeDelta::hours(13) - TimeDelta::seconds(1));
    assert_eq!(due(&portal).await, 0, "a second before midnight");
    assert!(!titles(&jan).await.contains(&"Kerst".to_owned()));
    portal.clock.advance(TimeDelta::seconds(1));
    // The portal's own task does it, without a restart.
    until_shown(&portal.login("jan").await, "Kerst", true).await;
    let nina = portal.operator_of(&portal.operator_login("nina", None).await);
    assert_eq!(nina.item("news", "Kerst").await["status"], "published");
    portal.clock.advance(TimeDelta::hours(33) + TimeDelta::minutes(30));
    until_shown(&portal.login("jan").await, "Kerst", false).await;
    let nina = portal.operator_of(&portal.operator_login("nina", None).await);
    let gone = nina.item("news", "Kerst").await;
    assert_eq!((&gone["status"], &gone["published"]), (&json!("vanished"), &Value::Null));
    assert_eq!(gone["draft"]["title"], "Kerst", "its text is kept");
    let key = gone["key"].as_str().expect("a key");
    let actions: Vec<Value> = nina
        .changes(&format!("?kind=news&key={key}"))
        .await
        .iter()
        .map(|change| change["action"].clone())
        .collect();
    assert_eq!(actions, ["vanish", "appear", "schedule", "draft"]);
}

/// Publishes what is due, as any node does that looks; returns how many times came.
async fn due(portal: &Portal) -> usize {
    let app = &portal.node.app;
    fairway_content::due::publish(&portal.pool, &app.common.reads, portal.clock.now())
        .await
        .expect("published")
}

#[tokio::test]
async fn what_was_due_while_nobody_ran_is_done_in_order_and_once_by_many() {
    let portal = Portal::start().await;
    let nina = portal.operator("nina", &[Role::Content]).await;
    let settings = nina.item("settings", "The portal's settings").await;
    let mut row = settings["published"].clone();
    row["free_voucher_max_per_year"] = json!(9);
    let mut plan = saving(&settings, &row, "at");
    plan["appears_at"] = json!("2027-01-01T00:00");
    assert_eq!(nina.post(SAVE, &plan).await.status, 200);
    let without = nina.post(SAVE, &saving(&settings, &row, "at")).await;
    assert_eq!(without.body["errors"]["appears_at"], "Choose a day and a time.");
    let before = changes_in(&portal).await;
    portal.clock.advance(TimeDelta::days(60));
    let (app, now) = (portal.node.app.clone(), portal.clock.now());
    let publish = || fairway_content::due::publish(&portal.pool, &app.common.reads, now);
    let (first, second, third) = tokio::join!(publish(), publish(), publish());
    for outcome in [first, second, third] {
        outcome.expect("published");
    }
    let stored: i32 = sqlx::query_scalar("SELECT free_voucher_max_per_year FROM settings")
        .fetch_one(&portal.pool)
        .await
        .expect("it");
    assert_eq!((stored, changes_in(&portal).await), (9, before + 1));
}

#[tokio::test]
async fn a_closure_of_a_day_that_was_booked_meanwhile_stays_a_draft_and_says_why() {
    let portal = Portal::start().await;
    let nina = portal.operator("nina", &[Role::Content]).await;
    let club = nina.item("club", "De Es").await;
    let mut row = club["published"].clone();
    row["closures"] = json!([{"date": "2026-11-28", "reason": "Onderhoud"}]);
    let mut plan = saving(&club, &row, "at");
    plan["appears_at"] = json!("2026-11-20T11:20");
    assert_eq!(nina.post(SAVE, &plan).await.status, 200);
    // An import of another kind, and one of the club itself, leave the plan as it is.
    let files = changed("clubs.json", |clubs| clubs[0]["city"] = json!("Odoorn"));
    import(&portal.pool, &portal.clock, &installation(), files.path()).await.expect("an import");
    portal.login("jan").await.book("2026-11-28", &["jan", "eva"]).await;
    portal.caught_up().await;
    portal.clock.advance(TimeDelta::minutes(20));
    let waiting = loop {
        let item = nina.item("club", "De Es").await;
        if item["appears_at"].is_null() {
            break item;
        }
        tokio::task::yield_now().await;
    };
    assert_eq!(
        (&waiting["draft"]["closures"], &waiting["changed_by"]),
        (&row["closures"], &json!("schedule"))
    );
    assert_eq!(
        (&waiting["published"]["closures"], &waiting["published"]["city"]),
        (&json!([]), &json!("Odoorn"))
    );
    let change = nina.changes("?kind=club&key=de-es").await.remove(0);
    assert_eq!(change["action"], "refuse");
    let reason = change["reason"].as_str().expect("a reason");
    assert!(reason.contains("Sat 28 Nov 2026 (2 booked)"), "{reason}");
}

pub(super) async fn changes_in(portal: &Portal) -> i64 {
    sqlx::query_scalar("SELECT count(*) FROM content_changes").fetch_one(&portal.pool).await.expect("a count")
}

#[tokio::test]
async fn a_form_is_refused_what_an_import_would_refuse() {
    let portal = Portal::start().await;
    let nina = portal.operator("nina", &[Role::Content]).await;
    let mut wrong = json!({
        "kind": "news", "row": news("Baan dicht"), "publish": "now", "reason": "x"
    });
    assert_eq!(nina.post(ADD, &wrong).await.body["errors"]["title"], "Another item has this already.");
    wrong["row"] = json!({"title": "", "post_date": "soon", "important": 1, "colour": "red"});
    let refused = nina.post(ADD, &wrong).await;
    assert_eq!(refused.status, 422);
    let fields: Vec<&String> = refused.body["errors"].as_object().expect("errors").keys().collect();
    assert_eq!(fields, ["colour", "contents", "important", "post_date", "title"], "{}", refused.body);
    wrong["row"] = news("Los");
    wrong["reason"] = json!(" ");
    assert!(nina.post(ADD, &wrong).await.body["errors"]["reason"].is_string());
    wrong["reason"] = json!("x");
    wrong["publish"] = json!("at");
    for (time, sentence) in [
        ("2026-11-20T10:00", "This time has passed."),
        ("2027-03-28T02:30", "This time does not exist: the clocks go forward in that night."),
    ] {
        wrong["appears_at"] = json!(time);
        assert_eq!(nina.post(ADD, &wrong).await.body["errors"]["appears_at"], sentence);
    }
    wrong["appears_at"] = json!("2026-12-01T10:00");
    wrong["vanishes_at"] = json!("2026-12-01T10:00");
    let refused = nina.post(ADD, &wrong).await;
    assert_eq!(
        refused.body["errors"]["vanishes_at"],
        "This must be later than the time at which it appears."
    );

    let club = nina.item("club", "De Es").await;
    let mut row = club["published"].clone();
    row["id"] = json!("de-nieuwe-es");
    assert!(nina.publish(&club, &row).await.body["errors"]["id"].is_string());
    let change = |item: &Value| json!({"kind": item["kind"], "key": item["key"], "version": item["version"], "reason": "x"});
    let removed = nina.post("/operator/api/content/remove", &change(&club)).await;
    removed.fails(409, "A club is never removed: rounds name it. Close it on its days instead.");
    let terms = nina.item("page", "Algemene voorwaarden").await;
    assert_eq!(nina.post("/operator/api/content/remove", &change(&terms)).await.status, 409);
    assert_eq!(portal.login("jan").await.get("/api/golfclubs/info").await.data().len(), 4);
}

#[tokio::test]
async fn what_is_saved_is_what_members_read_and_is_sanitised_like_the_preview() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let nina = portal.operator("nina", &[Role::Content]).await;
    const BAD: &str = "<p onclick=\"x()\">Hoi<script>alert(1)</script></p>";
    let preview = nina.post("/operator/api/content/preview", &json!({"html": BAD})).await;
    assert_eq!(preview.body["html"], "<p>Hoi</p>");
    let removed = json!([
        {"element": "p", "attribute": "onclick", "count": 1},
        {"element": "script", "attribute": null, "count": 1},
    ]);
    assert_eq!(preview.body["removed"], removed);
    let allowed = preview.body["allowed"].as_array().unwrap();
    assert!(allowed.contains(&json!("table")) && !allowed.contains(&json!("img")));
    let page = nina.item("page", "Contact").await;
    let mut row = page["published"].clone();
    row["contents"] = json!(BAD);
    assert_eq!(nina.publish(&page, &row).await.body["published"]["contents"], "<p>Hoi</p>");
    assert_eq!(jan.get("/api/content/page/contact-fairway").await.body["data"]["contents"], "<p>Hoi</p>");
    let club = nina.item("club", "De Es").await;
    let mut row = club["published"].clone();
    (row["city"], row["lat"]) = (json!("Odoorn"), json!(52.85));
    row["closures"] = json!([{"date": "2026-12-25", "reason": "Kerst"}]);
    assert_eq!(nina.publish(&club, &row).await.status, 200);
    let shown = jan.get("/api/golfclubs/de-es").await.body["data"].clone();
    assert_eq!(
        (&shown["city"], &shown["lat"], &shown["closures"]),
        (&json!("Odoorn"), &json!(52.85), &row["closures"])
    );
    let offer = nina.item("offer", "Compleet").await;
    let mut row = offer["published"].clone();
    row["amount_cents"] = json!(100);
    assert_eq!(nina.publish(&offer, &row).await.status, 200);
    let faq = json!({"name": "Betalen", "questions": [{"question": "Hoe?", "answer": "<b>Zo</b>"}]});
    let added =
        nina.post(ADD, &json!({"kind": "faq", "row": faq, "publish": "now", "reason": "asked"})).await;
    assert_eq!(added.status, 200, "{}", added.body);
    let headings = jan.get("/api/faq").await;
    assert_eq!(headings.data().last(), Some(&faq), "a new heading is the last one");
    let keys = |list: &Value| {
        let items = list["items"].as_array().expect("items").clone();
        items.into_iter().map(|item| item["key"].clone()).rev().collect::<Vec<_>>()
    };
    let turned = keys(&nina.get("/operator/api/content?kind=faq").await.body);
    let mut order = json!({"kind": "faq", "keys": turned, "reason": "money first"});
    assert_eq!(nina.post("/operator/api/content/order", &order).await.status, 200);
    assert_eq!(jan.get("/api/faq").await.data()[0], faq);
    order["keys"] = json!([turned[0]]);
    nina.post("/operator/api/content/order", &order)
        .await
        .fails(409, "The list was changed meanwhile. Load it again.");
    let acts = portal.operator("ada", &[Role::Auditor]).await.get("/operator/api/actions").await;
    let acts = acts.body["actions"].as_array().expect("acts");
    let recorded = acts.iter().find(|act| act["subject"] == "faq: Betalen").expect("the act");
    assert_eq!(
        (&recorded["operator"], &recorded["action"], &recorded["reason"]),
        (&json!("nina"), &json!("publish content"), &json!("asked"))
    );
    let count = acts.iter().filter(|act| act["action"] != "log in").count();
    assert_eq!(count, 5, "each with its reason, and the preview is none: {acts:?}");
}

#[tokio::test]
async fn a_heading_of_the_first_level_is_saved_as_one_of_the_second() {
    let portal = Portal::start().await;
    let nina = portal.operator("nina", &[Role::Content]).await;
    let mut row = news("Vorst op komst");
    row["contents"] = json!("<h1>Vorst</h1>");
    let adding = json!({ "kind": "news", "row": row, "publish": "draft", "reason": "frost" });
    let added = nina.post(ADD, &adding).await;
    assert_eq!(added.body["draft"]["contents"], "<h2>Vorst</h2>", "{}", added.body);
}

#[tokio::test]
async fn days_with_more_rounds_than_allowed_are_refused() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    jan.book("2026-11-28", &["jan", "eva"]).await;
    portal.caught_up().await;
    let nina = portal.operator("nina", &[Role::Content]).await;
    let club = nina.item("club", "De Es").await;
    for (field, value) in [
        ("closures", json!([{"date": "2026-11-28", "reason": "Onderhoud"}])),
        ("closed_weekdays", json!(["saturday"])),
        ("daily_capacity", json!(1)),
    ] {
        let mut row = club["published"].clone();
        row[field] = value;
        let refused = nina.publish(&club, &row).await;
        assert_eq!(refused.status, 409, "{field}: {}", refused.body);
        assert!(refused.error().contains("Sat 28 Nov 2026 (2 booked)"), "{field}: {}", refused.error());
        assert!(refused.error().contains("Close a day"));
        assert_eq!(refused.body["current"], json!({"booked_days": ["2026-11-28"]}), "the screen leads there");
        assert_eq!(nina.item("club", "De Es").await, club, "nothing was changed");
    }
    let mut row = club["published"].clone();
    row["daily_capacity"] = json!(2);
    row["closed_weekdays"] = json!(["monday"]);
    let saved = nina.publish(&club, &row).await;
    assert_eq!(saved.status, 200, "{}", saved.body);
}

#[tokio::test]
async fn the_second_of_two_operators_sees_the_first_ones_change_and_chooses() {
    let portal = Portal::start().await;
    let (nina, tim) =
        (portal.operator("nina", &[Role::Content]).await, portal.operator("tim", &[Role::Admin]).await);
    let seen = nina.item("page", "Info").await;
    let mut ninas = seen["published"].clone();
    ninas["contents"] = json!("<p>Nina</p>");
    let mut tims = seen["published"].clone();
    tims["contents"] = json!("<p>Tim</p>");
    assert_eq!(nina.publish(&seen, &ninas).await.status, 200);
    let refused = tim.publish(&seen, &tims).await;
    refused.fails(409, "nina changed this meanwhile. Compare, and choose.");
    let current = &refused.body["current"];
    assert_eq!((&current["published"], &current["changed_by"]), (&ninas, &json!("nina")));
    let jan = portal.login("jan").await;
    assert_eq!(jan.get("/api/content/page/info").await.body["data"]["contents"], "<p>Nina</p>");
    assert_eq!(tim.publish(current, &tims).await.status, 200, "having seen it, Tim keeps his own");
    assert_eq!(jan.get("/api/content/page/info").await.body["data"]["contents"], "<p>Tim</p>");
    // Two at the same moment: one of them is told.
    let seen = nina.item("page", "Info").await;
    let (one, other) = tokio::join!(nina.publish(&seen, &ninas), tim.publish(&seen, &seen["published"]));
    assert!([200, 409].contains(&one.status) && other.status != 422, "{} {}", one.status, other.status);
    // An import in between is a change too.
    let seen = nina.item("page", "Info").await;
    let files = changed("pages.json", |pages| pages[0]["contents"] = json!("<p>Import</p>"));
    import(&portal.pool, &portal.clock, &installation(), files.path()).await.expect("an import");
    nina.publish(&seen, &ninas).await.fails(409, "import changed this meanwhile. Compare, and choose.");
}

#[tokio::test]
async fn a_change_is_undone_by_another_one_and_only_by_who_saw_the_latest() {
    let portal = Portal::start().await;
    let nina = portal.operator("nina", &[Role::Content]).await;
    let first = nina.item("news", "Gewoon").await;
    let mut row = first["published"].clone();
    row["title"] = json!("Bijzonder");
    let renamed = nina.publish(&first, &row).await.body;
    assert_eq!(renamed["key"], first["key"], "the item is the same one");
    row["contents"] = json!("y");
    let second = nina.publish(&renamed, &row).await.body;
    let key = first["key"].as_str().expect("a key");
    let changes = nina.changes(&format!("?kind=news&key={key}")).await;
    assert_eq!(changes[1]["before"]["published"], first["published"]);
    assert_eq!(changes[1]["after"]["published"]["title"], "Bijzonder");
    assert_eq!(
        (&changes[1]["operator"], &changes[1]["reason"]),
        (&json!("nina"), &json!("asked by the editors"))
    );
    let undo =
        |version: &Value| json!({"change": changes[1]["id"], "version": version, "reason": "it was wrong"});
    assert_eq!(nina.post("/operator/api/content/undo", &undo(&renamed["version"])).await.status, 409);
    let undone = nina.post("/operator/api/content/undo", &undo(&second["version"])).await;
    assert_eq!(undone.body["published"], first["published"], "{}", undone.body);
    assert_eq!(nina.changes(&format!("?kind=news&key={key}")).await[0]["action"], "undo");
    // Removing is undone in the same way.
    let change = json!({"kind": "news", "key": key, "version": undone.body["version"], "reason": "x"});
    assert_eq!(nina.post("/operator/api/content/remove", &change).await.status, 200);
    let jan = portal.login("jan").await;
    assert!(!titles(&jan).await.contains(&"Gewoon".to_owned()));
    let removal = nina.changes(&format!("?kind=news&key={key}")).await.remove(0);
    let undo = json!({"change": removal["id"], "version": removal["version"], "reason": "x"});
    assert_eq!(nina.post("/operator/api/content/undo", &undo).await.status, 200);
    assert!(titles(&jan).await.contains(&"Gewoon".to_owned()));
}
