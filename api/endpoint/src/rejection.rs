//! Maps a rejection of the domain to its HTTP response: the class becomes a status, and a reason about a co-player
//! starts with that player's first name (docs/domain.md §3, "Reasons").

use std::collections::HashMap;

use axum::http::StatusCode;
use fairway_command::{Reason, Rejection, RejectionClass};
use fairway_events::MemberId;
use fairway_store::members::Member;

use super::failure::Failure;

/// First names of the members whom a request concerns.
#[derive(Debug, Clone, Default)]
pub struct PlayerNames(HashMap<MemberId, String>);

impl PlayerNames {
    /// The names of these members.
    pub fn from_members<'a>(members: impl IntoIterator<Item = &'a Member>) -> Self {
        Self(members.into_iter().map(|member| (member.id, member.first_name.clone())).collect())
    }

    /// Names that the caller has already.
    #[must_use]
    pub fn from_first_names(names: HashMap<MemberId, String>) -> Self {
        Self(names)
    }

    /// A first name.
    #[must_use]
    pub fn first_name(&self, member: MemberId) -> String {
        self.0.get(&member).cloned().unwrap_or_else(|| "Een medespeler".to_owned())
    }

    /// A reason as the viewer reads it: about themselves unchanged (`Heeft …`), about a co-player with the name.
    #[must_use]
    pub fn reason(&self, reason: &Reason, viewer: MemberId) -> String {
        match reason {
            Reason::Player { member, reason } if *member != viewer => {
                format!("{} {}", self.first_name(*member), lower_first(&reason.to_string()))
            }
            Reason::Date(_) | Reason::Club(_) | Reason::Player { .. } => reason.to_string(),
        }
    }

    /// The response to a rejected command.
    #[must_use]
    pub fn failure(&self, rejection: &Rejection, viewer: MemberId) -> Failure {
        let status = match rejection.class() {
            RejectionClass::NotFound => StatusCode::NOT_FOUND,
            RejectionClass::Forbidden => StatusCode::FORBIDDEN,
            RejectionClass::Conflict => StatusCode::CONFLICT,
            RejectionClass::Invalid => StatusCode::UNPROCESSABLE_ENTITY,
        };
        let sentence = match rejection {
            Rejection::Unbookable(reason) => self.reason(reason, viewer),
            Rejection::StartTimeChanged { by: Some(by), .. } => {
                self.start_time_changed(rejection, *by, viewer)
            }
            other => other.to_string(),
        };
        Failure::new(status, sentence)
    }

    fn start_time_changed(&self, rejection: &Rejection, by: MemberId, viewer: MemberId) -> String {
        let sentence = rejection.to_string();
        if by == viewer {
            // On another of their devices.
            sentence.replacen("Heeft", "Je hebt", 1)
        } else {
            format!("{} {}", self.first_name(by), lower_first(&sentence))
        }
    }
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use fairway_command::PlayerReason;
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_reason_about_a_co_player_has_the_name_in_front() {
        let (jan, eva) = (MemberId(Uuid::from_u128(1)), MemberId(Uuid::from_u128(2)));
        let names = PlayerNames(HashMap::from([(jan, "Jan".to_owned()), (eva, "Eva".to_owned())]));
        let reason = Reason::Player { member: jan, reason: PlayerReason::AlreadyPlays };
        assert_eq!(names.reason(&reason, jan), "Heeft op deze datum al een reservering");
        assert_eq!(names.reason(&reason, eva), "Jan heeft op deze datum al een reservering");
    }

    #[test]
    fn whoever_changed_the_start_time_is_named() {
        let (jan, eva) = (MemberId(Uuid::from_u128(1)), MemberId(Uuid::from_u128(2)));
        let names = PlayerNames(HashMap::from([(jan, "Jan".to_owned())]));
        let told = |viewer: MemberId, start_time: Option<&str>| {
            let start_time = start_time.map(|time| time.parse().unwrap());
            let failure = names.failure(&Rejection::StartTimeChanged { by: Some(jan), start_time }, viewer);
            (failure.status(), failure.sentence().to_owned())
        };
        let conflict = |text: &str| (StatusCode::CONFLICT, text.to_owned());
        assert_eq!(told(eva, Some("10:30")), conflict("Jan heeft de starttijd intussen op 10:30 gezet."));
        assert_eq!(told(eva, None), conflict("Jan heeft de starttijd intussen weggehaald."));
        assert_eq!(told(jan, Some("10:30")), conflict("Je hebt de starttijd intussen op 10:30 gezet."));
    }
}
