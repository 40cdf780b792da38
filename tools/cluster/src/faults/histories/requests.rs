//! Operations as requests of the portal's APIs.

use std::collections::HashMap;

use fairway_events::{ClubId, MemberId};
use fairway_histories::Call;
use reqwest::{Client, RequestBuilder};
use serde_json::{Value, json};
use uuid::Uuid;

/// The members of a record, whom the API names by address.
#[derive(Debug, Clone, Default)]
pub(super) struct Players {
    addresses: HashMap<MemberId, String>,
}

impl Players {
    pub(super) fn new(members: impl IntoIterator<Item = (MemberId, String)>) -> Self {
        Self { addresses: members.into_iter().collect() }
    }

    fn address(&self, member: MemberId) -> &str {
        self.addresses.get(&member).map(String::as_str).unwrap_or_default()
    }

    pub(super) fn by_address(&self, address: &str) -> Option<MemberId> {
        self.addresses.iter().find(|(_, known)| *known == address).map(|(member, _)| *member)
    }

    /// The path of a member's call and its body; none: it is read with GET. A booking stands for one of its places.
    fn path_and_body(&self, call: &Call) -> (String, Option<Value>) {
        let of_place = |place: Uuid, what: &str| format!("/api/reservations/{place}/{what}");
        let addresses = |players: &[MemberId]| -> Vec<&str> {
            players.iter().map(|player| self.address(*player)).collect()
        };
        match call {
            Call::Book { club, date, holes, players } => {
                let players = addresses(players);
                let body =
                    json!({ "holes": holes.count(), "golfclub": club, "players": players, "date": date });
                ("/api/reservations".to_owned(), Some(body))
            }
            Call::CancelPlace { place, .. } => (of_place(place.0, "cancel"), Some(Value::Null)),
            Call::CancelGroup { booking, .. } => (of_place(booking.0, "group/cancel"), Some(Value::Null)),
            Call::AddPlayer { booking, player, .. } => {
                (of_place(booking.0, "player/add"), Some(json!({ "players": [self.address(*player)] })))
            }
            Call::RemovePlayer { place, .. } => (of_place(place.0, "player/remove"), Some(Value::Null)),
            Call::SwapPlayer { place, player, .. } => {
                (of_place(place.0, "player/swap"), Some(json!({ "email": self.address(*player) })))
            }
            Call::ReadOwn => ("/api/reservations".to_owned(), None),
            Call::ReadAvailability { club, holes, players, .. } => {
                let players = addresses(players);
                let body = json!({ "holes": holes.count(), "golfclub": club, "players": players });
                ("/api/reservations/availability".to_owned(), Some(body))
            }
            Call::ReadDay { club: ClubId(club), date, from_journal: true } => {
                (format!("/operator/api/clubs/{club}/days/{date}/players"), None)
            }
            Call::ReadDay { date, .. } => (format!("/club/api/days/{date}"), None),
        }
    }

    /// The request of a call, without what says who asks.
    pub(super) fn request(&self, http: &Client, base: &str, call: &Call) -> RequestBuilder {
        let (path, body) = self.path_and_body(call);
        let url = format!("{base}{path}");
        match body {
            None => http.get(url),
            Some(Value::Null) => http.post(url),
            Some(body) => http.post(url).json(&body),
        }
    }
}

/// Whether the API takes an idempotency key for a call. Cancellations need none: a repeated one changes nothing.
pub(super) fn takes_key(call: &Call) -> bool {
    matches!(call, Call::Book { .. } | Call::AddPlayer { .. } | Call::SwapPlayer { .. })
}

#[cfg(test)]
mod tests {
    use fairway_events::{BookingId, Holes, PlaceId};

    use super::*;

    #[test]
    fn calls_become_requests() {
        let (jan, eva) = (MemberId(Uuid::from_u128(1)), MemberId(Uuid::from_u128(2)));
        let players = Players::new([(jan, "jan@x".to_owned()), (eva, "eva@x".to_owned())]);
        assert_eq!(players.by_address("eva@x"), Some(eva));
        let (club, date) = (ClubId("a".to_owned()), "2026-11-28".parse().unwrap());
        let book = Call::Book { club: club.clone(), date, holes: Holes::Nine, players: vec![jan, eva] };
        let body =
            json!({ "holes": 9, "golfclub": "a", "players": ["jan@x", "eva@x"], "date": "2026-11-28" });
        assert_eq!(players.path_and_body(&book), ("/api/reservations".to_owned(), Some(body)));
        assert!(takes_key(&book));
        let (place, booking) = (PlaceId(Uuid::from_u128(3)), BookingId(Uuid::from_u128(4)));
        let swap = Call::SwapPlayer { club: club.clone(), date, booking, place, player: eva };
        let path = format!("/api/reservations/{place}/player/swap");
        assert_eq!(players.path_and_body(&swap), (path, Some(json!({ "email": "eva@x" }))));
        let group = Call::CancelGroup { club: club.clone(), date, booking };
        let path = format!("/api/reservations/{}/group/cancel", booking.0);
        assert_eq!(players.path_and_body(&group), (path, Some(Value::Null)));
        assert!(!takes_key(&group));
        let day = |from_journal| Call::ReadDay { club: club.clone(), date, from_journal };
        let path = "/operator/api/clubs/a/days/2026-11-28/players".to_owned();
        assert_eq!(players.path_and_body(&day(true)), (path, None));
        assert_eq!(players.path_and_body(&day(false)).0, "/club/api/days/2026-11-28");
    }
}
