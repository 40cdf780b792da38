//! The features for operators and proxies: health, headers, request ids, the web app beside the API.

use serde_json::json;

use crate::support::{Answer, NOW, Portal};

#[tokio::test]
async fn health_covers_the_process_and_readiness_its_dependencies() {
    let portal = Portal::start().await;
    assert_eq!(portal.get("/healthz").await.body["status"], "ok");
    let ready = portal.get("/readyz").await;
    assert_eq!(ready.status, 200, "{}", ready.body);
    assert_eq!(ready.body["ready"], true);
    assert!(ready.body["projections"].as_array().is_some_and(|list| list.len() >= 5), "{}", ready.body);

    let stop = async |name: &str| {
        sqlx::query("UPDATE projections SET state = 'stopped', last_error = 'x' WHERE name = $1")
            .bind(name)
            .execute(&portal.pool)
            .await
            .expect("a stopped projection");
    };
    stop("mail").await;
    let unseen = portal.get("/readyz").await;
    assert_eq!(unseen.status, 200, "members see nothing of it: {}", unseen.body);
    let mail =
        unseen.body["projections"].as_array().and_then(|list| list.iter().find(|one| one["name"] == "mail"));
    assert_eq!(mail.expect("the mail")["state"], "stopped", "operators do");
    stop("vouchers").await;
    let stopped = portal.get("/readyz").await;
    // Every node shows the same read models: if this made a node unready, no node would be left.
    assert_eq!((stopped.status, &stopped.body["ready"]), (200, &true.into()), "{}", stopped.body);
    portal.pool.close().await;
    let away = portal.get("/readyz").await;
    assert_eq!((away.status, &away.body["database"]), (503, &false.into()));
    assert_eq!(portal.get("/healthz").await.status, 200);
}

#[tokio::test]
async fn a_node_whose_migrations_are_missing_is_not_ready() {
    let portal = Portal::empty().await;
    sqlx::query("DELETE FROM _sqlx_migrations WHERE version = (SELECT max(version) FROM _sqlx_migrations)")
        .execute(&portal.pool)
        .await
        .expect("a database of an older version");
    let older = portal.get("/readyz").await;
    assert_eq!((older.status, &older.body["migrations"]), (503, &false.into()));
}

#[tokio::test]
async fn a_node_with_a_blocked_writer_is_not_ready_until_it_continues() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let mut blocking = portal.pool.begin().await.expect("a transaction");
    sqlx::query("SELECT position FROM journal_head FOR UPDATE")
        .execute(&mut *blocking)
        .await
        .expect("the head");
    let body = crate::support::round("2026-11-28", &["jan"]);
    let booking = jan.post("/api/reservations", &body);
    let watching = async {
        let mut ready = portal.get("/readyz").await;
        while ready.status == 200 {
            ready = portal.get("/readyz").await;
        }
        blocking.rollback().await.expect("the head is free");
        ready
    };
    let (booked, unready) = tokio::join!(booking, watching);
    assert_eq!(booked.status, 200, "{}", booked.body);
    assert_eq!((unready.status, &unready.body["writer"]), (503, &false.into()), "{}", unready.body);
    assert_eq!(unready.body["database"], true);
    let again = portal.get("/readyz").await;
    assert_eq!((again.status, &again.body["oldest_waiting_s"]), (200, &0.into()), "{}", again.body);
}

#[tokio::test]
async fn an_unavailable_database_is_a_503_with_a_retry_time() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    portal.pool.close().await;
    let answer = jan.get("/api/users/me").await;
    answer.fails(503, "De dienst is even niet bereikbaar. Probeer het zo opnieuw.");
    assert_eq!(answer.headers["retry-after"], "5");
}

#[tokio::test]
async fn an_internal_error_names_the_request_only() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    sqlx::query("ALTER TABLE news RENAME TO olds").execute(&portal.pool).await.expect("a broken schema");
    let answer = jan.get("/api/news/important").await;
    assert_eq!(answer.status, 500);
    let id = answer.headers["x-request-id"].to_str().expect("text");
    assert!(answer.error().ends_with(id), "{}", answer.body);
    assert!(!answer.body.to_string().contains("relation"), "{}", answer.body);
}

