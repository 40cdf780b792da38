//! The state of orders, and what they granted.

use fairway_events::Holes;
use fairway_query::{OrderStatus, Product, Registration};

use crate::support::scenario::{Scenario, When, bought, order, play_day};
use crate::support::{Bench, club, day, member};

#[tokio::test]
async fn an_order_is_open_then_paid_and_then_its_voucher_exists() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    scenario.order_voucher(1, 1);
    bench.catch_up(&mut scenario).await;
    let open = bench.reads.open_orders_of(member(1)).await.unwrap();
    let [open] = open.as_slice() else { panic!("{open:?}") };
    assert_eq!((open.id, open.status, open.payment.as_deref()), (order(1), OrderStatus::Open, Some("tr_1")));
    assert_eq!(open.product, Product::FreeVouchers { quantity: 1, holes: Holes::Nine });
    assert_eq!((open.amount_cents, open.year, open.method.as_str()), (1_250, 2026, "ideal"));
    assert_eq!(bench.reads.vouchers_bought(member(1), 2026).await.unwrap(), 1, "open orders count");
    assert!(bench.reads.vouchers(member(1)).await.unwrap().is_empty(), "an unpaid voucher does not exist");

    scenario.pay_voucher(1, 1);
    bench.catch_up(&mut scenario).await;
    assert!(bench.reads.open_orders_of(member(1)).await.unwrap().is_empty());
    let latest = bench.reads.latest_orders(member(1)).await.unwrap();
    assert_eq!(latest.iter().map(|order| order.status).collect::<Vec<_>>(), [OrderStatus::Paid]);
    let vouchers = bench.reads.vouchers(member(1)).await.unwrap();
    assert_eq!(vouchers.iter().map(|voucher| voucher.id).collect::<Vec<_>>(), [bought(1)]);
}

#[tokio::test]
async fn the_latest_order_of_each_product_is_listed_and_expired_orders_do_not_count() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    scenario.buy_voucher(1, 1);
    scenario.order_voucher(2, 1);
    scenario.expire_order(2, 1);
    scenario.register(3, 1);
    scenario.order_voucher(4, 2);
    bench.catch_up(&mut scenario).await;

    let latest = bench.reads.latest_orders(member(1)).await.unwrap();
    let shown: Vec<_> = latest.iter().map(|order| (order.id, order.status)).collect();
    assert_eq!(shown, [(order(3), OrderStatus::Paid), (order(2), OrderStatus::Expired)]);
    assert_eq!(bench.reads.vouchers_bought(member(1), 2026).await.unwrap(), 1);
    assert_eq!(bench.reads.vouchers_bought(member(1), 2027).await.unwrap(), 0);
    let registration = Registration { year: 2026, package: "homecourse".to_owned() };
    assert_eq!(bench.reads.registrations(member(1)).await.unwrap(), [registration]);
    assert!(bench.reads.registrations(member(2)).await.unwrap().is_empty());

    let open = bench.reads.open_orders(None, 10).await.unwrap();
    assert_eq!(open.iter().map(|order| order.id).collect::<Vec<_>>(), [order(4)]);
    assert!(bench.reads.open_orders(open.first(), 10).await.unwrap().is_empty(), "a page follows the last");
}

#[tokio::test]
async fn a_withdrawn_voucher_is_not_in_the_list_or_the_rights() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    scenario.buy_voucher(1, 1);
    scenario.buy_voucher(2, 1);
    bench.catch_up(&mut scenario).await;
    scenario.refund(1, 1);
    bench.catch_up(&mut scenario).await;

    let left = bench.reads.vouchers(member(1)).await.unwrap();
    assert_eq!(left.iter().map(|voucher| voucher.id).collect::<Vec<_>>(), [bought(2)]);
    let rights = bench.reads.member_rights(&[member(1)], play_day(0)).await.unwrap();
    assert_eq!(rights[0].vouchers, left);
    let refunded: i64 = sqlx::query_scalar("SELECT refunded_cents FROM orders WHERE order_id = $1")
        .bind(order(1).0)
        .fetch_one(&bench.pool)
        .await
        .unwrap();
    assert_eq!(refunded, 1_250);
}

