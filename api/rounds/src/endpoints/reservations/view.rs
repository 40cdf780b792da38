//! A booking from the point of view of one member: the shape of the lists, the cards and the single booking.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, SecondsFormat, Utc};
use fairway_command::arrival_list::last_day_to_object;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::failure::Failure;
use fairway_endpoint::shapes::RoundLength;
use fairway_events::{ClubId, MemberId, PlaceId, PlayRight};
use fairway_query::{Absence as StoredAbsence, Booking, OwnBooking, Place};
use fairway_round_data::links::Links;
use fairway_round_data::rights::Claims;
use fairway_store::clubs::{ClubCard, Clubs};
use fairway_store::members::Member;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{left_bookings, place};
use crate::course_states::{CourseState, CourseStates};
use crate::state::Rounds;

/// State of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Status {
    /// The player plays, or played.
    Actief,
    /// The place was cancelled.
    Geannuleerd,
}

impl Status {
    fn from_place(place: &Place) -> Self {
        if place.is_active() { Self::Actief } else { Self::Geannuleerd }
    }
}

/// The club of a booking.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReservedClub {
    /// Slug.
    pub id: String,
    /// Full name.
    pub name: String,
    /// Town.
    pub city: String,
    /// Street and house number; empty when unknown.
    pub street: String,
    /// As in a profile; empty when unknown.
    pub postcode: String,
    /// Telephone number, with the country's code; empty when unknown.
    #[schema(example = "+31500001000")]
    pub telephone: String,
    /// Degrees north; null for a club that is not in the data set any more.
    pub lat: Option<f64>,
    /// Degrees east; null for a club that is not in the data set any more.
    pub lon: Option<f64>,
    /// How the start time is agreed, as plain text.
    pub starttime_description: String,
    /// Sanitised HTML: practical information for visitors.
    pub reservation_description: String,
}

/// A player of a booking.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReservedPlayer {
    /// First name.
    pub first_name: String,
    /// Dutch prefix between first and last name, such as `van der`; empty when there is none.
    pub prefix: String,
    /// Last name.
    pub last_name: String,
    /// E-mail address; empty for an erased member.
    pub email: String,
    /// State of the player's place.
    pub status: Status,
    /// Path of the player's voucher; empty when the viewer may not see one.
    pub voucher_uri: String,
    /// The signed code of the player's voucher, as its PDF has it; empty when the viewer may not see the voucher. The
    /// app keeps it on the device, so that the voucher can be shown without a network.
    #[schema(example = "698K20CKBGQ7TJKW26DHY0938NKRKAR0NVF0FPYAT5PVFGANJ9VM5RYN")]
    pub voucher_code: String,
    /// The player's place.
    pub reservation_id: Uuid,
    /// Whether this is the viewer.
    pub is_me: bool,
}

/// The voucher that paid for a place.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BonusUsed {
    /// Its name.
    pub title: String,
}

/// Why a player did not come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AbsenceReason {
    /// The player did not say why.
    NoShow,
    /// The weather.
    Weather,
    /// The player was ill.
    Illness,
}

/// The club says that the viewer did not come.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Absence {
    /// Why.
    pub reason: AbsenceReason,
    /// When the club said so; RFC 3339.
    #[schema(example = "2026-11-29T08:30:00Z")]
    pub recorded_at: String,
    /// Whether the viewer may still object.
    pub can_object: bool,
    /// When the viewer objected; RFC 3339.
    #[schema(example = "2026-11-30T19:15:00Z")]
    pub objected_at: Option<String>,
}

impl Absence {
    fn new(stored: &StoredAbsence, play_date: NaiveDate, today: NaiveDate) -> Self {
        let text = |at: DateTime<Utc>| at.to_rfc3339_opts(SecondsFormat::Secs, true);
        Self {
            reason: match stored.reason {
                fairway_events::AbsenceReason::NoShow => AbsenceReason::NoShow,
                fairway_events::AbsenceReason::Weather => AbsenceReason::Weather,
                fairway_events::AbsenceReason::Illness => AbsenceReason::Illness,
            },
            recorded_at: text(stored.recorded_at),
            can_object: stored.objected_at.is_none() && today <= last_day_to_object(play_date),
            objected_at: stored.objected_at.map(text),
        }
    }
}

