//! How things stood: states folded from events, one module per kind of stream. Pure: no SQL, no clock, nothing of the
//! write side's code. Who wants an earlier state folds fewer events.
//!
//! A state holds one subject; folding a stream costs the memory of that one state, however long the stream is.

pub mod booking;
pub mod club_day;
pub mod member;
pub mod order;
pub mod voucher;

pub use booking::{Booking, Place, PlaceStatus};
pub use club_day::ClubDay;
pub use member::Member;
pub use order::{Order, OrderStatus};
pub use voucher::{Voucher, VoucherStatus};
