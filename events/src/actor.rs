//! The party that caused an event, stored beside the payload, so that operators can distinguish a member's own act from
//! one done for them (docs/security.md, 16.2).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{ClubUserId, MemberId};

/// The party that sent a command. Written as text: `member:<uuid>`, `operator:<name>:<uuid>`, `operator:<name>`,
/// `club:<uuid>`, `system:<part>`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Actor {
    /// A member, for themselves.
    Member(MemberId),
    /// An operator who works under a member's account.
    Impersonator {
        /// The operator's name as given to `fairway impersonate`.
        operator: String,
        /// The member whose account it is.
        member: MemberId,
    },
    /// An operator who acts for the portal, such as one who closes a club's day: under no member's account.
    Operator(String),
    /// An account or a device of a club (docs/domain.md §3.25).
    Club(ClubUserId),
    /// A part of the system: `import`, `payments`, …
    System(String),
}

/// The four kinds of actors: the first word of their text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ActorKind {
    /// A member, for themselves.
    Member,
    /// An operator, under a member's account or for the portal.
    Operator,
    /// An account or a device of a club.
    Club,
    /// A part of the system.
    System,
}

impl ActorKind {
    /// The first word of such an actor's text.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Member => "member",
            Self::Operator => "operator",
            Self::Club => "club",
            Self::System => "system",
        }
    }
}

impl Actor {
    /// Its kind.
    #[must_use]
    pub const fn kind(&self) -> ActorKind {
        match self {
            Self::Member(_) => ActorKind::Member,
            Self::Impersonator { .. } | Self::Operator(_) => ActorKind::Operator,
            Self::Club(_) => ActorKind::Club,
            Self::System(_) => ActorKind::System,
        }
    }

    /// The data set's import.
    #[must_use]
    pub fn import() -> Self {
        Self::System("import".to_owned())
    }
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Member(member) => write!(f, "member:{member}"),
            Self::Impersonator { operator, member } => write!(f, "operator:{operator}:{member}"),
            Self::Operator(operator) => write!(f, "operator:{operator}"),
            Self::Club(user) => write!(f, "club:{user}"),
            Self::System(part) => write!(f, "system:{part}"),
        }
    }
}

impl From<Actor> for String {
    fn from(actor: Actor) -> Self {
        actor.to_string()
    }
}

impl FromStr for Actor {
    type Err = UnknownActor;

    fn from_str(text: &str) -> Result<Self, UnknownActor> {
        let unknown = || UnknownActor(text.to_owned());
        let (kind, rest) = text.split_once(':').ok_or_else(unknown)?;
        match kind {
            "member" => rest.parse().map(Self::Member).map_err(|_| unknown()),
            "operator" => {
                // A name may have a colon; one that ends in a member's id does not occur.
                let named = rest.rsplit_once(':').and_then(|(name, id)| Some((name, id.parse().ok()?)));
                Ok(match named {
                    Some((operator, member)) => Self::Impersonator { operator: operator.to_owned(), member },
                    None if rest.is_empty() => return Err(unknown()),
                    None => Self::Operator(rest.to_owned()),
                })
            }
            "club" => rest.parse().map(Self::Club).map_err(|_| unknown()),
            "system" => Ok(Self::System(rest.to_owned())),
            _ => Err(unknown()),
        }
    }
}

impl TryFrom<String> for Actor {
    type Error = UnknownActor;

    fn try_from(text: String) -> Result<Self, UnknownActor> {
        text.parse()
    }
}

/// An actor's text in a form that this version does not know.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown actor: {0}")]
pub struct UnknownActor(pub String);

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn every_actor_reads_back_from_its_text() {
        let member = MemberId(Uuid::from_u128(7));
        for actor in [
            Actor::Member(member),
            Actor::Impersonator { operator: "Eva: balie".to_owned(), member },
            Actor::Operator("Eva: balie".to_owned()),
            Actor::Club(ClubUserId(Uuid::from_u128(8))),
            Actor::import(),
        ] {
            assert_eq!(actor.to_string().split(':').next(), Some(actor.kind().as_str()));
            assert_eq!(actor.to_string().parse(), Ok(actor));
        }
        assert!("somebody".parse::<Actor>().is_err());
        assert!("operator:".parse::<Actor>().is_err());
        assert!("club:balie".parse::<Actor>().is_err());
    }
}
