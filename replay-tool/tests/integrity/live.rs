//! A check beside a running system has no false findings: it compares at one position.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use fairway_audit::seal::Sealer;
use fairway_events::journal::{Batch, StreamAppend};
use fairway_events::{Actor, Holes, Journal, MemberId, MembershipEvent, StreamId, SubscriptionId};
use fairway_query::{Projection, Projector, ProjectorOptions};
use replay_tool::style::Style;
use replay_tool::verify::{text, verify};
use sqlx::PgPool;
use tokio::sync::watch;

use crate::support::{System, day, id};

/// Appends new members with a pass until stopped.
async fn append(pool: PgPool, appended: Arc<AtomicI64>, stop: watch::Receiver<bool>) {
    let journal = Journal::new(pool);
    for number in 100_000.. {
        if *stop.borrow() {
            return;
        }
        let member = MemberId(id(number));
        let started = MembershipEvent::SubscriptionStarted {
            member,
            subscription: SubscriptionId(id(number + 1_000_000)),
            name: "Jaar".to_owned(),
            startdate: day("2026-01-01"),
            enddate: day("2026-12-31"),
            paymentdate: None,
            amount_cents: 1,
            max: 1,
            per_month: None,
            max_holes: Holes::Nine,
        };
        let append = StreamAppend {
            stream: StreamId::Membership(member),
            version: 0,
            events: vec![started.into()],
            correlation_id: id(1),
            actor: Actor::import(),
            metadata: Default::default(),
        };
        let at = day("2026-11-27").and_hms_opt(9, 0, 0).unwrap().and_utc();
        journal.append(&Batch { appends: vec![append], receipts: Vec::new() }, at).await.unwrap();
        appended.fetch_add(1, Ordering::SeqCst);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_check_beside_a_writer_a_projector_and_the_sealer_has_no_findings() {
    let system = System::with_history().await;
    let (stop, stopped) = watch::channel(false);
    let appended = Arc::new(AtomicI64::new(0));
    let ended = |mut stop: watch::Receiver<bool>| async move {
        let _ = stop.wait_for(|stop| *stop).await;
    };
    let (projections, poll) = (Projection::ALL.to_vec(), Duration::from_millis(1));
    let options = ProjectorOptions { projections, poll, ..ProjectorOptions::default() };
    let tasks = [
        tokio::spawn(append(system.pool.clone(), Arc::clone(&appended), stopped.clone())),
        tokio::spawn(Projector::new(system.pool.clone(), options).run(None, ended(stopped.clone()))),
        tokio::spawn(Sealer::new(system.pool.clone()).run(ended(stopped))),
    ];
    for _ in 0..3 {
        let before = appended.load(Ordering::SeqCst);
        let report = verify(&system.pool, &[], &[], &mut |_| ()).await.unwrap();
        assert_eq!(report.counted, 0, "{}", text(&report, Style::PLAIN));
        let compared = report.checked.iter().filter(|line| line.contains(" rows at position ")).count();
        assert_eq!(compared, Projection::ALL.len(), "{:?}", report.checked);
        assert!(appended.load(Ordering::SeqCst) > before, "the writer went on meanwhile");
    }
    stop.send_replace(true);
    for task in tasks {
        task.await.unwrap();
    }
}
