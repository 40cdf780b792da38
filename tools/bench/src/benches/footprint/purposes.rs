//! The purpose of each index of the schema. A new index needs a line here: an index costs every insert, so somebody has
//! to say which statement it serves.

/// Every index, with the statements or the rule that it serves.
const PURPOSES: [(&str, &str); 147] = [
    ("access_tokens_expires_idx", "housekeeping deletes expired sessions"),
    ("access_tokens_member_idx", "revokes a member's sessions"),
    ("access_tokens_pkey", "finds the session of every request"),
    ("address_changes_created_idx", "housekeeping deletes requests after a day"),
    (
        "address_changes_member_idx",
        "counts a member's requests for a new address, and ends the one that waits",
    ),
    ("address_changes_pkey", "finds the request of a link"),
    ("analytics_places_pkey", "a later event ends its place"),
    ("analytics_places_play_date_idx", "analysts' views of a period of play"),
    ("analytics_vouchers_pkey", "a later event finds its voucher"),
    ("calendar_feeds_pkey", "whether an address of a member's calendar feed is valid"),
    ("club_closures_pkey", "one closure per club and day"),
    ("club_days_closed_idx", "the days that operators closed, for a club's page"),
    ("club_days_pkey", "the occupied places of a period, and of a club's days"),
    ("club_days_waiting_idx", "the days for which somebody waits"),
    ("club_photos_hash_idx", "whether a photo is still used"),
    ("club_photos_pkey", "a club's photos in order"),
    ("clubs_pkey", "finds a club"),
    ("content_changes_item_idx", "the changes of an item, latest first; its version"),
    ("content_changes_pkey", "operators read the changes, latest first, and undo one"),
    ("content_schedule_pkey", "what waits of an item"),
    ("data_downloads_member_idx", "counts a member's downloads of their data"),
    ("data_downloads_pkey", "names a download"),
    ("erased_members_pkey", "whether a member was erased"),
    ("events_correlation_idx", "operators ask for what one request did (BRIN)"),
    ("events_position_key", "followers read in order of position; a position is used once"),
    ("events_stream_key", "loads a stream; refuses the second of two concurrent appends"),
    ("faq_categories_pkey", "an import replaces a category"),
    ("faq_questions_pkey", "the questions of a category in order"),
    ("favourite_players_favourite_idx", "erases a member from others' favourites"),
    ("favourite_players_pkey", "a member's favourites, each once"),
    ("federation_registrations_pkey", "one imported registration per member and year"),
    ("former_addresses_member_idx", "the former addresses of a member"),
    ("former_addresses_pkey", "operators search by a former address"),
    ("historic_players_member_idx", "with whom a member played"),
    ("historic_players_pkey", "a later event changes the row of a round and a member"),
    ("idempotency_receipts_created_idx", "housekeeping deletes receipts after a day"),
    ("idempotency_receipts_key", "a repeated key is found, and refused to a second command"),
    ("impersonations_member_idx", "erasing a member"),
    ("impersonations_operator_idx", "ends what an operator began when their account or session ends"),
    ("impersonations_pkey", "the impersonation of a session"),
    ("journal_head_pkey", "there is one row"),
    ("ledger_pkey", "an event is entered once"),
    ("ledger_subscription_idx", "the entries of a pass, a page at a time"),
    ("login_failures_failed_idx", "housekeeping deletes old failures"),
    ("login_failures_key_idx", "counts the failures of an account and of an address"),
    ("login_links_code_hash_key", "uses the code of a mail once"),
    ("login_links_created_idx", "housekeeping deletes old links"),
    ("login_links_member_idx", "how many links a member was sent lately"),
    ("login_links_pkey", "uses a link once"),
    ("mail_outbox_bounced_idx", "operators look for addresses that bounced"),
    ("mail_outbox_dedup_key", "a mail is queued once"),
    ("mail_outbox_due_idx", "the mails to be sent next, for the release before this one"),
    ("mail_outbox_failed_idx", "how many mails were given up"),
    ("mail_outbox_gathers_idx", "the waiting mails about a booking, for the release before this one"),
    ("mail_outbox_member_day_idx", "the waiting and the last mail to a member about a day; erasing a member"),
    ("mail_outbox_pkey", "the sender settles a mail"),
    ("mail_outbox_settled_idx", "housekeeping deletes mails after 90 days"),
    ("mail_outbox_waiting_idx", "the mails to be sent next"),
    ("member_commands_pkey", "the commands of a member in the last hour"),
    ("member_names_pkey", "there is one row"),
    ("members_email_key", "finds a player by address; an address is used once"),
    ("members_member_number_idx", "operators search by a member's number; a number is used once"),
    ("members_pkey", "finds a member"),
    ("news_dismissals_pkey", "which news a member has hidden"),
    ("news_pkey", "an import replaces an item; a dismissal names it"),
    ("news_post_date_idx", "the news, latest first"),
    ("nodes_pkey", "a node renews its row"),
    ("notification_settings_pkey", "which news a member wants, asked where it is queued"),
    ("offers_member_idx", "a member's offers"),
    ("offers_pkey", "an import replaces an offer"),
    ("operator_actions_at_idx", "operators read the acts of a period"),
    ("operator_actions_member_idx", "the timeline of a member"),
    ("operator_actions_pkey", "an act is recorded once"),
    ("operator_links_pkey", "an operator has one link at a time"),
    ("operator_links_token_key", "finds the operator of a set-up link"),
    ("operator_sessions_expires_idx", "housekeeping deletes expired sessions"),
    ("operator_sessions_operator_idx", "an operator's sessions"),
    ("operator_sessions_pkey", "an operator ends a session"),
    ("operator_sessions_token_key", "finds the session of every request"),
    ("operator_tasks_open_idx", "one rebuild and one verification at a time; the task to work on"),
    ("operator_tasks_pkey", "finds a task"),
    ("operators_email_key", "finds an operator by address; an address is used once"),
    ("operators_name_idx", "no two operators have the same name"),
    ("operators_pkey", "finds an operator"),
    ("orders_member_idx", "a member's orders"),
    ("orders_open_idx", "open orders to be asked about"),
    ("orders_payment_idx", "the order of a payment"),
    ("orders_pkey", "a later event finds its order"),
    ("orders_refund_due_idx", "refunds to be requested"),
    ("orders_registrations_pkey", "one registration per member and year"),
    ("pages_pkey", "finds a page"),
    ("passkeys_credential_id_key", "finds the passkey of a log-in; a key is known once"),
    ("passkeys_member_idx", "a member's passkeys"),
    ("passkeys_pkey", "renames and removes a passkey"),
    ("password_resets_created_idx", "housekeeping deletes links after a day"),
    ("password_resets_member_idx", "counts a member's links; ends them at a new password"),
    ("password_resets_pkey", "finds the link that a member follows"),
    ("photo_sizes_pkey", "finds a photo in a size"),
    ("photos_pkey", "finds a photo"),
    ("play_rights_claims_pkey", "what members used of their rights; a later event finds its claim"),
    ("play_rights_subscriptions_member_idx", "the passes of members"),
    ("play_rights_subscriptions_pkey", "a pass is entered once; operators find it by its id"),
    ("player_lookups_pkey", "the addresses that a member looked up"),
    ("projection_lags_pkey", "a sample is stored once; the last hour, and what is older"),
    ("projections_pkey", "the position of a projection"),
    ("publication_pkey", "the last publication of figures is one row"),
    ("published_figures_figure_idx", "analysts read one figure, publishing replaces a month of it"),
    ("push_devices_endpoint_key", "a device is stored once, and belongs to one member"),
    ("push_devices_member_idx", "the devices that news is queued for; a member's list"),
    ("push_devices_pkey", "the sender finds, uses and forgets a device"),
    ("push_devices_session_idx", "forgets the devices of a session that is ended"),
    ("push_keys_pkey", "there is one row"),
    ("push_messages_due_idx", "the messages to be sent next"),
    ("push_messages_pkey", "a message is queued once for a device; what waits there"),
    ("push_messages_settled_idx", "housekeeping deletes messages after 90 days"),
    ("reference_version_pkey", "there is one row"),
    ("refusals_at_idx", "the latest refusals, a page at a time; housekeeping deletes them after 90 days"),
    ("refusals_member_idx", "what was refused to a member; erasing a member"),
    ("refusals_pkey", "a refusal is recorded once"),
    ("refusals_rule_idx", "what a rule refused, and how often"),
    ("reservations_bookings_day_idx", "the bookings of tomorrow, a page at a time, for their reminders"),
    ("reservations_bookings_number_idx", "operators search by the number of a booking"),
    ("reservations_bookings_pkey", "the booking of a card; a later event finds its booking"),
    ("reservations_places_booking_idx", "all places of a booking, for every card"),
    ("reservations_places_member_idx", "a member's upcoming rounds and history, a page at a time"),
    ("reservations_places_pkey", "a place by its id; a later event ends it"),
    ("reset_requests_address_idx", "counts the requests of an address"),
    ("reset_requests_requested_idx", "housekeeping deletes old requests"),
    ("sandbox_payments_idempotency_key_key", "a payment is created once (only the sandbox)"),
    ("sandbox_payments_open_idx", "payments that expire (only the sandbox)"),
    ("sandbox_payments_pkey", "finds a payment (only the sandbox)"),
    ("sandbox_payments_untold_idx", "payments to be announced (only the sandbox)"),
    ("sandbox_refunds_idempotency_key_key", "a refund is created once (only the sandbox)"),
    ("sandbox_refunds_payment_idx", "the refunds of a payment (only the sandbox)"),
    ("sandbox_refunds_pkey", "finds a refund (only the sandbox)"),
    ("seal_pkey", "the hashes of a block of events"),
    ("settings_pkey", "there is one row"),
    ("snapshots_key", "the snapshot of a stream"),
    ("used_challenges_expires_idx", "housekeeping deletes expired challenges"),
    ("used_challenges_pkey", "a challenge is accepted once"),
    ("vouchers_member_idx", "a member's vouchers in the order in which they expire"),
    ("vouchers_pkey", "a later event finds its voucher"),
    ("waiting_lists_groups_offered_idx", "which offers lapse next"),
    ("waiting_lists_groups_order_idx", "how many groups of a list come before one"),
    ("waiting_lists_groups_pkey", "a later event changes its group"),
    ("waiting_lists_players_member_idx", "the groups of a member"),
    ("waiting_lists_players_pkey", "the players of a group"),
];

/// The purpose of an index; none for one that is not in the list.
pub(super) fn purpose_of(index: &str) -> Option<&'static str> {
    // `_sqlx_migrations` is not ours.
    let own = [("_sqlx_migrations_pkey", "the applied migrations")];
    PURPOSES.into_iter().chain(own).find(|(name, _)| *name == index).map(|(_, purpose)| purpose)
}

#[cfg(test)]
mod tests {
    use fairway_events::testing::TestDatabase;

    use super::*;

    #[tokio::test]
    async fn every_index_of_the_schema_has_a_purpose_and_every_purpose_an_index() {
        let database = TestDatabase::new().await;
        let mut names: Vec<String> = sqlx::query_scalar(
            "SELECT relname::text FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
             WHERE relnamespace NOT IN ('pg_catalog'::regnamespace, 'pg_toast'::regnamespace)
                 AND relname <> '_sqlx_migrations_pkey'",
        )
        .fetch_all(&database.pool())
        .await
        .unwrap();
        names.sort_unstable();
        let mut purposes: Vec<&str> = PURPOSES.iter().map(|(name, _)| *name).collect();
        purposes.sort_unstable();
        assert_eq!(names, purposes);
    }
}
