//! The endpoints with the description of the operators' API, to which those of `operator-accounts` belong too. The roles of an operation's security requirement are those that its
//! handler's permission allows; a test asks every endpoint as every role.

use std::sync::Arc;

use fairway_operator_accounts::access;
use utoipa::openapi::OpenApi as Document;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityScheme};
use utoipa::{Modify, OpenApi};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::endpoints::{
    actions, billing, booking, booking_cancel, club_accounts, club_actions, club_day_changes,
    club_day_players, club_day_range, club_days, club_days_board, club_settlement, club_statement, clubs,
    content, event, explain, figures, integrity, lag, mail_again, mail_preview, mails, member,
    member_account, member_email, member_erase, member_grants, member_ledger, member_notes, member_passkeys,
    member_profile, member_withdrawals, order_refund, own_acts, projections, rebuild, refusals, runs, seal,
    search, start, statements, subject, tasks, timeline,
};
use crate::state::Operators;

/// The parts of the description that the handlers do not contain.
#[derive(Debug, OpenApi)]
#[openapi(
    info(
        title = "Fairway for operators",
        description = "The API of the operators' screens. The session is in a cookie; every change also sends the \
                       session's `csrf_token` as `X-CSRF-Token`, from the same origin. Every failure answers \
                       `{\"success\": false, \"error\": \"<English sentence>\"}`; where single fields are invalid, `errors` \
                       names them; of a 403, `errors.factor` asks for `/operator/api/session/confirm` first. Instants have the \
                       offset of Europe/Amsterdam.",
    ),
    modifiers(&SessionCookie),
    security(("operator" = [])),
    tags(
        (name = "session", description = "Log-in, set-up, and one's own account and sessions"),
        (name = "operators", description = "Operators' accounts"),
        (name = "look-up", description = "Members, bookings, vouchers, orders and clubs' days"),
        (name = "members", description = "A member's account, and what operators do for members"),
        (name = "club accounts", description = "The accounts and devices of clubs"),
        (name = "club days", description = "Closing and limiting single days of clubs"),
        (name = "statements", description = "What clubs are owed: tariffs, statements, invoices and disputes"),
        (name = "mails", description = "Mails that wait, failed or bounced"),
        (name = "content", description = "News, questions, pages, offers, settings and clubs"),
        (name = "watching", description = "The work of the portal and its operators"),
    )
)]
struct OperatorDescription;

struct SessionCookie;

impl Modify for SessionCookie {
    fn modify(&self, document: &mut Document) {
        let cookie = SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::new(access::COOKIE)));
        document.components.get_or_insert_default().add_security_scheme("operator", cookie);
    }
}

/// The endpoints.
pub fn routes() -> OpenApiRouter<Arc<Operators>> {
    OpenApiRouter::with_openapi(OperatorDescription::openapi())
        .routes(routes!(own_acts::acts))
        .routes(routes!(start::start))
        .routes(routes!(search::search))
        .routes(routes!(subject::subject))
        .routes(routes!(timeline::timeline))
        .routes(routes!(event::event))
        .routes(routes!(clubs::clubs))
        .routes(routes!(explain::explain))
        .routes(routes!(explain::what_if))
        .routes(routes!(member::member))
        .routes(routes!(member_ledger::ledger))
        .routes(routes!(member_notes::list, member_notes::add))
        .routes(routes!(member_notes::remove))
        .routes(routes!(member_grants::grant_vouchers))
        .routes(routes!(member_grants::grant_pass))
        .routes(routes!(member_grants::return_right))
        .routes(routes!(member_withdrawals::withdraw_voucher))
        .routes(routes!(member_withdrawals::withdraw_pass))
        .routes(routes!(order_refund::refund))
        .routes(routes!(booking::booking))
        .routes(routes!(booking_cancel::cancel))
        .routes(routes!(member_account::disable))
        .routes(routes!(member_account::enable))
        .routes(routes!(member_account::impersonate))
        .routes(routes!(member_account::end_sessions))
        .routes(routes!(member_passkeys::remove))
        .routes(routes!(member_email::change_email))
        .routes(routes!(member_profile::correct))
        .routes(routes!(member_erase::erase))
        .routes(routes!(club_days::days))
        .routes(routes!(club_days_board::board))
        .routes(routes!(club_day_players::players))
        .routes(routes!(club_day_players::export))
        .routes(routes!(club_day_changes::preview))
        .routes(routes!(club_day_changes::close))
        .routes(routes!(club_day_changes::limit))
        .routes(routes!(club_day_changes::reopen))
        .routes(routes!(club_day_range::preview))
        .routes(routes!(club_day_range::change))
        .routes(routes!(club_accounts::list))
        .routes(routes!(club_accounts::invite))
        .routes(routes!(club_accounts::invite_again))
        .routes(routes!(club_accounts::disable))
        .routes(routes!(club_accounts::revoke))
        .routes(routes!(statements::statements))
        .routes(routes!(statements::take_payments))
        .routes(routes!(statements::payments_file))
        .routes(routes!(billing::own, billing::set_own))
        .routes(routes!(billing::set_of_club))
        .routes(routes!(club_settlement::settlement))
        .routes(routes!(club_settlement::set_tariff))
        .routes(routes!(club_settlement::end_dispute))
        .routes(routes!(club_statement::statement))
        .routes(routes!(club_statement::day))
        .routes(routes!(club_statement::pdf))
        .routes(routes!(club_statement::csv))
        .routes(routes!(club_statement::invoice))
        .routes(routes!(club_statement::close))
        .routes(routes!(refusals::refusals))
        .routes(routes!(refusals::rules))
        .routes(routes!(refusals::export))
        .routes(routes!(mails::mails))
        .routes(routes!(mail_preview::preview))
        .routes(routes!(mail_again::send_again))
        .routes(routes!(mail_again::send_again_all))
        .routes(routes!(mails::export))
        .routes(routes!(runs::runs))
        .routes(routes!(figures::figures))
        .routes(routes!(figures::csv))
        .routes(routes!(projections::projections))
        .routes(routes!(lag::lag))
        .routes(routes!(rebuild::start))
        .routes(routes!(rebuild::replace_tables))
        .routes(routes!(rebuild::cancel))
        .routes(routes!(integrity::verify))
        .routes(routes!(integrity::cancel))
        .routes(routes!(seal::state))
        .routes(routes!(seal::check))
        .routes(routes!(tasks::list))
        .routes(routes!(tasks::one))
        .routes(routes!(actions::actions))
        .routes(routes!(actions::export))
        .routes(routes!(club_actions::actions))
        .routes(routes!(content::read::list))
        .routes(routes!(content::read::item))
        .routes(routes!(content::read::changes))
        .routes(routes!(content::preview::preview))
        .routes(routes!(content::photo::store))
        .routes(routes!(content::change::add))
        .routes(routes!(content::change::save))
        .routes(routes!(content::change::discard))
        .routes(routes!(content::change::remove))
        .routes(routes!(content::change::undo))
        .routes(routes!(content::change::order))
}
