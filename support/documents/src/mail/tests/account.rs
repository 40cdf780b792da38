//! The mails about the account, with and without what each can say.

use super::*;

impl Fixture {
    pub(super) fn account_mails(&self) -> Vec<(&'static str, Mail)> {
        let (portal, recipient, title) = (&self.portal, &self.players[0], self.title.as_str());
        let passkey = |change| PasskeyChanged { portal, recipient, change, changed_at: now() }.compose();
        let password_changed = PasswordChanged {
            portal,
            recipient,
            changed_at: now(),
            calendar_feed_ended: false,
            devices_ended: false,
            removed_passkeys: &[],
            present_passkeys: &[],
        };
        let passkeys = ["Telefoon".to_owned(), self.title.clone()];
        let asked = |by| NewAddressAsked { portal, recipient, by, asked_at: now() }.compose();
        let changed = |side, by| AddressChanged { portal, recipient, side, by, changed_at: now() }.compose();
        vec![
            (
                "confirm_address",
                ConfirmAddress { portal, recipient, token: "abc", valid_until: now() }.compose(),
            ),
            ("new_address_asked", asked(AskedBy::Member)),
            ("new_address_asked_by_operator", asked(AskedBy::Operator)),
            ("address_changed_to_another", changed(AddressSide::Former, AskedBy::Member)),
            ("address_changed_by_data_set", changed(AddressSide::Present, AskedBy::DataSet)),
            ("address_in_use", AddressInUse { portal, recipient }.compose()),
            (
                "password_forgotten",
                PasswordForgotten { portal, recipient, token: "tok-en_1", valid_until: now() }.compose(),
            ),
            ("data_downloaded", DataDownloaded { portal, recipient, downloaded_at: now() }.compose()),
            (
                "login_link",
                LoginLink { portal, recipient, token: "abc", code: "01234567", valid_until: now() }.compose(),
            ),
            ("calendar_feed_renewed", CalendarFeedRenewed { portal, recipient, renewed_at: now() }.compose()),
            ("passkey_added", passkey(PasskeyChange::Added { name: title })),
            ("passkey_removed", passkey(PasskeyChange::Removed { name: title })),
            ("passkeys_removed_by_operator", passkey(PasskeyChange::RemovedByOperator)),
            (
                "profile_corrected",
                ProfileCorrected { portal, recipient, fields: &["achternaam", "GSN"], corrected_at: now() }
                    .compose(),
            ),
            ("password_changed", password_changed.compose()),
            (
                "password_changed_with_passkeys",
                PasswordChanged {
                    calendar_feed_ended: true,
                    present_passkeys: &passkeys,
                    ..password_changed.clone()
                }
                .compose(),
            ),
            (
                "password_reset",
                PasswordChanged {
                    calendar_feed_ended: true,
                    devices_ended: true,
                    removed_passkeys: &passkeys,
                    ..password_changed
                }
                .compose(),
            ),
        ]
    }
}
