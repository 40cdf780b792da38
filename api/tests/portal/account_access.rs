//! Everything that opens a member's account or tells of it, and what is left of that after a new password, a log-out
//! everywhere and a closed account.

use chrono::TimeDelta;
use fairway_api::programs::disable;
use fairway_api::services::writer;
use fairway_audit::permanent_text::PermanentText;
use fairway_store::operator_actions::OperatorAct;
use fairway_store::operators::Role;
use fairway_store::sessions;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::impersonation::Link;
use crate::passkeys::authenticator::Device;
use crate::support::{Member, PASSWORD, Portal, email};

const NEW: &str = "een groene bal in de bunker";
const EVERYWHERE: &str = "/api/users/me/sessions/logout_everywhere";

/// Tables of which a row opens its member's account or tells of it, and which rows: those that end.
const OPENINGS: [(&str, &str); 8] = [
    ("access_tokens", "expires_at > $2 AND revoked_at IS NULL"),
    ("address_changes", "ended_at IS NULL AND expires_at > $2"),
    ("calendar_feeds", "is_on"),
    ("impersonations", "used_at IS NULL AND expires_at > now()"),
    ("login_links", "used_at IS NULL AND expires_at > $2"),
    ("passkeys", "true"),
    ("password_resets", "used_at IS NULL AND expires_at > $2"),
    ("push_devices", "true"),
];

/// The other tables with a member's column, and why no row of theirs does.
const NO_OPENINGS: [(&str, &str); 30] = [
    ("arrivals_absences", "shown to who is logged in, and to the club"),
    ("arrivals_places", "shown to the club"),
    ("arrivals_scans", "shown to the club"),
    ("club_actions", "of clubs: shown to nobody there"),
    ("data_downloads", "when: the file itself is not kept"),
    ("erased_members", "of members who have no account"),
    ("favourite_players", "shown to who is logged in"),
    ("federation_registrations", "shown to who is logged in"),
    ("former_addresses", "shown to operators; an import finds the member by them"),
    ("historic_players", "shown to who is logged in"),
    ("idempotency_receipts", "answered to a request of who is logged in"),
    ("ledger", "shown to who is logged in"),
    ("mail_outbox", "sent to the member's own address, and its links are those of the other tables"),
    ("member_commands", "a count"),
    ("member_notes", "shown to operators"),
    ("news_dismissals", "shown to who is logged in"),
    ("notification_settings", "what is told, not to whom"),
    ("offers", "shown to who is logged in"),
    ("operator_actions", "shown to operators"),
    ("orders", "shown to who is logged in"),
    ("orders_registrations", "shown to who is logged in"),
    ("play_rights_claims", "shown to who is logged in"),
    ("play_rights_subscriptions", "shown to who is logged in"),
    ("player_lookups", "a count"),
    ("push_messages", "go to a device, and with it"),
    ("refusals", "shown to operators"),
    ("reservations_places", "shown to who is logged in; a voucher's link is the round's, and ends with it"),
    ("statements_facts", "shown to the club and to operators, by initials"),
    ("vouchers", "shown to who is logged in"),
    ("waiting_lists_players", "shown to who is logged in"),
];

/// An act that ends it all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// A new password by the link of a mail.
    Reset,
    /// A new password in a session, with the present one.
    Change,
    /// `overal uitloggen`, here too.
    Everywhere,
    /// `overal uitloggen`, but not here.
    Elsewhere,
    /// The account is closed, and opened again.
    Closing,
    /// Support ends every session.
    Support,
    /// The new address is confirmed.
    NewAddress,
}

impl Ending {
    const ALL: [Self; 7] = [
        Self::Reset,
        Self::Change,
        Self::Everywhere,
        Self::Elsewhere,
        Self::Closing,
        Self::Support,
        Self::NewAddress,
    ];

    /// Rows of the table that open the account all the same.
    fn spares(self, table: &str) -> i64 {
        let here = matches!(self, Self::Elsewhere) || (self == Self::Change && table == "access_tokens");
        match table {
            "passkeys" => i64::from(self != Self::Reset),
            "access_tokens" | "push_devices" => i64::from(here),
            _ => 0,
        }
    }
}

