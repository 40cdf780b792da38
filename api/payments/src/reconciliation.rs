//! Ensures that no order stays open because of a lost webhook: when its member returns, at the start, and every few
//! minutes. An order without a payment expires after a while; an order with a payment ends only as the provider
//! reports. A due refund is requested until the provider confirms it.

use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use fairway_clock::clock;
use fairway_command::{Command, PaymentOutcome, PaymentSeen, SettleOrder};
use fairway_events::MemberId;
use fairway_query::Order;
use fairway_text::error_chain::Chain;
use futures::future::join_all;

use crate::recording::{SettleError, Settled, submit};
use crate::refunding;
use crate::settling::settle;
use crate::state::Payments;

/// The pause between rounds.
const PAUSE: Duration = Duration::from_secs(120);
/// After this time an order without a payment expires. Longer than any retry of the request that placed it.
const WITHOUT_PAYMENT: TimeDelta = TimeDelta::minutes(30);
/// A payment that the provider does not know after this time was never paid.
const UNKNOWN_AFTER: TimeDelta = TimeDelta::days(2);
/// How long a member's screen waits for the provider.
const MEMBER_WAIT: Duration = Duration::from_secs(3);
/// How long it then waits for the read models.
const OWN_WRITE_WAIT: Duration = Duration::from_secs(2);
/// Orders per query.
const PAGE: i64 = 20;

/// Asks the provider about a member's open orders, for a limited time, and waits until the read models show the result.
pub async fn of_member(payments: &Payments, member: MemberId) {
    let open = match payments.common.reads.open_orders_of(member).await {
        Ok(open) => open,
        Err(error) => {
            tracing::warn!(error = %Chain(&error), "a member's open orders cannot be read");
            return;
        }
    };
    if open.is_empty() {
        return;
    }
    let asking = join_all(open.iter().map(|order| settle_open_order(payments, order)));
    let Ok(answers) = tokio::time::timeout(MEMBER_WAIT, asking).await else {
        tracing::warn!(orders = open.len(), "the payment provider is slow; open orders stay open for now");
        return;
    };
    let positions = answers.into_iter().filter_map(|answer| match answer {
        Ok(Settled::Recorded(position)) => Some(position),
        Ok(Settled::Open | Settled::Unknown) | Err(_) => None,
    });
    if let Some(position) = positions.max()
        && let Err(not_yet) = payments.common.progress.wait_until(position, OWN_WRITE_WAIT).await
    {
        tracing::warn!(
            error = %Chain(&not_yet),
            "the read models are behind; answering before they are up to date"
        );
    }
}

/// Runs rounds until `shutdown` completes; the first one at once.
pub async fn run(payments: Arc<Payments>, shutdown: impl Future<Output = ()>) {
    let mut shutdown = std::pin::pin!(shutdown);
    loop {
        tokio::select! {
            () = round(&payments) => {}
            () = &mut shutdown => return,
        }
        tokio::select! {
            () = tokio::time::sleep(PAUSE) => {}
            () = &mut shutdown => return,
        }
    }
}

/// Asks about every open order, and requests every due refund.
pub async fn round(payments: &Payments) {
    open_orders(payments).await;
    refunds_due(payments).await;
}

async fn refunds_due(payments: &Payments) {
    let mut after: Option<Order> = None;
    loop {
        let page = match payments.common.reads.refunds_due(after.as_ref(), PAGE).await {
            Ok(page) => page,
            Err(error) => {
                tracing::warn!(
                    error = %Chain(&error),
                    "refunds that are due cannot be read; the next run tries again"
                );
                return;
            }
        };
        join_all(page.iter().map(async |order| {
            if let Err(error) = refunding::pay_back(payments, order.id).await {
                tracing::error!(
                    order = %order.id,
                    error = %Chain(&error),
                    "a payment could not be refunded; the next run tries again"
                );
            }
        }))
        .await;
        after = page.into_iter().next_back();
        if after.is_none() {
            return;
        }
    }
}

async fn open_orders(payments: &Payments) {
    let mut after: Option<Order> = None;
    loop {
        let page = match payments.common.reads.open_orders(after.as_ref(), PAGE).await {
            Ok(page) => page,
            Err(error) => {
                tracing::warn!(
                    error = %Chain(&error),
                    "open orders cannot be read; the next run tries again"
                );
                return;
            }
        };
        join_all(page.iter().map(|order| settle_open_order(payments, order))).await;
        after = page.into_iter().next_back();
        if after.is_none() {
            return;
        }
    }
}

async fn settle_open_order(payments: &Payments, order: &Order) -> Result<Settled, SettleError> {
    let asked = ask(payments, order).await;
    match &asked {
        Ok(Settled::Recorded(_)) => {
            tracing::info!(order = %order.id, "an open order was settled by polling the provider")
        }
        Ok(Settled::Open | Settled::Unknown) => {}
        Err(error) => {
            tracing::warn!(order = %order.id, error = %Chain(error), "an open order could not be settled");
        }
    }
    asked
}

async fn ask(payments: &Payments, order: &Order) -> Result<Settled, SettleError> {
    let now = payments.common.clock.now();
    let age = now - order.placed_at;
    let given_up = |payment: Option<PaymentSeen>| {
        Command::SettleOrder(SettleOrder {
            order: order.id,
            payment,
            outcome: PaymentOutcome::Expired,
            day: clock::day_of(now),
            at: now,
        })
    };
    match &order.payment {
        Some(payment) => match settle(payments, payment).await? {
            Settled::Unknown if age > UNKNOWN_AFTER => {
                let seen = PaymentSeen { id: payment.clone(), amount_cents: order.amount_cents };
                submit(&payments.common, given_up(Some(seen))).await
            }
            asked => Ok(asked),
        },
        None if age > WITHOUT_PAYMENT => submit(&payments.common, given_up(None)).await,
        None => Ok(Settled::Open),
    }
}
