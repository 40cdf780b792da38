//! The editors' content: news, pages, questions, and the general terms as a document.

use serde_json::json;

use crate::support::{Answer, Portal};

#[tokio::test]
async fn news_is_listed_newest_first_and_not_before_its_day() {
    let portal = Portal::start().await;
    let news = portal.login("jan").await.get("/api/news").await;
    let titles: Vec<_> = news.data().iter().map(|item| item["title"].clone()).collect();
    assert_eq!(titles, ["Baan dicht", "Gewoon"]);
    assert_eq!(news.data()[0]["post_date"], "2026-11-19");
    portal.clock.advance(chrono::TimeDelta::days(1));
    assert_eq!(portal.login("jan").await.get("/api/news").await.data()[0]["title"], "Morgen pas");
}

#[tokio::test]
async fn a_page_is_found_by_its_slug() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let page = jan.get("/api/content/page/contact-fairway").await;
    assert_eq!(page.body, json!({"success": true, "data": {"title": "Contact", "contents": "<p>Bel</p>"}}));
    for slug in ["nergens", "%00", "contact-fairway%27", "..%2f"] {
        jan.get(&format!("/api/content/page/{slug}")).await.fails(404, "Deze pagina bestaat niet.");
    }
}

#[tokio::test]
async fn the_pages_about_contact_and_privacy_are_for_everybody_and_the_others_for_members() {
    let portal = Portal::start().await;
    sqlx::query("INSERT INTO pages (slug, title, contents) VALUES ('privacy', 'Privacy', '<p>Zo</p>')")
        .execute(&portal.pool)
        .await
        .expect("a page");
    for (slug, contents) in [("contact-fairway", "<p>Bel</p>"), ("privacy", "<p>Zo</p>")] {
        let path = format!("/api/content/page/{slug}");
        let answer = portal.get(&path).await;
        assert_eq!((answer.status, &answer.body["data"]["contents"]), (200, &json!(contents)), "{slug}");
        // A member whose session has ended is who needs them.
        let ended = portal.http.get(portal.url(&path)).bearer_auth("ended").send().await.expect("an answer");
        assert_eq!(ended.status(), 200, "{slug}");
    }
    for slug in ["info", "voorwaarden", "nergens", "Privacy", "privacy%00", "privacy%20"] {
        let answer = portal.get(&format!("/api/content/page/{slug}")).await;
        assert_eq!(answer.status, 401, "{slug}: who is no member does not learn whether it exists");
    }
    sqlx::query("DELETE FROM pages").execute(&portal.pool).await.expect("no pages");
    portal.get("/api/content/page/privacy").await.fails(404, "Deze pagina bestaat niet.");
}

#[tokio::test]
async fn questions_are_in_the_editors_order_and_empty_headings_are_included() {
    let portal = Portal::start().await;
    sqlx::query(
        "WITH made AS (INSERT INTO faq_categories (id, ordinal, name)
             VALUES (gen_random_uuid(), 7, 'Leeg'), (gen_random_uuid(), 3, 'Betalen') RETURNING id, name)
         INSERT INTO faq_questions (category_id, ordinal, question, answer)
         SELECT id, 2, 'Tweede?', 'b' FROM made WHERE name = 'Betalen'
         UNION ALL SELECT id, 1, 'Eerste?', 'a' FROM made WHERE name = 'Betalen'",
    )
    .execute(&portal.pool)
    .await
    .expect("more questions");
    let faq = portal.login("jan").await.get("/api/faq").await;
    assert_eq!(
        faq.body["data"],
        json!([
            {"name": "Reserveren", "questions": [{"question": "Hoe?", "answer": "<p>Zo.</p>"}]},
            {"name": "Betalen", "questions": [{"question": "Eerste?", "answer": "a"}, {"question": "Tweede?", "answer": "b"}]},
            {"name": "Leeg", "questions": []},
        ])
    );
}

#[tokio::test]
async fn html_that_bypassed_the_import_is_sanitised_in_the_response() {
    let portal = Portal::start().await;
    const BAD: &str = "<p onclick=\"x()\">Hoi<script>alert(1)</script></p>";
    for sql in [
        "UPDATE news SET contents = $1",
        "UPDATE pages SET contents = $1",
        "UPDATE faq_questions SET answer = $1",
        "UPDATE clubs SET reservation_instruction = $1",
    ] {
        sqlx::query(sql).bind(BAD).execute(&portal.pool).await.expect("written past the import");
    }
    // The clubs are cached until an import changes their version.
    let raised = "UPDATE reference_version SET version = version + 1";
    sqlx::query(raised).execute(&portal.pool).await.expect("raised");
    let jan = portal.login("jan").await;
    for (path, place) in [
        ("/api/golfclubs/info", "/data/0/reservation_instruction"),
        ("/api/news", "/data/0/contents"),
        ("/api/news/important", "/data/0/contents"),
        ("/api/content/page/info", "/data/contents"),
        ("/api/faq", "/data/0/questions/0/answer"),
    ] {
        let answer = jan.get(path).await;
        assert_eq!(answer.body.pointer(place), Some(&json!("<p>Hoi</p>")), "{path}: {}", answer.body);
    }
}

#[tokio::test]
async fn the_terms_are_a_document_that_follows_their_page() {
    let portal = Portal::start().await;
    let path = "/api/documents/algemene-voorwaarden.pdf";
    let document = async || {
        let response = portal.http.get(portal.url(path)).send().await.expect("an answer");
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "application/pdf");
        let tag = response.headers()["etag"].to_str().expect("text").to_owned();
        (tag, response.bytes().await.expect("a body"))
    };
    let (first, bytes) = document().await;
    assert!(bytes.starts_with(b"%PDF-"));
    let known = portal.http.get(portal.url(path)).header("if-none-match", &first);
    assert_eq!(Answer::to(known).await.status, 304);
    sqlx::query("UPDATE pages SET contents = '<p>Nieuw.</p>' WHERE slug = 'voorwaarden'")
        .execute(&portal.pool)
        .await
        .expect("new terms");
    let (second, _) = document().await;
    assert_ne!(first, second, "an edited page is a new document");
    sqlx::query("DELETE FROM pages").execute(&portal.pool).await.expect("no terms");
    portal.get(path).await.fails(404, "De algemene voorwaarden zijn er nog niet.");
}

#[tokio::test]
async fn shared_content_is_sent_again_only_when_it_changed() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    for path in ["/api/news", "/api/faq", "/api/content/page/info"] {
        let first = jan.get(path).await;
        assert_eq!(first.headers["cache-control"], "private, no-cache", "{path}");
        let tag = first.headers["etag"].to_str().expect("text").to_owned();
        let ask = || portal.http.get(portal.url(path)).bearer_auth(&jan.token).header("if-none-match", &tag);
        assert_eq!(ask().send().await.expect("an answer").status(), 304, "{path}");
        let stranger = portal.http.get(portal.url(path)).header("if-none-match", &tag);
        assert_eq!(stranger.send().await.expect("an answer").status(), 401, "{path}: a tag opens nothing");
        for sql in [
            "UPDATE news SET title = title || '!'",
            "UPDATE pages SET title = title || '!'",
            "UPDATE faq_questions SET question = question || '!'",
        ] {
            sqlx::query(sql).execute(&portal.pool).await.expect(sql);
        }
        let changed = ask().send().await.expect("an answer");
        assert_eq!(changed.status(), 200, "{path}");
        assert_ne!(changed.headers()["etag"].to_str().expect("text"), tag, "{path}");
    }
}