/// A member who opened the account in every way.
struct Opened<'a> {
    here: Member<'a>,
    there: Member<'a>,
    operator: Member<'a>,
    feed: String,
    passkey: Device,
    login_link: String,
    reset_link: String,
    address_link: String,
    operators_link: Link,
}

impl Member<'_> {
    async fn show_news_at(&self, endpoint: &str) -> u16 {
        // As a browser, which needs the key for it.
        assert!(self.get("/api/users/me/push").await.body["data"]["public_key"].is_string());
        let subscription = json!({
            "endpoint": format!("https://fcm.googleapis.com/fcm/send/{endpoint}"),
            "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            "auth": "BTBZMqHH6r4Tts7J_aSIgg",
        });
        self.post("/api/users/me/push", &subscription).await.status
    }
}

impl Portal {
    async fn opened(&self, name: &str) -> Opened<'_> {
        let long_ago = self.login(name).await;
        assert_eq!(long_ago.show_news_at(&format!("old-{name}")).await, 200);
        self.clock.advance(TimeDelta::days(37));
        sessions::delete_expired(&self.pool, self.clock.now()).await.expect("housekeeping");
        let (here, there) = (self.login(name).await, self.login(name).await);
        for (session, endpoint) in [(&here, "here"), (&there, "there")] {
            assert_eq!(session.show_news_at(&format!("{endpoint}-{name}")).await, 200);
        }
        let feed = here.new_feed().await;
        let passkey = here.add_passkey("Telefoon").await;
        self.ask_for_login_link(&email(name)).await;
        let login_link = self.login_token(1).await;
        let reset_link = self.reset_token(name).await;
        assert_eq!(here.ask_for_email("elders@test.example", PASSWORD).await.status, 200);
        let address_link = self.email_token().await;
        let operator = self.impersonate(name).await;
        let operators_link = self.impersonation_link(name).await;
        Opened { here, there, operator, feed, passkey, login_link, reset_link, address_link, operators_link }
    }

    /// The token of a link to a new password, as its mail has it.
    async fn reset_token(&self, name: &str) -> String {
        self.open_post("/api/users/forgot_password", &json!({"email": email(name)})).await;
        loop {
            let mails: Vec<String> = sqlx::query_scalar(
                "SELECT text_body FROM mail_outbox WHERE dedup_key LIKE 'reset:%' AND text_body IS NOT NULL",
            )
            .fetch_all(&self.pool)
            .await
            .expect("mails");
            if let Some(mail) = mails.first() {
                return crate::passwords::token_in(mail);
            }
            tokio::task::yield_now().await;
        }
    }

    async fn mail_about_new_password(&self) -> String {
        let mails: Vec<String> =
            sqlx::query_scalar("SELECT text_body FROM mail_outbox WHERE dedup_key LIKE 'password-changed:%'")
                .fetch_all(&self.pool)
                .await
                .expect("mails");
        mails.concat().split_whitespace().collect::<Vec<_>>().join(" ")
    }

    async fn end(&self, opened: &Opened<'_>, ending: Ending) {
        let here = &opened.here;
        let status = match ending {
            Ending::Reset => self.reset(&opened.reset_link, NEW).await.status,
            Ending::Change => {
                here.post("/api/users/me/password", &json!({"current": PASSWORD, "new": NEW})).await.status
            }
            Ending::Everywhere => here.post(EVERYWHERE, &json!({"including_this": true})).await.status,
            Ending::Elsewhere => here.post(EVERYWHERE, &json!({"including_this": false})).await.status,
            Ending::Closing => {
                let reason = PermanentText::stored("melding 12".to_owned());
                let by = OperatorAct { operator: "Anke".to_owned(), operator_id: None, reason };
                let (writer, _task) = writer::start(&self.pool, &self.clock);
                let jan = email("jan");
                disable::disable(&self.pool, &self.clock, &writer, &jan, &by, false).await.expect("closed");
                disable::enable(&self.pool, &self.clock, &jan, &by).await.expect("opened");
                200
            }
            Ending::Support => {
                let anke = self.operator("anke", &[Role::Support]).await;
                let path = format!("/operator/api/members/{}/sessions/end", self.member_id("jan").await);
                anke.post(&path, &json!({"reason": "melding 12", "session": null})).await.status
            }
            Ending::NewAddress => self.confirm_email(&opened.address_link).await.status,
        };
        assert_eq!(status, 200, "{ending:?}");
    }

    /// Rows of a table by which the account of a member is open.
    async fn open_rows(&self, (table, condition): (&str, &str), member: Uuid) -> i64 {
        let sql = format!(
            "SELECT count(*) FROM {table} WHERE member_id = $1 AND $2::timestamptz IS NOT NULL AND ({condition})"
        );
        sqlx::query_scalar(&sql)
            .bind(member)
            .bind(self.clock.now())
            .fetch_one(&self.pool)
            .await
            .expect("a count")
    }
}