#[tokio::test]
async fn every_answer_has_security_headers_and_an_id() {
    let portal = Portal::start().await;
    for path in ["/", "/api/users/me", "/api/nergens", "/healthz", "/api/docs", "/nergens.js"] {
        let answer = portal.get(path).await;
        let header =
            |name: &str| answer.headers.get(name).map(|value| value.to_str().expect("text").to_owned());
        let policy = header("content-security-policy").expect("a policy");
        assert!(!policy.contains("unsafe-inline") && !policy.contains("unsafe-eval"), "{path}: {policy}");
        for part in ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"] {
            assert!(policy.contains(part), "{path}: {policy}");
        }
        assert_eq!(header("x-content-type-options").as_deref(), Some("nosniff"), "{path}");
        assert!(header("referrer-policy").is_some() && header("permissions-policy").is_some(), "{path}");
        assert!(header("access-control-allow-origin").is_none(), "{path}: CORS is closed");
        assert!(header("x-request-id").is_some_and(|id| id.parse::<uuid::Uuid>().is_ok()), "{path}");
        assert!(header("x-fairway-now").is_some_and(|now| NOW.starts_with(&now[..19])), "{path}");
    }
}

#[tokio::test]
async fn events_carry_the_id_of_their_request_and_the_member() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let answer = jan.post("/api/reservations", &crate::support::round("2026-11-28", &["jan"])).await;
    let id: uuid::Uuid = answer.headers["x-request-id"].to_str().expect("text").parse().expect("an id");
    let actors: Vec<String> =
        sqlx::query_scalar("SELECT DISTINCT actor FROM events WHERE correlation_id = $1")
            .bind(id)
            .fetch_all(&portal.pool)
            .await
            .expect("events");
    assert_eq!(actors.len(), 1);
    assert!(actors[0].starts_with("member:"), "{actors:?}");
    let names: i64 =
        sqlx::query_scalar("SELECT count(*) FROM events WHERE payload::text ILIKE '%test.example%'")
            .fetch_one(&portal.pool)
            .await
            .expect("a count");
    assert_eq!(names, 0, "events carry ids only");
}

#[tokio::test]
async fn answers_are_compressed_for_clients_that_accept_it() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let request = portal.http.get(portal.url("/api/golfclubs/info")).bearer_auth(&jan.token);
    let packed = Answer::to(request.header("accept-encoding", "br")).await;
    assert_eq!(packed.headers["content-encoding"], "br");
}

#[tokio::test]
async fn a_screens_path_gives_the_page_and_a_missing_file_does_not() {
    let portal = Portal::empty().await;
    // Without a build there is no page: then the portal names the remedy.
    let built = portal.get("/").await.status == 200;
    for path in ["/", "/reservation/players", "/auth/login?redirect=%2Fnews"] {
        let answer = portal.get(path).await;
        assert_eq!(answer.status, if built { 200 } else { 503 }, "{path}");
        if built {
            assert_eq!(answer.headers["cache-control"], "no-cache");
        }
    }
    assert_eq!(portal.get("/assets/missing.js").await.status, 404);
    assert_eq!(portal.get("/..%2fCargo.toml").await.status, 404);
    let post = Answer::to(portal.http.post(portal.url("/reservations"))).await;
    assert_eq!(post.status, 405);
}

#[tokio::test]
async fn security_txt_names_the_contact_for_vulnerability_reports() {
    let portal = Portal::empty().await;
    let answer = portal.get("/.well-known/security.txt").await;
    assert_eq!(answer.headers["content-type"], "text/plain; charset=utf-8");
    let text = answer.body.as_str().expect("text");
    assert!(
        text.starts_with("Contact: mailto:klantenservice@") && text.contains("\nExpires: 2027-05-19T"),
        "{text}"
    );
}

#[tokio::test]
async fn password_managers_find_the_screens_that_they_know_by_heart() {
    let portal = Portal::with_passkeys().await;
    let follows_nothing =
        reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().expect("a client");
    let address = portal.url("/.well-known/change-password");
    let change = follows_nothing.get(address).send().await.expect("an answer");
    assert_eq!(
        (change.status().as_u16(), &change.headers()["location"]),
        (303, &"/profile/password".parse().unwrap())
    );
    let passkeys = portal.get("/.well-known/passkey-endpoints").await;
    let screen = "https://golf.example/profile/passkeys";
    assert_eq!((passkeys.status, passkeys.body), (200, json!({"enroll": screen, "manage": screen})));
    // The address by which a browser tests whether a site says that something is missing.
    let test = "/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200";
    assert_eq!(portal.get(test).await.status, 404);
    assert_eq!(Portal::empty().await.get("/.well-known/passkey-endpoints").await.status, 404);
}

#[tokio::test]
async fn text_responses_declare_their_charset() {
    let portal = Portal::empty().await;
    for (path, expected) in [
        ("/", "text/html; charset=utf-8"),
        ("/favicon.svg", "image/svg+xml; charset=utf-8"),
        // Browsers ask for it by themselves on pages that name no icon.
        ("/favicon.ico", "image/x-icon"),
    ] {
        assert_eq!(portal.get(path).await.headers["content-type"], expected, "{path}");
    }
}
