//! The questions to the endpoints that have no file of their own.

use serde_json::{Value, json};
use uuid::Uuid;

use super::{Asked, Scene, act};
use crate::operators::PASSWORD;
use crate::support::email;

/// Each endpoint with what it is asked.
pub(super) fn questions(scene: &Scene) -> Vec<(&'static str, &'static str, Asked)> {
    let Scene { jan, place, other_place, booking, .. } = scene;
    let address = email("jan");
    let nobody = || Asked { always: vec![json!({})], maybe: json!({}) };
    let just = |always: Value| Asked { always: vec![always], maybe: json!({}) };
    let on_day = |mut body: Value| {
        body["path"] = json!({ "club": "de-es", "date": "2026-11-28" });
        body
    };
    // Ids and addresses of this kind and of another one; and digits with which several ids begin.
    let subjects = || -> Vec<Value> {
        let of = |kind: &str, id: &str| json!({ "kind": kind, "id": id });
        let (id, digits) = (jan.to_string(), jan.to_string()[..8].to_owned());
        let asked =
            [("member", &id), ("member", &address), ("member", place), ("member", &digits), ("nothing", &id)];
        let others = [("booking", &address), ("booking", place), ("booking", &digits), ("voucher", &address)];
        let day = of("club_day", "de-es/2026-11-28");
        asked.into_iter().chain(others).map(|(kind, id)| of(kind, id)).chain([day]).collect()
    };
    let round = json!({ "member": address, "date": "2026-11-29", "club": "de-es" });
    let what_if = || Asked {
        always: vec![
            round.clone(),
            json!({ "member": place, "date": "2026-11-29", "club": "de-es" }),
            json!({ "member": jan.to_string()[..8], "date": "2026-11-29", "club": "de-es" }),
        ],
        maybe: json!({ "holes": 9, "at": "2026-11-20 10:30", "with": [[email("eva")], [place], ["nobody@test.example"]] }),
    };
    let period = json!({ "from": "2026-01", "to": "2026-12", "club": "de-es", "pass": "Compleet" });
    let of_month = |mut body: Value| {
        body["path"] = json!({
            "club": "de-es", "month": "2026-11", "date": "2026-11-28", "message_id": "FAIRWAY-2026-11-0",
        });
        body
    };
    let billing = json!({
        "name": "De Es", "street": "Dreef 1", "postal_code": "9751 AB", "city": "Haren", "registration": "12345678",
        "vat_number": "NL850102091B01", "iban": "NL05RABO0418234574", "path": { "club": "de-es" },
    });
    let later = format!("{}.{}", i64::from(u32::MAX) * 1_000_000, Uuid::nil());
    let task = || act(json!({ "id": Uuid::nil() }));
    vec![
        ("get", "account", nobody()),
        ("post", "account/password", just(json!({ "current": "wrong", "new": "x" }))),
        ("get", "account/passkeys", nobody()),
        ("post", "account/passkeys", just(json!({ "challenge": "", "name": "Laptop", "credential": {} }))),
        ("post", "account/passkeys/begin", nobody()),
        ("post", "account/passkeys/remove", just(json!({ "id": Uuid::nil() }))),
        ("post", "account/app/begin", nobody()),
        ("post", "account/app", just(json!({ "code": "123456", "enrolment": "" }))),
        ("post", "account/recovery-codes", nobody()),
        (
            "get",
            "actions",
            Asked {
                always: vec![
                    json!({}),
                    json!({ "act": "view", "from": "2026-11-01", "to": "2026-12-31" }),
                    json!({ "acts_only": true, "reason": "ticket", "operator": "anke@test.example" }),
                ],
                maybe: json!({
                    "before": later, "operator": "anke", "subject": [jan, "account"],
                    "member": [jan, address, "vries", "nobody@test.example"],
                }),
            },
        ),
        (
            "post",
            "actions/export",
            Asked {
                always: vec![json!({ "reason": "ticket 7" }), json!({ "reason": "asked by Vries" })],
                maybe: json!({ "filter": [
                {}, { "member": address }, { "member": jan, "acts_only": false }, { "member": "nobody@test.example" },
                { "subject": "refusals", "act": "view", "from": "2026-11-01", "to": "2026-12-31" },
            ] }),
            },
        ),
        (
            "post",
            "bookings/{id}/cancel",
            act(json!({
                "path": { "id": booking }, "places": [other_place], "rights": "return",
            })),
        ),
        (
            "post",
            "club-days/preview",
            Asked {
                always: ["close", "limit", "reopen"]
                    .map(|change| {
                        json!({
                            "clubs": ["de-es"], "from": "2026-11-27", "to": "2026-11-28", "change": change,
                        })
                    })
                    .to_vec(),
                maybe: json!({ "capacity": 1 }),
            },
        ),
        (
            "post",
            "club-days/change",
            act(json!({
                "clubs": ["de-es"], "from": "2026-11-28", "to": "2026-11-28", "change": "limit", "capacity": 1,
                "notice": "Vorst", "days": [{ "club": "de-es", "date": "2026-11-28", "meets": [] }],
            })),
        ),
        (
            "get",
            "club-days",
            Asked { always: vec![json!({})], maybe: json!({ "from": "2026-11-28", "days": 3 }) },
        ),
        ("get", "clubs", nobody()),
        (
            "get",
            "clubs/{club}/days",
            Asked {
                always: vec![json!({ "path": { "club": "de-es" } })],
                maybe: json!({ "from": "2026-11-28", "count": 3 }),
            },
        ),
        ("get", "clubs/{club}/days/{date}/players", just(on_day(json!({})))),
        ("post", "clubs/{club}/days/{date}/players/export", act(on_day(json!({})))),
        (
            "post",
            "clubs/{club}/days/{date}/preview",
            Asked {
                always: vec![on_day(json!({ "change": "close" })), on_day(json!({ "change": "limit" }))],
                maybe: json!({ "capacity": 1 }),
            },
        ),
        ("post", "clubs/{club}/days/{date}/close", act(on_day(json!({ "meets": [], "notice": "Vorst" })))),
        (
            "post",
            "clubs/{club}/days/{date}/limit",
            act(on_day(json!({ "meets": [], "notice": "Vorst", "capacity": 1 }))),
        ),
        ("post", "clubs/{club}/days/{date}/reopen", act(on_day(json!({})))),
        ("get", "statements", Asked { always: vec![json!({})], maybe: json!({ "month": "2026-11" }) }),
        ("post", "statements/{month}/payments", act(of_month(json!({})))),
        ("get", "statements/{month}/payments/{message_id}", just(of_month(json!({})))),
        ("get", "billing", nobody()),
        ("post", "billing", act(billing.clone())),
        ("post", "clubs/{club}/billing", act(billing)),
        ("get", "clubs/{club}/settlement", just(of_month(json!({})))),
        (
            "post",
            "clubs/{club}/tariffs",
            act(of_month(json!({
                "from": "2026-11-01", "weekday_9_cents": 1, "weekday_18_cents": 2, "weekend_9_cents": 3,
                "weekend_18_cents": 4, "absence_cents": 5, "vat": "low",
            }))),
        ),
        ("get", "clubs/{club}/statements/{month}", just(of_month(json!({})))),
        ("get", "clubs/{club}/statements/{month}/days/{date}", just(of_month(json!({})))),
        ("get", "clubs/{club}/statements/{month}/statement.pdf", just(of_month(json!({})))),
        ("get", "clubs/{club}/statements/{month}/statement.csv", just(of_month(json!({})))),
        ("get", "clubs/{club}/statements/{month}/invoice.xml", just(of_month(json!({})))),
        (
            "post",
            "clubs/{club}/statements/{month}/close",
            act(of_month(json!({ "hash": "00", "total_cents": 0 }))),
        ),
        (
            "post",
            "clubs/{club}/disputes/{dispute}/end",
            act(json!({
                "path": { "club": "de-es", "dispute": Uuid::nil() }, "outcome": "refused", "adjustment_cents": 0,
                "answer": "nee",
            })),
        ),
        (
            "get",
            "event",
            Asked {
                always: (1..=12).map(|position| json!({ "position": position })).collect(),
                maybe: json!({}),
            },
        ),
        ("post", "explain", what_if()),
        ("post", "what-if", what_if()),
        ("get", "figures", Asked { always: vec![json!({})], maybe: period.clone() }),
        ("get", "figures/csv", Asked { always: vec![json!({ "part": "rounds" })], maybe: period }),
        (
            "post",
            "integrity/verify",
            Asked { always: vec![json!({ "reason": "ticket 7" })], maybe: json!({ "heads": [[]] }) },
        ),
        ("post", "integrity/cancel", task()),
        (
            "post",
            "login",
            Asked {
                always: vec![
                    json!({ "email": "anke@test.example", "password": "wrong" }),
                    json!({ "email": address, "password": PASSWORD }),
                ],
                maybe: json!({ "code": "123456" }),
            },
        ),
        ("post", "login/passkey/begin", nobody()),
        ("post", "login/passkey/finish", just(json!({ "challenge": "", "credential": {} }))),
        ("post", "logout", nobody()),
        (
            "get",
            "mails",
            Asked {
                always: vec![json!({}), json!({ "kind": "round", "from": "2026-11-01", "to": "2099-12-31" })],
                maybe: json!({
                    "list": ["waiting", "failed", "bounced", "sent"], "member": [jan, address, place, "nobody@test.example"],
                    "before": [later, format!("0.{}", Uuid::nil())],
                }),
            },
        ),
        (
            "post",
            "mails/export",
            Asked {
                always: vec![json!({ "reason": "ticket 7" }), json!({ "reason": "asked by Vries" })],
                maybe: json!({ "filter": [
                {}, { "list": "sent" }, { "list": "failed", "member": jan }, { "member": address },
                { "kind": "round", "from": "2026-11-01", "to": "2099-12-31" },
                { "member": "nobody@test.example" },
            ] }),
            },
        ),
        (
            "get",
            "mails/preview",
            Asked {
                always: scene.mails.iter().chain([&Uuid::nil()]).map(|mail| json!({ "id": mail })).collect(),
                maybe: json!({}),
            },
        ),
        ("post", "mails/send-again", task()),
        ("post", "mails/send-again-all", act(json!({ "before": "2026-11-25T10:00:00+01:00" }))),
        ("get", "members/{id}", just(json!({ "path": { "id": jan } }))),
        (
            "get",
            "club-actions",
            Asked {
                always: vec![json!({}), json!({ "act": "view", "from": "2026-11-01", "to": "2026-12-31" })],
                maybe: json!({
                    "before": later, "club": "de-es", "acts_only": true,
                    "member": [jan, address, "vries", "nobody@test.example"],
                }),
            },
        ),
        ("get", "club-accounts", Asked { always: vec![json!({})], maybe: json!({ "club": "de-es" }) }),
        (
            "post",
            "club-accounts/invite",
            act(json!({ "club": "de-es", "name": "Bas", "email": "bas@de-es.example", "role": "desk" })),
        ),
        ("post", "club-accounts/invite-again", task()),
        ("post", "club-accounts/disable", act(json!({ "id": Uuid::nil(), "disabled": true }))),
        ("post", "club-devices/revoke", task()),
        ("get", "operators", nobody()),
        ("post", "operators/add", act(json!({ "email": "no address", "name": "Bas", "roles": [] }))),
        ("post", "operators/disable", task()),
        ("post", "operators/enable", task()),
        ("post", "operators/reset", task()),
        ("post", "operators/roles", act(json!({ "id": Uuid::nil(), "roles": ["support"] }))),
        ("get", "projections", nobody()),
        ("get", "projections/lag", nobody()),
        (
            "post",
            "projections/rebuild",
            Asked {
                always: vec![json!({ "reason": "ticket 7" })],
                maybe: json!({ "dry_run": true, "projections": [["club_days"]] }),
            },
        ),
        ("post", "projections/swap", task()),
        ("post", "projections/cancel", task()),
        (
            "get",
            "refusals",
            Asked {
                always: vec![json!({})],
                maybe: json!({
                    "before": later, "rule": "player_already_plays", "member": [jan, address, place, "nobody@test.example"],
                    "club": "de-es", "from": "2026-11-01", "to": "2026-12-31",
                }),
            },
        ),
        (
            "post",
            "refusals/export",
            Asked {
                always: vec![json!({ "reason": "ticket 7" }), json!({ "reason": "asked by Vries" })],
                maybe: json!({ "filter": [
                {}, { "rule": "player_already_plays", "club": "de-es" }, { "member": jan }, { "member": address },
                { "from": "2026-11-01", "to": "2026-12-31" }, { "member": "nobody@test.example" },
            ] }),
            },
        ),
        (
            "get",
            "refusals/rules",
            Asked { always: vec![json!({})], maybe: json!({ "member": [jan, address, place] }) },
        ),
        ("get", "runs", nobody()),
        ("get", "seal", nobody()),
        ("get", "seal/check", just(json!({ "head": "1:00" }))),
        (
            "get",
            "search",
            Asked {
                always: [
                    &address,
                    "vries",
                    place,
                    &jan.to_string(),
                    &jan.to_string()[..8],
                    "a",
                    "de-es/2026-11-28",
                    "#1",
                ]
                .map(|text| json!({ "q": text }))
                .to_vec(),
                maybe: json!({ "limit": 2 }),
            },
        ),
        ("get", "session", nobody()),
        ("get", "session/acts", nobody()),
        (
            "post",
            "session/confirm",
            Asked {
                always: vec![json!({ "factor": "x" })],
                maybe: json!({ "passkey": { "challenge": "", "credential": {} } }),
            },
        ),
        ("get", "sessions", nobody()),
        ("post", "sessions/end", just(json!({ "id": Uuid::nil() }))),
        (
            "post",
            "setup",
            just(json!({ "code": "123456", "enrolment": "", "password": PASSWORD, "token": "x" })),
        ),
        ("post", "setup/begin", just(json!({ "token": "x" }))),
        ("get", "start", nobody()),
        (
            "get",
            "subject",
            Asked {
                always: subjects(),
                maybe: json!({ "at": "2026-11-20 10:30", "sequence": 1, "compare_at": "1", "compare_sequence": 1 }),
            },
        ),
        ("get", "tasks", just(json!({ "kind": "verify" }))),
        ("get", "tasks/task", just(json!({ "id": Uuid::nil() }))),
        (
            "get",
            "timeline",
            Asked {
                always: vec![
                    json!({ "kind": "member", "id": address }),
                    json!({ "kind": "booking", "id": address }),
                    json!({ "kind": "booking", "id": place }),
                    json!({ "kind": "member", "id": address, "category": "rights", "text": "vries" }),
                ],
                maybe: json!({
                    "before": 99, "after": 0, "acts_after": 0, "limit": 5, "events": "RoundBooked", "actor": "member",
                    "from": "2026-11-01", "to": "2026-12-31",
                }),
            },
        ),
    ]
}