/// A table that is added later must be considered here.
#[tokio::test]
async fn every_table_with_a_members_column_opens_the_account_or_does_not() {
    let portal = Portal::empty().await;
    let tables: Vec<String> = sqlx::query_scalar(
        "SELECT DISTINCT relation.relname::text FROM pg_class AS relation
         JOIN pg_attribute AS attribute ON attribute.attrelid = relation.oid AND attnum > 0 AND NOT attisdropped
         WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
             AND (attname = 'member_id'
                  OR EXISTS (SELECT FROM pg_constraint WHERE conrelid = relation.oid AND contype = 'f'
                             AND confrelid IN ('members'::regclass, 'push_devices'::regclass)))
         ORDER BY 1",
    )
    .fetch_all(&portal.pool)
    .await
    .expect("tables");
    let mut considered: Vec<&str> = OPENINGS.iter().chain(&NO_OPENINGS).map(|(table, _)| *table).collect();
    considered.sort_unstable();
    assert_eq!(tables, considered);
}

#[tokio::test]
async fn nothing_that_opened_an_account_opens_or_tells_of_it_afterwards() {
    for ending in Ending::ALL {
        let portal = Portal::with_passkeys().await;
        let (jan, eva) = (portal.member_id("jan").await, portal.member_id("eva").await);
        let opened = portal.opened("jan").await;
        let hers = portal.login("eva").await;
        let (her_feed, her_passkey) = (hers.new_feed().await, hers.add_passkey("Laptop").await);
        assert_eq!(hers.show_news_at("hers").await, 200);
        for opening in OPENINGS {
            assert!(portal.open_rows(opening, jan).await > 0, "{opening:?} is not tried");
        }
        portal.end(&opened, ending).await;

        for opening in OPENINGS {
            let spared = ending.spares(opening.0);
            assert_eq!(portal.open_rows(opening, jan).await, spared, "{ending:?}: {}", opening.0);
        }
        assert_eq!(portal.get(&opened.feed).await.status, 404, "{ending:?}");
        assert!(!opened.there.is_logged_in().await && !opened.operator.is_logged_in().await, "{ending:?}");
        assert_eq!(opened.here.is_logged_in().await, ending == Ending::Elsewhere, "{ending:?}");
        assert_eq!(portal.use_login_link(&opened.login_link).await.status, 401, "{ending:?}");
        assert_eq!(portal.confirm_email(&opened.address_link).await.status, 422, "{ending:?}");
        assert_eq!(portal.token_login(&opened.operators_link).await.status, 401, "{ending:?}");
        assert_eq!(
            portal.reset(&opened.reset_link, "nog een ander wachtwoord").await.status,
            422,
            "{ending:?}"
        );
        let with_passkey = portal.login_with_passkey(&opened.passkey).await.status;
        assert_eq!(with_passkey, if ending == Ending::Reset { 401 } else { 200 }, "{ending:?}");

        assert!(hers.is_logged_in().await && portal.get(&her_feed).await.status == 200, "another member's");
        assert_eq!(portal.login_with_passkey(&her_passkey).await.status, 200);
        assert_eq!(portal.open_rows(("push_devices", "true"), eva).await, 1);
    }
}