/// A booking as one of its members sees it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Reservation {
    /// The viewer's own place.
    pub reservation_id: Uuid,
    /// The number of the booking, which people say to each other, to the club and to support.
    #[schema(example = "N4T3-TX44")]
    pub booking_number: String,
    /// Day in Europe/Amsterdam.
    pub play_date: NaiveDate,
    /// When the group starts, in Europe/Amsterdam, as its players agreed with the club; null: they did not yet.
    #[schema(example = "10:40")]
    pub start_time: Option<String>,
    /// First name of the player who wrote the start time down; null without one, and of an erased member.
    pub start_time_by: Option<String>,
    /// The club.
    pub golfclub: ReservedClub,
    /// Length of the round.
    #[schema(value_type = RoundLength)]
    pub holes: u8,
    /// State of the viewer's own place.
    pub status: Status,
    /// Path of the viewer's voucher; empty when there is none.
    pub voucher_uri: String,
    /// Path of the vouchers of all players, for the master of a group; otherwise empty.
    pub group_voucher_uri: String,
    /// Path of the round as a calendar file; empty for a round that is over or cancelled.
    pub calendar_uri: String,
    /// Path of the screen that shows others the club and the day, for the link that a player shares; empty for a round
    /// that is over or cancelled.
    pub share_uri: String,
    /// Text to show when there is no voucher.
    pub voucher_msg: String,
    /// Whether the viewer may cancel the group and remove players.
    pub is_group_master: bool,
    /// Active and cancelled players, in the order of joining.
    pub players: Vec<ReservedPlayer>,
    /// Number of players who can still join: no more than the booking has room for, and, until the play date is over,
    /// no more than the club's day has.
    #[schema(maximum = 4)]
    pub free_slots: usize,
    /// Whether the booking has room and the club's day has none, so that players can only wait for it.
    #[schema(required = false)]
    pub day_is_full: bool,
    /// Whether the viewer's right was forfeited by cancelling on the play date.
    pub playright_expired: bool,
    /// Why the club cancelled the round, in Dutch; null where it did not.
    #[schema(example = "Vorst op de baan")]
    pub cancelled_by_club: Option<String>,
    /// The voucher that the viewer's place consumed, if it did.
    pub bonus_used: Option<BonusUsed>,
    /// How the course is, for a round of today about which the club says something.
    #[schema(nullable = false)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub course_state: Option<CourseState>,
    /// Of a round that is over, where the club says that the viewer did not come.
    #[schema(nullable = false)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub absence: Option<Absence>,
}

/// A list of bookings.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReservationList {
    /// Always true.
    pub success: bool,
    /// The bookings.
    pub data: Vec<Reservation>,
}

