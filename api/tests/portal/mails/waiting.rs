//! Mails about waiting lists: to each player when the group is put on the list, offered places, and when that ended.

use std::sync::Arc;

use chrono::TimeDelta;
use fairway_command::{Command, OfferFreePlaces, Outcome, Submission};
use fairway_events::{Actor, ClubId};

use super::MailTasks;
use crate::support::{Portal, email};
use crate::waiting_lists::DAY;

/// Has free places offered once, as the process that offers places does.
pub(crate) async fn offer(portal: &Portal) {
    let clubs = fairway_store::clubs::load(&portal.pool).await.expect("the clubs");
    let club = clubs.get(&ClubId("vol".to_owned())).expect("the club");
    let command = Command::OfferFreePlaces(OfferFreePlaces {
        club: Arc::clone(&club.rules),
        date: DAY.parse().expect("a day"),
        today: portal.clock.today(),
        at: portal.clock.now(),
    });
    let submission = Submission {
        command,
        correlation_id: fairway_clock::random::new_id(portal.clock.now()),
        actor: Actor::System("waiting-list".to_owned()),
        metadata: std::collections::BTreeMap::new(),
        receipt: None,
    };
    let outcome = portal.node.app.common.writer.submit(submission).await.expect("an outcome");
    assert!(matches!(outcome, Outcome::Accepted { .. }));
    portal.caught_up().await;
}

fn to(name: &str, subject: &str) -> (String, String) {
    (email(name), format!("{subject}: De Volle op 28-11-2026"))
}

#[tokio::test]
async fn each_player_is_told_that_the_group_waits_and_what_it_is_offered() {
    let portal = Portal::start().await;
    let post = MailTasks::new(&portal);
    let (eva, jan) = (portal.login("eva").await, portal.login("jan").await);
    let place = eva.fill(&["eva", "w1"]).await;
    let group = jan.wait_for_day(&["jan", "w2"]).await;
    post.deliver().await;
    eva.cancel_group(&place).await;
    post.deliver().await;

    let (sent, texts) = texts(&post, &portal, async || offer(&portal).await).await;
    assert_eq!(sent, [to("jan", "Er zijn plaatsen vrij"), to("w2", "Er zijn plaatsen vrij")]);
    for text in &texts {
        assert!(text.contains(&format!("/waiting/{group}")), "{text}");
        assert!(text.contains("tot 13:00 uur"), "two hours from 11.00 in Amsterdam: {text}");
    }
    assert_eq!(post.deliver().await, [], "each once");

    let taken = jan.answer(&group, "take").await;
    assert_eq!(taken.status, 200, "{}", taken.body);
    let subjects: Vec<String> = post.deliver().await.into_iter().map(|(_, subject)| subject).collect();
    assert_eq!(subjects.len(), 2, "as of a booking: {subjects:?}");
    assert!(subjects.iter().all(|subject| !subject.contains("wachtlijst")), "{subjects:?}");
}

#[tokio::test]
async fn the_mail_of_being_put_on_the_list_names_who_did_it() {
    let portal = Portal::start().await;
    let post = MailTasks::new(&portal);
    let (eva, jan) = (portal.login("eva").await, portal.login("jan").await);
    eva.fill(&["eva", "w1"]).await;
    post.deliver().await;
    let (sent, texts) = texts(&post, &portal, async || drop(jan.wait_for_day(&["jan", "w2"]).await)).await;
    assert_eq!(sent, [to("jan", "Op de wachtlijst"), to("w2", "Op de wachtlijst")]);
    assert!(texts[0].contains("Je hebt jullie op de wachtlijst gezet"), "{}", texts[0]);
    assert!(texts[1].contains("Jan de Vries heeft jullie op de wachtlijst gezet"), "{}", texts[1]);
}

#[tokio::test]
async fn who_waits_to_join_a_round_is_told_whose_and_who_asked_gets_no_mail() {
    let portal = Portal::start().await;
    let post = MailTasks::new(&portal);
    let (eva, jan) = (portal.login("eva").await, portal.login("jan").await);
    let round = jan.fill(&["jan"]).await;
    eva.fill(&["eva"]).await;
    post.deliver().await;
    let path = format!("/api/reservations/{round}/player/wait");
    let asked = async || drop(jan.post(&path, &serde_json::json!({ "players": [email("w2")] })).await);
    let (sent, texts) = texts(&post, &portal, asked).await;
    assert_eq!(sent, [to("w2", "Op de wachtlijst")]);
    assert!(texts[0].contains("Jan de Vries heeft je op de wachtlijst gezet"), "{}", texts[0]);
    assert!(texts[0].contains("Mee met"), "{}", texts[0]);
}

#[tokio::test]
async fn who_takes_an_offer_was_added_by_nobody() {
    let portal = Portal::start().await;
    let post = MailTasks::new(&portal);
    let (eva, jan, w2) = (portal.login("eva").await, portal.login("jan").await, portal.login("w2").await);
    let place = eva.fill(&["eva", "w1"]).await;
    let group = jan.wait_for_day(&["jan", "w2"]).await;
    eva.cancel_group(&place).await;
    offer(&portal).await;
    post.deliver().await;
    let taken = async || assert_eq!(w2.answer(&group, "take").await.status, 200);
    let (sent, mails) = texts(&post, &portal, taken).await;
    assert_eq!(sent, [to("jan", "Bevestiging"), to("w2", "Bevestiging")]);
    assert!(mails[0].contains("Alle vouchers"), "the master's: {}", mails[0]);
    assert!(!mails[1].contains("Alle vouchers"), "{}", mails[1]);
    assert!(!mails[1].contains("toegevoegd"), "{}", mails[1]);
}