#[tokio::test]
async fn the_mail_about_a_new_password_says_what_ended_and_which_passkeys_log_in() {
    for (ending, said, not_said) in [
        (Ending::Reset, "ook je passkeys verwijderd: Telefoon.", "nog inloggen"),
        (Ending::Change, "kun je nog inloggen: Telefoon.", "verwijderd:"),
    ] {
        let portal = Portal::with_passkeys().await;
        let opened = portal.opened("jan").await;
        portal.end(&opened, ending).await;
        let text = portal.mail_about_new_password().await;
        assert!(text.contains(said) && !text.contains(not_said), "{ending:?}: {text}");
        assert!(text.contains("de koppeling met je agenda en de meldingen op je apparaten"), "{text}");
    }
}

#[tokio::test]
async fn the_mail_about_a_new_password_names_devices_of_sessions_that_go_on() {
    let portal = Portal::start().await;
    assert_eq!(portal.login("jan").await.show_news_at("there").await, 200);
    let token = portal.reset_token("jan").await;
    assert_eq!(portal.reset(&token, NEW).await.status, 200);
    let text = portal.mail_about_new_password().await;
    assert!(text.contains("Ook gestopt: de meldingen op je apparaten."), "{text}");
}

#[tokio::test]
async fn the_mail_about_a_new_password_names_nothing_that_was_off() {
    let portal = Portal::start().await;
    let token = portal.reset_token("jan").await;
    assert_eq!(portal.reset(&token, NEW).await.status, 200);
    let text = portal.mail_about_new_password().await;
    assert!(text.contains("wachtwoord") && !text.contains("gestopt"), "{text}");
}

#[tokio::test]
async fn new_addresses_of_the_calendar_feed_are_mailed_once_an_hour_and_never_themselves() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let mut addresses = vec![jan.new_feed().await, jan.new_feed().await];
    portal.clock.advance(TimeDelta::hours(1));
    addresses.push(jan.new_feed().await);
    let mails: Vec<(String, String)> =
        sqlx::query_as("SELECT subject, text_body FROM mail_outbox WHERE dedup_key LIKE 'calendar-feed:%'")
            .fetch_all(&portal.pool)
            .await
            .expect("mails");
    assert_eq!(mails.len(), 2, "{mails:?}");
    for (subject, text) in mails {
        assert_eq!(subject, "Je agenda heeft een nieuw adres");
        assert!(addresses.iter().all(|address| !text.contains(address)), "{text}");
    }
}

/// A request that passed the check of its session, and then waited.
#[tokio::test]
async fn what_opens_an_account_is_not_made_in_a_session_that_ends_meanwhile() {
    let portal = Portal::with_passkeys().await;
    let jan = portal.login("jan").await;
    assert!(jan.get("/api/users/me/push").await.body["data"]["public_key"].is_string());
    let begun = jan.begin_passkey().await.body;
    let mut ending = portal.pool.begin().await.expect("a transaction");
    sqlx::query("SELECT FROM members WHERE email = $1 FOR UPDATE")
        .bind(email("jan"))
        .execute(&mut *ending)
        .await
        .expect("the member, locked");
    let mut device = Device::new("https://golf.example");
    let requests = async {
        tokio::join!(
            async { jan.post("/api/users/me/calendar_feed/renew", &Value::Null).await.status },
            jan.show_news_at("late"),
            async { jan.answer_passkey(&mut device, &begun, "Telefoon").await.status },
            async { jan.ask_for_email("jan@elders.example", PASSWORD).await.status },
        )
    };
    let end = async {
        portal.until_locked_out(4).await;
        sqlx::query("UPDATE access_tokens SET revoked_at = $1")
            .bind(portal.clock.now())
            .execute(&mut *ending)
            .await
            .expect("ended");
        ending.commit().await.expect("ended");
    };
    let (statuses, ()) = tokio::join!(requests, end);
    assert_eq!(statuses, (401, 401, 401, 401));
    let jan = portal.member_id("jan").await;
    for table in ["calendar_feeds", "push_devices", "passkeys", "address_changes"] {
        assert_eq!(portal.open_rows((table, "true"), jan).await, 0, "{table}");
    }
}
