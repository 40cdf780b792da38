//! The cost of a batch of mails: as many statements as one mail, whatever their number.

use tracing::{Instrument, info_span};

use super::MailTasks;
use crate::queries::{MEASURED, Statement, Statements};
use crate::support::Portal;

/// The statements with which a process queues the mails of what happened, and with which it composes them; each without
/// those that store and settle mail by mail.
async fn cost(statements: &Statements, post: &MailTasks) -> (Vec<String>, Vec<String>) {
    let reads = |run: Vec<Statement>| -> Vec<String> {
        let measured = run.into_iter().filter(|one| one.is_measured).map(|one| one.text);
        measured.filter(|text| text.trim_start().starts_with("SELECT")).collect()
    };
    statements.take();
    post.queue().instrument(info_span!(MEASURED)).await;
    let queued = reads(statements.take());
    let sent = post.sender.send_due().instrument(info_span!(MEASURED)).await;
    assert!(sent.expect("an outbox") > 0);
    (queued, reads(statements.take()))
}

#[tokio::test]
async fn several_groups_are_queued_and_composed_with_as_many_statements_as_one() {
    let statements = Statements::start();
    let portal = Portal::start().await;
    let post = MailTasks::new(&portal);
    let (eva, jan) = (portal.login("eva").await, portal.login("jan").await);
    let (w3, w4) = (portal.login("w3").await, portal.login("w4").await);
    eva.fill(&["eva", "w1"]).await;
    post.deliver().await;

    // Two players each: the settings, the names and the events of both are read at once.
    jan.wait_for_day(&["jan", "w2"]).await;
    let (queued, composed) = cost(&statements, &post).await;
    w3.wait_for_day(&["w3"]).await;
    w4.wait_for_day(&["w4"]).await;
    let (queued_of_two, composed_of_two) = cost(&statements, &post).await;
    assert!(!queued.is_empty() && !composed.is_empty(), "nothing was counted");
    assert!(queued.iter().any(|text| text.contains("notification_settings")), "{queued:#?}");
    assert!(queued_of_two.len() <= queued.len(), "{queued:#?}\n{queued_of_two:#?}");
    assert!(composed_of_two.len() <= composed.len(), "{composed:#?}\n{composed_of_two:#?}");
}
