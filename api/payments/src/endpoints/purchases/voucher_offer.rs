//! `GET /api/freevoucher/buy`: which free vouchers the member may buy now, and how many.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use chrono::Datelike;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::failure::Failure;
use fairway_endpoint::shapes::RoundLength;
use fairway_query::{Order, Product};
use fairway_store::shop;
use serde::Serialize;
use utoipa::ToSchema;

use super::methods::{self, IssuerView, MethodView, PaymentOptions};
use crate::amount;
use crate::state::Payments;

/// The vouchers for sale.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct VoucherOffer {
    /// Always true.
    pub success: bool,
    /// Whether the member may buy at all.
    #[serde(rename = "allowPurchase")]
    pub allow_purchase: bool,
    /// By length of round.
    #[serde(rename = "availableVouchers")]
    pub available_vouchers: Vec<VoucherPrice>,
    /// Number of vouchers that the member may still buy this year.
    #[serde(rename = "maxBuyable")]
    #[schema(example = 4)]
    pub max_buyable: u32,
    /// Payment methods.
    pub methods: Vec<MethodView>,
    /// Always empty: members choose their bank at the provider.
    pub issuers: Vec<IssuerView>,
    /// Seconds since the provider last listed its methods; null: it has not listed them yet.
    #[serde(rename = "methodsAge")]
    #[schema(example = 12)]
    pub methods_age: Option<i64>,
    /// Why a payment would fail now, and what to do; null: no problem is known.
    #[serde(rename = "paymentTrouble")]
    pub payment_trouble: Option<&'static str>,
    /// Always null: a failure has another form.
    pub error: Option<String>,
    /// Why nothing can be bought, or why open orders leave less of the maximum.
    pub message: Option<String>,
}

/// The price of one voucher.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct VoucherPrice {
    /// The longest round that it allows.
    #[schema(value_type = RoundLength)]
    pub holes: u8,
    /// Euros.
    #[schema(example = 12.5)]
    pub price: f64,
    /// As members read it.
    #[serde(rename = "formattedPrice")]
    #[schema(example = "€ 12,50")]
    pub formatted_price: String,
}

/// Free vouchers on offer
#[utoipa::path(
    get,
    path = "/api/freevoucher/buy",
    tag = "purchases",
    responses(
        (status = 200, description = "The offer", body = VoucherOffer),
    )
)]
pub(crate) async fn voucher_offer(
    State(payments): State<Arc<Payments>>,
    caller: Caller,
) -> Result<Json<VoucherOffer>, Failure> {
    let Some(settings) = shop::settings(&payments.common.pool).await? else { return Ok(Json(nothing())) };
    let today = payments.common.clock.today();
    let rights = payments
        .rights
        .of_members(&payments.common.reads, caller.read_models(), &[caller.id()], today)
        .await?;
    let subscribed = rights.values().flat_map(|rights| &rights.passes).any(|pass| pass.covers(today));
    let bought = payments.common.reads.vouchers_bought(caller.id(), today.year()).await?;
    let max_buyable = if subscribed { settings.voucher_maximum.saturating_sub(bought) } else { 0 };
    let open = open_text(&payments.common.reads.open_orders_of(caller.id()).await?, today.year());
    let message = if !subscribed {
        Some("Vrije vouchers zijn er voor leden met een lopend abonnement.".to_owned())
    } else if max_buyable == 0 && open.is_none() {
        Some("Je hebt dit jaar het maximale aantal vrije vouchers gekocht.".to_owned())
    } else if settings.free_vouchers.is_empty() {
        Some("Er zijn op dit moment geen vrije vouchers te koop.".to_owned())
    } else {
        open
    };
    let available = settings.free_vouchers.iter().map(|voucher| VoucherPrice {
        holes: voucher.holes.count(),
        price: amount::euros(voucher.price_cents),
        formatted_price: amount::formatted(voucher.price_cents),
    });
    let PaymentOptions { methods, methods_age, problem } = methods::on_offer(&payments, &settings).await;
    Ok(Json(VoucherOffer {
        allow_purchase: max_buyable > 0 && !settings.free_vouchers.is_empty(),
        available_vouchers: available.collect(),
        max_buyable,
        methods,
        methods_age,
        payment_trouble: problem,
        message,
        ..nothing()
    }))
}

/// The orders of vouchers that count in a year and are not paid yet; none without such an order.
fn open_text(orders: &[Order], year: i32) -> Option<String> {
    let of_year = orders.iter().filter(|order| order.year == year);
    let quantities: Vec<u32> = of_year
        .filter_map(|order| match order.product {
            Product::FreeVouchers { quantity, .. } => Some(quantity),
            Product::FederationRegistration { .. } => None,
        })
        .collect();
    match *quantities {
        [] => None,
        [1] => Some(
            "Je hebt nog een bestelling van 1 voucher open. Die telt mee voor je maximum van dit jaar."
                .to_owned(),
        ),
        [quantity] => Some(format!(
            "Je hebt nog een bestelling van {quantity} vouchers open. Die telt mee voor je maximum van dit jaar."
        )),
        _ => {
            let total: u32 = quantities.iter().sum();
            Some(format!(
                "Je hebt nog bestellingen van samen {total} vouchers open. Die tellen mee voor je maximum van dit jaar."
            ))
        }
    }
}

/// Nothing is for sale before the first import.
fn nothing() -> VoucherOffer {
    VoucherOffer {
        success: true,
        allow_purchase: false,
        available_vouchers: Vec::new(),
        max_buyable: 0,
        methods: Vec::new(),
        issuers: Vec::new(),
        methods_age: None,
        payment_trouble: None,
        error: None,
        message: Some("Er zijn op dit moment geen vrije vouchers te koop.".to_owned()),
    }
}
