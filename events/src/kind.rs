//! The kinds of events, and the declaration of one aggregate's events. Several versions of the program work on one
//! journal while nodes are replaced one by one: what one writes all must read (docs/architecture.md, "Several releases
//! at once"). So a kind is a name and a version, and each event lists the versions that this program reads.

use std::fmt;

/// The name of an event and the version of its payload, as stored. Written `RoundBooked 1.0.0`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EventKind {
    name: &'static str,
    version: &'static str,
}

impl EventKind {
    pub(crate) const fn new(name: &'static str, version: &'static str) -> Self {
        Self { name, version }
    }

    /// The event's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// The payload's version.
    #[must_use]
    pub const fn version(self) -> &'static str {
        self.version
    }
}

impl fmt::Display for EventKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.version)
    }
}

/// Declares the events of one aggregate: an enum whose variants name, in brackets, every version of their payload that
/// was ever written, oldest first. The last one is written today. Names, versions and the list of what this program
/// reads all come from here. A second enum has the same variants without fields, for code that knows no event of a kind
/// and must still name each.
macro_rules! events {
    (
        $(#[$about:meta])*
        pub enum $events:ident, $names:ident {
            $(
                $(#[$meaning:meta])*
                $name:ident[$($version:literal),+] { $($(#[$field_meaning:meta])* $field:ident: $type:ty),+ $(,)? }
            ),+ $(,)?
        }
    ) => {
        $(#[$about])*
        #[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[expect(
            missing_docs,
            reason = "the fields are the vocabulary of docs/domain.md §2; the variants are explained"
        )]
        pub enum $events {
            $($(#[$meaning])* $name { $($(#[$field_meaning])* $field: $type),+ }),+
        }

        impl $events {
            /// Every kind of these events that was ever written.
            pub(crate) const KINDS: &[$crate::EventKind] =
                &[$($($crate::EventKind::new(stringify!($name), $version)),+),+];

            /// The name and version under which the event is stored.
            #[must_use]
            pub const fn kind(&self) -> $crate::EventKind {
                match self {
                    $(Self::$name { .. } => {
                        const VERSIONS: &[&str] = &[$($version),+];
                        $crate::EventKind::new(stringify!($name), VERSIONS[VERSIONS.len() - 1])
                    })+
                }
            }
        }

        /// The name of one of these events.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[expect(missing_docs, reason = "they are the names of the events")]
        pub enum $names {
            $($name),+
        }

        impl $names {
            /// Every name, in the order of the events.
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// As it is stored.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$name => stringify!($name)),+
                }
            }
        }

        impl $crate::mention::Mentions for $events {
            fn mentions<'a>(&'a self, found: &mut Vec<$crate::Mention<'a>>) {
                match self {
                    $(Self::$name { $($field),+ } => { $($crate::mention::Mentions::mentions($field, found);)+ })+
                }
            }
        }

        impl cqrs_es::DomainEvent for $events {
            fn event_type(&self) -> String {
                self.kind().name().to_owned()
            }

            fn event_version(&self) -> String {
                self.kind().version().to_owned()
            }
        }
    };
}
pub(crate) use events;