/// Maps bookings for the caller; those that the caller left, as they were then. At most one query for all names, one for
/// what was left, one for the days of rounds to come, one for the courses of today and one for absences, whatever the
/// number of bookings. Fails when the database does not answer.
pub(crate) async fn show(
    rounds: &Rounds,
    caller: &Caller,
    bookings: &[OwnBooking],
) -> Result<Vec<Reservation>, Failure> {
    let left = left_bookings::as_left(&rounds.common, caller.id(), bookings).await?;
    let seen = || bookings.iter().map(|own| (own.place, left.get(&own.place).unwrap_or(&own.booking)));
    let mut ids: Vec<MemberId> =
        seen().flat_map(|(_, booking)| booking.places.iter().map(|place| place.member)).collect();
    ids.sort_unstable();
    ids.dedup();
    let names = caller.names(&rounds.common, &ids).await?;
    let clubs = caller.clubs(&rounds.common).await?;
    let (now, today) = (rounds.common.clock.now(), rounds.common.clock.today());
    let to_come = seen().filter(|(own, booking)| is_to_come(*own, booking, today));
    let with_room = to_come.filter(|(_, booking)| booking.free_slots() > 0);
    let wanted: Vec<(ClubId, NaiveDate)> =
        with_room.map(|(_, booking)| (booking.club.clone(), booking.play_date)).collect();
    let days = rounds.days_of(caller, &wanted).await?;
    let plays_today =
        seen().any(|(own, booking)| booking.play_date == today && is_to_come(own, booking, today));
    let courses = if plays_today { rounds.courses(caller, today).await? } else { CourseStates::default() };
    let has_played = seen().any(|(own, booking)| is_over(own, booking, today));
    let absences =
        if has_played { rounds.common.reads.member_absences(caller.id()).await? } else { HashMap::new() };
    let viewer = Viewer {
        id: caller.id(),
        now,
        today,
        days: &days,
        courses: &courses,
        absences: &absences,
        links: &rounds.links,
    };
    Ok(seen().map(|(own, booking)| viewer.reservation(own, booking, &names, &clubs)).collect())
}

/// Whether the viewer plays this round today or later.
fn is_to_come(own: PlaceId, booking: &Booking, today: NaiveDate) -> bool {
    booking.place(own).is_some_and(Place::is_active) && booking.play_date >= today
}

/// Whether the viewer had a place in this round until its day was over.
fn is_over(own: PlaceId, booking: &Booking, today: NaiveDate) -> bool {
    booking.place(own).is_some_and(Place::is_active) && booking.play_date < today
}

struct Viewer<'a> {
    id: MemberId,
    now: DateTime<Utc>,
    today: NaiveDate,
    /// Of the rounds to come that have room.
    days: &'a Claims,
    /// Of today.
    courses: &'a CourseStates,
    /// Of the viewer.
    absences: &'a HashMap<PlaceId, StoredAbsence>,
    links: &'a Links,
}

