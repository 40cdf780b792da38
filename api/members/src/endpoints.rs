//! Log-in and log-out, the caller's identity, and the profile.

pub mod change_password;
pub(crate) mod data;
pub mod forgot_password;
pub mod known_device;
pub mod login;
pub mod login_attempts;
pub mod login_code;
pub mod login_link;
pub(crate) mod logout;
pub(crate) mod me;
pub mod new_email;
pub(crate) mod new_password;
pub(crate) mod passkey_login;
pub mod passkey_notice;
pub(crate) mod passkeys;
mod present_password;
pub(crate) mod profile;
pub mod reset_password;
pub mod save_profile;
pub(crate) mod sessions;
pub mod token_login;
