//! The kinds of content.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A kind of content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A news item; its key is its id.
    News,
    /// A heading with its questions; its key is its id.
    Faq,
    /// A page; its key is its slug.
    Page,
    /// An offer to every member; its key is its id.
    Offer,
    /// The shop's settings; the key is `settings`.
    Settings,
    /// A club; its key is its slug.
    Club,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 6] = [Self::Settings, Self::Club, Self::Offer, Self::News, Self::Faq, Self::Page];

    /// As in the database and in the API.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::News => "news",
            Self::Faq => "faq",
            Self::Page => "page",
            Self::Offer => "offer",
            Self::Settings => "settings",
            Self::Club => "club",
        }
    }

    /// The kind of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }

    /// The file of a data set.
    #[must_use]
    pub const fn file(self) -> &'static str {
        match self {
            Self::News => "news.json",
            Self::Faq => "faq.json",
            Self::Page => "pages.json",
            Self::Offer => "offers.json",
            Self::Settings => "settings.json",
            Self::Club => "clubs.json",
        }
    }

    /// Whether an item may be taken from the members: rounds name clubs, and the shop needs its settings.
    #[must_use]
    pub const fn may_vanish(self) -> bool {
        !matches!(self, Self::Settings | Self::Club)
    }

    /// The field by which people know an item, and which no two items share; none for offers and settings.
    #[must_use]
    pub const fn unique_field(self) -> Option<&'static str> {
        match self {
            Self::News => Some("title"),
            Self::Faq => Some("name"),
            Self::Page => Some("slug"),
            Self::Club => Some("id"),
            Self::Offer | Self::Settings => None,
        }
    }

    /// The field that names an item in a list; none for the settings.
    #[must_use]
    pub const fn title_field(self) -> Option<&'static str> {
        match self {
            Self::News | Self::Page => Some("title"),
            Self::Faq | Self::Offer | Self::Club => Some("name"),
            Self::Settings => None,
        }
    }
}
