//! Log-in and log-out, the caller's identity, and the profile.

pub mod calendar_feed;
pub mod change_password;
pub mod data;
pub mod favourites;
pub mod forgot_password;
pub mod known_device;
pub mod ledger;
pub mod login;
pub(in crate::http) mod login_attempts;
pub mod login_code;
pub mod login_link;
pub mod logout;
pub mod me;
pub mod new_email;
pub(in crate::http) mod new_password;
pub mod notifications;
pub mod passkey_login;
pub(in crate::http) mod passkey_notice;
pub mod passkeys;
mod present_password;
pub mod profile;
pub mod push;
pub mod reset_password;
pub mod save_profile;
pub mod sessions;
pub mod subscriptions;