#[tokio::test]
async fn who_joins_a_round_by_an_offer_was_added_by_nobody() {
    let portal = Portal::start().await;
    let post = MailTasks::new(&portal);
    let (eva, jan, w2) = (portal.login("eva").await, portal.login("jan").await, portal.login("w2").await);
    let round = jan.fill(&["jan"]).await;
    let place = eva.fill(&["eva"]).await;
    let path = format!("/api/reservations/{round}/player/wait");
    let joined = jan.post(&path, &serde_json::json!({ "players": [email("w2")] })).await;
    let group = joined.body["data"]["group"].as_str().expect("an id").to_owned();
    eva.cancel_group(&place).await;
    offer(&portal).await;
    post.deliver().await;
    let taken = async || assert_eq!(w2.answer(&group, "take").await.status, 200);
    let (sent, mails) = texts(&post, &portal, taken).await;
    assert_eq!(sent, [to("w2", "Bevestiging")]);
    assert!(!mails[0].contains("toegevoegd"), "{}", mails[0]);
}

#[tokio::test]
async fn an_offer_that_ended_before_its_mail_was_sent_is_not_mailed_and_a_lapse_is() {
    let portal = Portal::start().await;
    let post = MailTasks::new(&portal);
    let (eva, jan) = (portal.login("eva").await, portal.login("jan").await);
    let place = eva.fill(&["eva", "w1"]).await;
    let group = jan.wait_for_day(&["jan", "w2"]).await;
    eva.cancel_group(&place).await;
    post.deliver().await;
    offer(&portal).await;
    // Queued, and declined before the sender comes to it.
    post.queue().await;
    assert_eq!(jan.answer(&group, "decline").await.status, 200);
    assert_eq!(post.deliver().await, [to("w2", "Aanbod afgewezen")], "who declined knows");

    // Once more, and nobody answers.
    let again = portal.login("w3").await;
    let place = again.fill(&["w3"]).await;
    post.deliver().await;
    again.cancel_group(&place).await;
    offer(&portal).await;
    portal.clock.advance(TimeDelta::hours(2));
    offer(&portal).await;
    let about_waiting: Vec<_> =
        post.deliver().await.into_iter().filter(|(_, subject)| !subject.starts_with("Geannuleerd")).collect();
    assert_eq!(about_waiting, [to("jan", "Aanbod vervallen"), to("w2", "Aanbod vervallen")]);
}

#[tokio::test]
async fn whoever_joins_and_leaves_in_a_loop_does_not_flood_the_others() {
    let portal = Portal::start().await;
    let post = MailTasks::new(&portal);
    let (eva, jan) = (portal.login("eva").await, portal.login("jan").await);
    eva.fill(&["eva", "w1"]).await;
    post.deliver().await;
    let mut to_other = Vec::new();
    for _ in 0..5 {
        let group = jan.wait_for_day(&["jan", "w2"]).await;
        to_other.extend(post.deliver().await.into_iter().filter(|(to, _)| *to == email("w2")));
        assert_eq!(jan.answer(&group, "leave").await.status, 200);
        to_other.extend(post.deliver().await.into_iter().filter(|(to, _)| *to == email("w2")));
    }
    assert_eq!(to_other, [to("w2", "Op de wachtlijst"), to("w2", "Van de wachtlijst")]);
    jan.wait_for_day(&["jan", "w2"]).await;
    assert_eq!(post.deliver().await, [to("jan", "Op de wachtlijst")], "the other's waits");
    portal.clock.advance(TimeDelta::minutes(11));
    assert_eq!(post.deliver().await, [to("w2", "Op de wachtlijst")]);
}

#[tokio::test]
async fn a_mail_of_being_put_on_the_list_that_had_to_wait_is_not_sent_once_places_were_offered() {
    let portal = Portal::start().await;
    let post = MailTasks::new(&portal);
    let (eva, jan) = (portal.login("eva").await, portal.login("jan").await);
    let place = eva.fill(&["eva", "w1"]).await;
    let group = jan.wait_for_day(&["jan", "w2"]).await;
    post.deliver().await;
    assert_eq!(jan.answer(&group, "leave").await.status, 200);
    jan.wait_for_day(&["jan", "w2"]).await;
    post.deliver().await;
    eva.cancel_group(&place).await;
    offer(&portal).await;
    let sent = post.deliver().await;
    assert!(sent.contains(&to("w2", "Er zijn plaatsen vrij")), "{sent:?}");
    portal.clock.advance(TimeDelta::minutes(11));
    assert_eq!(post.deliver().await, []);
}

/// Addresses and subjects of the mails that `cause` leads to, and their texts.
async fn texts(
    post: &MailTasks,
    portal: &Portal,
    cause: impl AsyncFnOnce(),
) -> (Vec<(String, String)>, Vec<String>) {
    cause().await;
    portal.caught_up().await;
    let (sent, texts) = post.deliver_with_texts().await;
    (sent, texts.into_iter().map(|text| text.replace('\n', " ")).collect())
}
