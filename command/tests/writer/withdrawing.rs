//! Two writers on one database: while one takes a pass or a voucher back, the other books a round on it. One of the two
//! comes first, and the other is refused. The controls `a_voucher_that_is_taken_back_while_it_is_used_is_noticed` and
//! `a_pass_that_is_taken_back_while_it_is_used_is_noticed` show that both would be appended without the check of the
//! streams' versions, and that the invariants then break.

use chrono::Days;
use fairway_command::{Command, GrantVoucher, Outcome, WithdrawSubscription, WithdrawVoucher, WriterOptions};
use fairway_events::testing::TestDatabase;
use fairway_events::{Holes, Journal, SubscriptionId, VoucherId, VoucherKind};
use futures::future::join_all;
use uuid::Uuid;

use crate::support::{
    JournalTotals, accepted, booking, club, give_pass, member, play_date, submission, today, writer,
};

/// So many members with a pass, and as many with a voucher.
const MEMBERS: u128 = 24;

fn grant(number: u128) -> Command {
    Command::GrantVoucher(GrantVoucher {
        member: member(number),
        voucher: VoucherId(Uuid::from_u128(number)),
        kind: VoucherKind::Bonus,
        title: "Welkom".to_owned(),
        holes: Holes::Eighteen,
        expires: today() + Days::new(30),
    })
}

/// The pass of one of the first members, the voucher of one of the others.
fn withdraw(number: u128) -> Command {
    if number <= MEMBERS {
        let subscription = SubscriptionId(Uuid::from_u128(number));
        Command::WithdrawSubscription(WithdrawSubscription {
            member: member(number),
            subscription,
            today: today(),
        })
    } else {
        let voucher = VoucherId(Uuid::from_u128(number));
        Command::WithdrawVoucher(WithdrawVoucher { member: member(number), voucher })
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_one_writer_takes_back_and_another_books_on_is_taken_back_or_used_and_never_both() {
    let database = TestDatabase::new().await;
    let (first, _first_task) = writer(database.pool(), WriterOptions::default());
    let (second, _second_task) = writer(database.pool(), WriterOptions::default());
    for number in 1..=MEMBERS {
        give_pass(&first, number).await;
        let granted = first.submit(submission(grant(MEMBERS + number))).await;
        assert!(accepted(&granted), "{granted:?}");
    }
    let club = club(None);
    let both =
        (1..=2 * MEMBERS).map(|number| {
            let booked = booking(number, &club, play_date(), &[number]);
            let (first, second) = (&first, &second);
            async move {
                tokio::join!(first.submit(submission(withdraw(number))), second.submit(submission(booked)))
            }
        });
    let outcomes = join_all(both).await;

    let ledger = JournalTotals::read(&Journal::new(database.pool())).await;
    for (number, (withdrawn, booked)) in (1..).zip(&outcomes) {
        assert_ne!(accepted(withdrawn), accepted(booked), "{withdrawn:?}, {booked:?}");
        for outcome in [withdrawn, booked] {
            let is_answer = matches!(outcome, Ok(Outcome::Accepted { .. } | Outcome::Rejected(_)));
            assert!(is_answer, "no conflict reaches the caller: {outcome:?}");
        }
        let claims = ledger.claims.get(&member(number)).copied().unwrap_or_default();
        assert_eq!(claims, usize::from(accepted(booked)));
    }
    assert_eq!(outcomes.len(), usize::try_from(2 * MEMBERS).unwrap());
}
