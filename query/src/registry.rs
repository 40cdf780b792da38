//! The list of all projections: a new one is one line here, besides its own folder.

use crate::reads::Query;
use crate::{Projection, historic_players, member_page, status};
use crate::{
    analytics, arrivals, club_days, club_feed, course_states, ledger, orders, play_rights, reservations,
    statements, vouchers, waiting_lists,
};

impl Projection {
    /// Every projection.
    pub const ALL: &[Self] = &[
        reservations::PROJECTION,
        play_rights::PROJECTION,
        vouchers::PROJECTION,
        club_days::PROJECTION,
        orders::PROJECTION,
        ledger::PROJECTION,
        waiting_lists::PROJECTION,
        course_states::PROJECTION,
        arrivals::PROJECTION,
        statements::PROJECTION,
        club_feed::PROJECTION,
        analytics::PROJECTION,
    ];

    /// The projections that members' screens show.
    pub fn member_facing() -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(|projection| projection.is_member_facing())
    }

    /// The other projections: no request waits for them.
    pub fn background() -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(|projection| !projection.is_member_facing())
    }

    /// The projection of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|projection| projection.name() == name)
    }
}

impl Query {
    /// Every statement of the read side, for the test of their plans.
    pub fn all() -> impl Iterator<Item = Self> {
        let of_projections = Projection::ALL.iter().flat_map(|projection| projection.queries());
        let of_several = [historic_players::QUERIES, member_page::QUERIES, status::QUERIES];
        of_projections.chain(of_several.into_iter().flatten()).copied()
    }
}