#[tokio::test]
async fn a_refund_is_due_from_its_request_until_it_was_made() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    scenario.register(3, 1);
    scenario.pay_registration_again(4, 1);
    bench.catch_up(&mut scenario).await;
    let due = bench.reads.refunds_due(None, 10).await.unwrap();
    assert_eq!(due.iter().map(|order| order.id).collect::<Vec<_>>(), [order(4)]);
    assert_eq!((due[0].refund_requested_cents, due[0].refunded_cents), (4_950, 0));
    assert!(bench.reads.refunds_due(due.first(), 10).await.unwrap().is_empty(), "a page follows the last");
    assert_eq!(bench.reads.open_order_totals().await.unwrap().refunds_due, 1);

    scenario.complete_refund(4, 1);
    bench.catch_up(&mut scenario).await;
    assert!(bench.reads.refunds_due(None, 10).await.unwrap().is_empty());
    assert_eq!(bench.reads.open_order_totals().await.unwrap().refunds_due, 0);
    let registration = Registration { year: 2026, package: "homecourse".to_owned() };
    assert_eq!(bench.reads.registrations(member(1)).await.unwrap(), [registration], "granted once");
}

#[tokio::test]
async fn an_approved_refund_is_due_until_all_of_it_went_back() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    scenario.buy_voucher(1, 1);
    scenario.buy_voucher(2, 1);
    scenario.approve_refund(1, 1);
    bench.catch_up(&mut scenario).await;
    let due = bench.reads.refunds_due(None, 10).await.unwrap();
    assert_eq!(due.iter().map(|order| order.id).collect::<Vec<_>>(), [order(1)]);
    assert_eq!((due[0].refund_requested_cents, due[0].refunded_cents), (1_250, 0));
    let left = bench.reads.vouchers(member(1)).await.unwrap();
    assert_eq!(left.iter().map(|voucher| voucher.id).collect::<Vec<_>>(), [bought(2)], "it is gone at once");

    scenario.pay_back(1, 1, 1_000);
    bench.catch_up(&mut scenario).await;
    assert_eq!(bench.reads.open_order_totals().await.unwrap().refunds_due, 1);
    scenario.pay_back(1, 1, 250);
    bench.catch_up(&mut scenario).await;
    assert!(bench.reads.refunds_due(None, 10).await.unwrap().is_empty());
    assert_eq!(bench.reads.vouchers_bought(member(1), 2026).await.unwrap(), 2, "the purchase still counts");
}

#[tokio::test]
async fn any_batch_size_gives_the_same_rows() {
    let bench = Bench::new().await;
    let mut scenario = Scenario::default();
    scenario.subscribe(1, 40, None);
    for number in 1..4 {
        scenario.order_voucher(number, 1);
    }
    scenario.pay_voucher(1, 1);
    scenario.expire_order(2, 1);
    scenario.pay_voucher(2, 1);
    scenario.refund(2, 1);
    scenario.buy_voucher(4, 1);
    scenario.approve_refund(4, 1);
    scenario.pay_back(4, 1, 1_250);
    scenario.grant(7, 1, Holes::Nine, day("2026-12-31"));
    scenario.withdraw_voucher(7, 1);
    scenario.subscribe(2, 40, None);
    scenario.withdraw_pass(2);
    scenario.register(9, 1);
    scenario.pay_registration_again(10, 1);
    scenario.complete_refund(10, 1);
    let index = scenario.book(&club(1), play_day(0), Holes::Nine, &[(1, None)]);
    scenario.cancel(index, 1, 1, When::OnTheDay);
    scenario.append(&bench.journal).await;

    let whole = crate::support::tables::from_zero(&bench.pool).await;
    for limit in [1, 2, 3, 5, 8] {
        let (schema, mut projector) =
            crate::support::tables::beside(&bench.pool, &format!("cut_{limit}")).await;
        while projector.run_once(limit).await.unwrap().events > 0 {}
        let rows = crate::support::tables::dump(&bench.pool, &schema).await;
        crate::support::tables::assert_same(&rows, &whole, &format!("batches of {limit}"));
    }
}
