//! JSON bodies: the first line names the call, the rest is sent to it.

use axum::http::StatusCode;
use fairway_api::http::body::parse;
use fairway_api::http::failure::Failure;
use fairway_api::http::field_errors::FieldErrors;
use fairway_api::http::news::dismiss::DismissRequest;
use fairway_api::http::purchases::federation_pay::FederationOrder;
use fairway_api::http::purchases::voucher_pay::VoucherOrder;
use fairway_api::http::reservations::availability::AvailabilityRequest;
use fairway_api::http::reservations::book::BookRequest;
use fairway_api::http::reservations::golfclubs::ClubsRequest;
use fairway_api::http::reservations::player_add::AddPlayersRequest;
use fairway_api::http::reservations::players_check::PlayerCheckRequest;
use fairway_api::http::token::login::TokenLoginRequest;
use fairway_api::http::users::change_password::ChangePasswordRequest;
use fairway_api::http::users::forgot_password::ForgotPasswordRequest;
use fairway_api::http::users::login::LoginRequest;
use fairway_api::http::users::reset_password::ResetPasswordRequest;
use fairway_api::http::users::save_profile::ProfileRequest;
use fairway_api::store::profiles::Profile;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::{Value, json};

use crate::TODAY;
use crate::lines::first;

/// A body is taken only when it is one JSON object; what is refused is refused as 400 or 422, with a sentence and with
/// fields of the call's own; JSON is never said to be none. A profile that is taken stays as it is when it is sent again.
pub fn bodies(data: &[u8]) {
    let (call, body) = first(data);
    match call {
        b"availability" => take::<AvailabilityRequest>(body),
        b"book" => book(body),
        b"check" => take::<PlayerCheckRequest>(body),
        b"clubs" => take::<ClubsRequest>(body),
        b"dismiss" => take::<DismissRequest>(body),
        b"federation" => take::<FederationOrder>(body),
        b"forgot" => take::<ForgotPasswordRequest>(body),
        b"login" => take::<LoginRequest>(body),
        b"operator" => take::<TokenLoginRequest>(body),
        b"password" => take::<ChangePasswordRequest>(body),
        b"players" => take::<AddPlayersRequest>(body),
        b"profile" => profile(body),
        b"reset" => take::<ResetPasswordRequest>(body),
        b"voucher" => take::<VoucherOrder>(body),
        _ => {}
    }
}

fn take<T: DeserializeOwned>(body: &[u8]) {
    let _taken: Option<T> = read(body);
}

fn read<T: DeserializeOwned>(body: &[u8]) -> Option<T> {
    match parse::<T>(body) {
        Ok(value) => {
            assert!(serde_json::from_slice::<IgnoredAny>(body).is_ok());
            assert_eq!(body.trim_ascii().first(), Some(&b'{'));
            Some(value)
        }
        Err(failure) => {
            holds(&failure);
            let is_json = serde_json::from_slice::<Value>(body).is_ok();
            assert!(!is_json || failure.status() == StatusCode::UNPROCESSABLE_ENTITY, "{failure:?}");
            None
        }
    }
}

/// A refusal as the contract has it.
fn holds(failure: &Failure) {
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
    let Some(wanted) = read::<BookRequest>(body) else { return };
    let mut fields = FieldErrors::default();
    let (holes, date) = (fields.holes(wanted.holes), fields.date(&wanted.date));
    fields.players(&wanted.players);
    match fields.done() {
        Ok(()) => {
            assert_eq!(holes.map(|holes| i64::from(holes.count())), Some(wanted.holes));
            assert_eq!(date.map(|date| date.to_string()), Some(wanted.date));
        }
        Err(failure) => holds(&failure),
    }
}

fn profile(body: &[u8]) {
    let Some(request) = read::<ProfileRequest>(body) else { return };
    let new = match request.checked(Profile::default(), TODAY) {
        Ok(new) => new,
        Err(errors) => return holds(&Failure::invalid(errors)),
    };
    let again = json!({
        "initials": new.initials, "street": new.street, "housenumber": new.housenumber, "postcode": new.postcode,
        "city": new.city, "gsn": new.gsn, "telephone": new.telephone, "gender": new.gender,
        "birthdate": new.birthdate, "is_club_member": new.is_club_member, "handicap": new.handicap,
        "golfassociation": new.golfassociation,
    });
    let request = read::<ProfileRequest>(again.to_string().as_bytes()).expect("what was written is read");
    assert_eq!(request.checked(Profile::default(), TODAY), Ok(new));
}