impl Viewer<'_> {
    fn reservation(
        &self,
        own: PlaceId,
        booking: &Booking,
        names: &HashMap<MemberId, Member>,
        clubs: &Clubs,
    ) -> Reservation {
        let own_place = booking.place(own);
        let card = clubs.get(&booking.club);
        let active = own_place.is_some_and(Place::is_active);
        let is_group_master = booking.master == self.id;
        // Vouchers are for upcoming rounds only.
        let is_upcoming = is_to_come(own, booking, self.today);
        let (free_slots, day_is_full) =
            if is_upcoming { self.room(booking, card) } else { (booking.free_slots(), false) };
        let is_group = booking.active_places().count() > 1;
        let expired = own_place.is_some_and(|place| place.playright_expired);
        let start_time_by = booking.start_time_by.filter(|_| booking.start_time.is_some());
        let start_time_by = start_time_by.and_then(|member| names.get(&member));
        Reservation {
            reservation_id: own.0,
            booking_number: booking.booking.number().to_string(),
            play_date: booking.play_date,
            start_time: booking.start_time.map(String::from),
            start_time_by: start_time_by
                .filter(|member| !member.is_erased())
                .map(|member| member.first_name.clone()),
            golfclub: ReservedClub {
                id: booking.club.0.clone(),
                // A club that was removed from the data set still has its slug in the journal.
                name: card.map_or_else(|| booking.club.0.clone(), |card| card.name.clone()),
                city: card.map(|card| card.city.clone()).unwrap_or_default(),
                street: card.map(|card| card.details.street.clone()).unwrap_or_default(),
                postcode: card.map(|card| card.details.postcode.clone()).unwrap_or_default(),
                telephone: card.map(|card| card.details.telephone.clone()).unwrap_or_default(),
                lat: card.map(|card| card.lat),
                lon: card.map(|card| card.lon),
                starttime_description: card
                    .map(|card| card.starttime_description.clone())
                    .unwrap_or_default(),
                reservation_description: card
                    .map(|card| card.reservation_description.clone())
                    .unwrap_or_default(),
            },
            holes: booking.holes.count(),
            status: own_place.map_or(Status::Geannuleerd, Status::from_place),
            voucher_uri: if is_upcoming { self.links.voucher(own) } else { String::new() },
            group_voucher_uri: if is_upcoming && is_group_master && is_group {
                self.links.group_vouchers(booking.booking, self.id)
            } else {
                String::new()
            },
            calendar_uri: if is_upcoming { self.links.calendar(own) } else { String::new() },
            share_uri: if is_upcoming { self.links.shared_round(own) } else { String::new() },
            voucher_msg: self.voucher_message(booking.play_date, active).to_owned(),
            is_group_master,
            players: booking
                .places
                .iter()
                .map(|place| {
                    let is_shown =
                        is_upcoming && place.is_active() && (place.member == self.id || is_group_master);
                    self.player(place, names, is_shown.then_some(booking))
                })
                .collect(),
            free_slots,
            day_is_full,
            playright_expired: expired,
            cancelled_by_club: own_place.and_then(|place| place.club_notice.clone()),
            // A voucher that was given back was not used.
            bonus_used: own_place.filter(|_| active || expired).and_then(|place| match &place.right {
                PlayRight::Voucher { title, .. } => Some(BonusUsed { title: title.clone() }),
                PlayRight::Subscription { .. } => None,
            }),
            course_state: self
                .courses
                .get(&booking.club)
                .filter(|_| is_upcoming && booking.play_date == self.today)
                .cloned(),
            absence: self
                .absences
                .get(&own)
                .filter(|_| is_over(own, booking, self.today))
                .map(|absence| Absence::new(absence, booking.play_date, self.today)),
        }
    }

    /// How many players can join a round to come, by the rules with which they are added, and whether only the day's room
    /// forbids it.
    fn room(&self, booking: &Booking, card: Option<&ClubCard>) -> (usize, bool) {
        let of_group = booking.free_slots();
        let day = self.days.on(&booking.club, booking.play_date, self.now);
        let club = card.map(|card| &card.rules).filter(|club| club.is_open(booking.play_date, &day));
        // Nobody is added at a club that is closed or gone.
        let Some(club) = club else { return (0, false) };
        let free = club.room_on(&day).map_or(of_group, |of_day| of_group.min(of_day as usize));
        (free, of_group > 0 && free == 0)
    }

    /// `voucher_of` is the booking when the viewer may see the player's voucher.
    fn player(
        &self,
        place: &Place,
        names: &HashMap<MemberId, Member>,
        voucher_of: Option<&Booking>,
    ) -> ReservedPlayer {
        let member = names.get(&place.member).cloned().unwrap_or_else(|| Member::erased(place.member));
        ReservedPlayer {
            first_name: member.first_name,
            prefix: member.prefix,
            last_name: member.last_name,
            email: member.email,
            status: Status::from_place(place),
            voucher_uri: voucher_of.map(|_| self.links.voucher(place.place)).unwrap_or_default(),
            voucher_code: voucher_of
                .map(|booking| self.links.voucher_code(booking, place.place))
                .unwrap_or_default(),
            reservation_id: place.place.0,
            is_me: place.member == self.id,
        }
    }

    /// The sentence in place of a voucher.
    fn voucher_message(&self, play_date: NaiveDate, active: bool) -> &'static str {
        if !active {
            "Deze reservering is geannuleerd, er is geen voucher."
        } else if play_date < self.today {
            "Deze ronde is gespeeld, de voucher is niet meer nodig."
        } else {
            ""
        }
    }
}

/// Maps a requested place to the caller's own view of its booking.
#[must_use]
pub(crate) fn as_seen_by(found: OwnBooking, viewer: MemberId) -> OwnBooking {
    let place = place::own(&found.booking, viewer).unwrap_or(found.place);
    OwnBooking { place, ..found }
}
