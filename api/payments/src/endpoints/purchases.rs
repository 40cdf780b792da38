//! Purchases: the products, the order, and the messages of the payment provider. Prices, limits and methods come from
//! the settings; a request only chooses.

pub(crate) mod checkout;
pub(crate) mod federation_offer;
pub mod federation_pay;
pub mod fields;
mod methods;
pub(crate) mod voucher_offer;
pub mod voucher_pay;
pub mod webhook;
