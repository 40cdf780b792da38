//! One file per endpoint: its request, response, description and handler.

pub(crate) mod confirm;
pub(crate) mod login;
pub(crate) mod logout;
pub(crate) mod operators;
pub(crate) mod own_account;
pub(crate) mod own_app;
pub(crate) mod own_passkeys;
pub(crate) mod own_recovery_codes;
pub(crate) mod passkey_login;
pub(crate) mod session;
pub(crate) mod sessions;
pub(crate) mod setup;
