//! Members' choices of news: the switches, and what they do.

use serde_json::{Value, json};

use crate::support::{Member, Portal};

const PATH: &str = "/api/users/me/notifications";
const KINDS: [&str; 5] = ["round_booked", "round_changed", "round_cancelled", "reminder", "waiting_list"];

impl Member<'_> {
    /// Switches a kind of mail, and leaves its push on.
    pub(crate) async fn switch_mail(&self, kind: &str, mail: bool) {
        let answer = self.post(PATH, &json!({"kind": kind, "mail": mail, "push": true})).await;
        assert_eq!((answer.status, &answer.body), (200, &json!({"success": true})));
    }

    async fn switches(&self) -> Vec<Value> {
        let answer = self.get(PATH).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body["data"]["kinds"].as_array().expect("kinds").clone()
    }
}

#[tokio::test]
async fn every_kind_is_on_until_the_member_switches_it_off_and_on_again() {
    let portal = Portal::start().await;
    let (jan, eva) = (portal.login("jan").await, portal.login("eva").await);
    let all_on = KINDS.map(|kind| json!({"kind": kind, "mail": true, "push": true}));
    assert_eq!(jan.switches().await, all_on);

    jan.switch_mail("reminder", false).await;
    let off = jan.post(PATH, &json!({"kind": "waiting_list", "mail": true, "push": false})).await;
    assert_eq!(off.status, 200, "{}", off.body);
    let mut switched = all_on.clone();
    switched[3] = json!({"kind": "reminder", "mail": false, "push": true});
    switched[4] = json!({"kind": "waiting_list", "mail": true, "push": false});
    assert_eq!(jan.switches().await, switched);
    assert_eq!(eva.switches().await, all_on, "another member's are their own");

    jan.switch_mail("reminder", true).await;
    jan.switch_mail("waiting_list", true).await;
    assert_eq!(jan.switches().await, all_on);
}

#[tokio::test]
async fn what_is_no_kind_and_no_switch_is_refused_and_changes_nothing() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    for (body, field) in [
        (json!({"kind": "receipts", "mail": false, "push": false}), "kind"),
        (json!({"kind": "reminder", "mail": "nee", "push": false}), "mail"),
        (json!({"kind": "reminder", "mail": false}), "push"),
        (json!({"mail": false, "push": false}), "kind"),
    ] {
        let refused = jan.post(PATH, &body).await;
        assert_eq!(refused.status, 422, "{body}");
        assert!(refused.body["errors"][field].is_string(), "{}", refused.body);
    }
    let rows: i64 = sqlx::query_scalar("SELECT count(*) FROM notification_settings")
        .fetch_one(&portal.pool)
        .await
        .expect("a count");
    assert_eq!(rows, 0);
}

#[tokio::test]
async fn an_operator_under_the_account_changes_a_switch_and_it_is_recorded_once() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let operator = portal.impersonate("jan").await;
    for _ in 0..2 {
        operator.switch_mail("round_booked", false).await;
    }
    assert_eq!(jan.switches().await[0]["mail"], false);
    jan.switch_mail("round_booked", true).await;
    let acts: Vec<(String, String)> =
        sqlx::query_as("SELECT action, subject FROM operator_actions WHERE operator <> '' ORDER BY at")
            .fetch_all(&portal.pool)
            .await
            .expect("acts");
    assert_eq!(acts, [("change profile".to_owned(), "notifications".to_owned())]);
}
