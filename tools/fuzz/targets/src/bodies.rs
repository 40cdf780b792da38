//! JSON bodies. The first line of the input is the name of the request, the rest is its body.

use axum::http::StatusCode;
use fairway_content::endpoints::news::dismiss::DismissRequest;
use fairway_endpoint::body::parse;
use fairway_endpoint::failure::Failure;
use fairway_endpoint::field_errors::FieldErrors;
use fairway_members::endpoints::change_password::ChangePasswordRequest;
use fairway_members::endpoints::forgot_password::ForgotPasswordRequest;
use fairway_members::endpoints::login::LoginRequest;
use fairway_members::endpoints::login_code::CodeLoginRequest;
use fairway_members::endpoints::login_link::LinkLoginRequest;
use fairway_members::endpoints::new_email::{ConfirmEmailRequest, NewEmailRequest};
use fairway_members::endpoints::reset_password::ResetPasswordRequest;
use fairway_members::endpoints::save_profile::ProfileRequest;
use fairway_members::endpoints::token_login::TokenLoginRequest;
use fairway_payments::endpoints::purchases::federation_pay::FederationOrder;
use fairway_payments::endpoints::purchases::voucher_pay::VoucherOrder;
use fairway_rounds::endpoints::favourites::FavouriteRequest;
use fairway_rounds::endpoints::reservations::alternatives::AlternativesRequest;
use fairway_rounds::endpoints::reservations::availability::AvailabilityRequest;
use fairway_rounds::endpoints::reservations::book::BookRequest;
use fairway_rounds::endpoints::reservations::golfclubs::ClubsRequest;
use fairway_rounds::endpoints::reservations::player_add::AddPlayersRequest;
use fairway_rounds::endpoints::reservations::player_swap::SwapPlayerRequest;
use fairway_rounds::endpoints::reservations::players_check::PlayerCheckRequest;
use fairway_rounds::endpoints::reservations::start_time::StartTimeRequest;
use fairway_store::profiles::Profile;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::{Value, json};

use crate::TODAY;
use crate::lines::split_first_line;

/// Only a JSON object is accepted. A refusal has status 400 or 422 and a sentence per error, and valid JSON is never
/// refused as malformed JSON. An accepted profile is accepted again unchanged.
pub fn bodies(data: &[u8]) {
    let (request, body) = split_first_line(data);
    match request {
        b"alternatives" => check::<AlternativesRequest>(body),
        b"availability" => check::<AvailabilityRequest>(body),
        b"book" => book(body),
        b"check" => check::<PlayerCheckRequest>(body),
        b"code" => check::<CodeLoginRequest>(body),
        b"confirm" => check::<ConfirmEmailRequest>(body),
        b"clubs" => check::<ClubsRequest>(body),
        b"dismiss" => check::<DismissRequest>(body),
        b"email" => check::<NewEmailRequest>(body),
        b"favourite" => check::<FavouriteRequest>(body),
        b"federation" => check::<FederationOrder>(body),
        b"forgot" => check::<ForgotPasswordRequest>(body),
        b"link" => check::<LinkLoginRequest>(body),
        b"login" => check::<LoginRequest>(body),
        b"operator" => check::<TokenLoginRequest>(body),
        b"password" => check::<ChangePasswordRequest>(body),
        b"players" => check::<AddPlayersRequest>(body),
        b"profile" => profile(body),
        b"reset" => check::<ResetPasswordRequest>(body),
        b"start" => check::<StartTimeRequest>(body),
        b"swap" => check::<SwapPlayerRequest>(body),
        b"voucher" => check::<VoucherOrder>(body),
        _ => {}
    }
}

fn check<T: DeserializeOwned>(body: &[u8]) {
    let _accepted: Option<T> = read(body);
}

fn read<T: DeserializeOwned>(body: &[u8]) -> Option<T> {
    match parse::<T>(body) {
        Ok(value) => {
            assert!(serde_json::from_slice::<IgnoredAny>(body).is_ok());
            assert_eq!(body.trim_ascii().first(), Some(&b'{'));
            Some(value)
        }
        Err(failure) => {
            assert_documented(&failure);
            let is_json = serde_json::from_slice::<Value>(body).is_ok();
            assert!(!is_json || failure.status() == StatusCode::UNPROCESSABLE_ENTITY, "{failure:?}");
            None
        }
    }
}

/// Asserts that a refusal has a documented status and readable sentences.
fn assert_documented(failure: &Failure) {
    let body = failure.body();
    assert!(matches!(failure.status().as_u16(), 400 | 422), "{failure:?}");
    assert_eq!(body["success"], false);
    let sentences = body["errors"].as_object().into_iter().flatten().map(|(_, sentence)| sentence);
    for sentence in sentences.chain([&body["error"]]) {
        let sentence = sentence.as_str().expect("a sentence");
        assert!((8..=200).contains(&sentence.len()) && !sentence.contains(char::is_control), "{sentence:?}");
    }
}

fn book(body: &[u8]) {
    let Some(request) = read::<BookRequest>(body) else { return };
    let mut fields = FieldErrors::default();
    let (holes, date) = (fields.holes(request.holes), fields.date(&request.date));
    fields.players(&request.players);
    match fields.done() {
        Ok(()) => {
            assert_eq!(holes.map(|holes| i64::from(holes.count())), Some(request.holes));
            assert_eq!(date.map(|date| date.to_string()), Some(request.date));
        }
        Err(failure) => assert_documented(&failure),
    }
}

fn profile(body: &[u8]) {
    let Some(request) = read::<ProfileRequest>(body) else { return };
    let accepted = match request.checked(Profile::default(), TODAY) {
        Ok(accepted) => accepted,
        Err(errors) => return assert_documented(&Failure::invalid(errors)),
    };
    let sent_again = json!({
        "initials": accepted.initials, "street": accepted.street, "housenumber": accepted.housenumber,
        "postcode": accepted.postcode, "country": accepted.country, "city": accepted.city, "gsn": accepted.gsn, "telephone": accepted.telephone,
        "gender": accepted.gender,
        "birthdate": accepted.birthdate, "is_club_member": accepted.is_club_member, "handicap": accepted.handicap,
        "golfassociation": accepted.golfassociation,
    });
    let request =
        read::<ProfileRequest>(sent_again.to_string().as_bytes()).expect("what was written is read");
    assert_eq!(request.checked(Profile::default(), TODAY), Ok(accepted));
}
