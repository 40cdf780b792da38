//! `GET /operator/api/clubs/{club}/days/{date}/players` and `POST …/export`: who plays at a club on a day, to call them or to
//! hand to the club. From the journal: a projection that is behind must not hide a player.

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use chrono::NaiveDate;
use fairway_audit::csv_writer::CsvWriter;
use fairway_audit::dates;
use fairway_audit::subject::Subject;
use fairway_command::DayChange;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::FailureBody;
use fairway_endpoint::path::PathText;
use fairway_events::{ClubId, MemberId, PlayRight, StreamId};
use fairway_operator_accounts::access::{ActForMembers, Permitted};
use fairway_operator_accounts::body::OperatorBody;
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_query::{Booking, Place};
use fairway_round_data::day_changes::{course_day, rounds_met};
use fairway_store::members::{self, Member};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::club_day_changes::day;
use super::club_days::{ClosedDay, DayView, card};
use super::member::{NamedClub, right_name, whole_name};
use crate::act::Acting;
use crate::{exports, views};

/// A player of a round.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DayPlayer {
    /// The member.
    pub member_id: Uuid,
    /// The member's name.
    pub name: String,
    /// The telephone number, as the member wrote it; empty: not known.
    pub telephone: String,
    /// Whether they lead the group.
    pub is_master: bool,
    /// `pass` or `voucher`.
    pub right: &'static str,
    /// The voucher's name; null for a pass.
    pub voucher: Option<String>,
}

/// A round of the day.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DayRound {
    /// The booking.
    pub booking_id: Uuid,
    /// Its number (`N91W-1PPE`).
    pub number: String,
    /// Length of the round.
    pub holes: u8,
    /// When the group starts, as its players agreed with the club (`10:40`); empty: they did not yet. Nodes of the release
    /// before leave it out.
    #[schema(required = false)]
    pub start_time: String,
    /// When it was booked; RFC 3339 with the offset of Europe/Amsterdam.
    pub booked_at: String,
    /// The active players, in the order of joining.
    pub players: Vec<DayPlayer>,
}

/// The players of a day.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DayPlayers {
    /// The club.
    pub club: NamedClub,
    /// The day.
    pub date: NaiveDate,
    /// When rounds start at the club, in its own words; empty: not known.
    pub starts: String,
    /// Set where nobody can book.
    pub closed: Option<ClosedDay>,
    /// Active places.
    pub claimed: u32,
    /// Active places at most; null: no limit.
    pub capacity: Option<u32>,
    /// The rounds, in the order in which they were booked.
    pub rounds: Vec<DayRound>,
}

/// Players of a day of a club
#[utoipa::path(
    get,
    path = "/operator/api/clubs/{club}/days/{date}/players",
    operation_id = "operator_day_players",
    tag = "club days",
    security(("operator" = ["support"])),
    params(("club" = String, Path, description = "The club's slug"),
           ("date" = NaiveDate, Path, description = "The day")),
    responses(
        (status = 200, description = "The rounds with their players", body = DayPlayers),
        (status = 404, description = "There is no such club", body = FailureBody),
        (status = 422, description = "A day that is too far ahead", body = FailureBody),
    ),
)]
pub(crate) async fn players(
    State(common): State<Common>,
    permitted: Permitted<ActForMembers>,
    PathText((club, date)): PathText<(String, String)>,
) -> Result<Json<DayPlayers>, OperatorFailure> {
    let found = DayPlayers::read(&common, &club, &date).await?;
    views::record_list(&common, &permitted.operator, &found.record_name(), found.members()).await?;
    Ok(Json(found))
}

/// Why the players of a day are taken out.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct DayPlayersExport {
    /// Why; one line.
    pub reason: String,
}

/// Players of a day of a club as a file
#[utoipa::path(
    post,
    path = "/operator/api/clubs/{club}/days/{date}/players/export",
    operation_id = "operator_day_players_export",
    tag = "club days",
    security(("operator" = ["support"])),
    params(("club" = String, Path, description = "The club's slug"),
           ("date" = NaiveDate, Path, description = "The day")),
    request_body = DayPlayersExport,
    responses(
        (status = 200, description = "A row for each player, as a Dutch spreadsheet opens it: UTF-8 with a byte order mark, `;` between fields", body = String, content_type = "text/csv"),
        (status = 404, description = "There is no such club", body = FailureBody),
        (status = 422, description = "No reason, or a day that is too far ahead", body = FailureBody),
    ),
)]
pub(crate) async fn export(
    State(common): State<Common>,
    permitted: Permitted<ActForMembers>,
    PathText((club, date)): PathText<(String, String)>,
    OperatorBody(DayPlayersExport { reason }): OperatorBody<DayPlayersExport>,
) -> Result<Response, OperatorFailure> {
    let operator = &permitted.operator;
    let acting = Acting::new(&common, operator, &reason).await?;
    let found = DayPlayers::read(&common, &club, &date).await?;
    let list = found.record_name();
    let rows: usize = found.rounds.iter().map(|round| round.players.len()).sum();
    exports::record(&common, operator, &acting, (list.as_str(), rows), found.members()).await?;
    let name = format!("players-{}-{}", found.club.id, found.date);
    exports::file(&name, common.clock.today(), csv(&found.rounds))
}

impl DayPlayers {
    /// As the journal has them. Who shows them records it first.
    async fn read(common: &Common, club: &str, date: &str) -> Result<Self, OperatorFailure> {
        let card = card(common, club).await?;
        let date = day(common, date)?;
        let course_day = course_day(&common.journal, card.id(), date).await?;
        let bookings = rounds_met(&common.journal, &course_day, &DayChange::Close).await?;
        let players: Vec<MemberId> = bookings.iter().flat_map(Booking::players).collect();
        let names = members::by_ids(&common.pool, &players).await?;
        let telephones = members::telephones(&common.pool, &players).await?;
        let DayView { closed, claimed, capacity, .. } =
            DayView::from_day(&card, &course_day.status(common.clock.now()), date);
        Ok(Self {
            club: NamedClub { id: card.id().0.clone(), name: card.name.clone() },
            date,
            starts: card.starttime_description.clone(),
            closed,
            claimed,
            capacity,
            rounds: bookings.iter().map(|booking| DayRound::new(booking, &names, &telephones)).collect(),
        })
    }

    /// How a record names this list.
    fn record_name(&self) -> String {
        format!("players of {}", Subject(StreamId::CourseDay(ClubId(self.club.id.clone()), self.date)))
    }

    fn members(&self) -> Vec<String> {
        let players = self.rounds.iter().flat_map(|round| &round.players);
        players.map(|player| views::member(player.member_id)).collect()
    }
}

impl DayRound {
    fn new(
        booking: &Booking,
        names: &HashMap<MemberId, Member>,
        telephones: &HashMap<MemberId, String>,
    ) -> Self {
        let player = |place: &Place| DayPlayer {
            member_id: place.member.0,
            name: whole_name(place.member, names),
            telephone: telephones.get(&place.member).cloned().unwrap_or_default(),
            is_master: place.member == booking.master,
            right: right_name(&place.right),
            voucher: match &place.right {
                PlayRight::Voucher { title, .. } => Some(title.clone()),
                PlayRight::Subscription { .. } => None,
            },
        };
        Self {
            booking_id: booking.booking.0,
            number: booking.booking.number().to_string(),
            holes: booking.holes.count(),
            start_time: booking.start_time.map(String::from).unwrap_or_default(),
            booked_at: dates::rfc3339(booking.booked_at),
            players: booking.active_places().map(player).collect(),
        }
    }
}

fn csv(rounds: &[DayRound]) -> Result<Vec<u8>, std::io::Error> {
    let headings = [
        "booking",
        "holes",
        "start time",
        "booked at",
        "member",
        "member name",
        "telephone",
        "leads",
        "pays with",
    ];
    let mut csv = CsvWriter::new(Vec::new(), headings)?;
    for round in rounds {
        for player in &round.players {
            csv.plain(&round.number)?;
            csv.plain(&round.holes.to_string())?;
            csv.plain(&round.start_time)?;
            csv.plain(&round.booked_at)?;
            csv.plain(&player.member_id.to_string())?;
            csv.text(&player.name)?;
            csv.text(&player.telephone)?;
            csv.plain(if player.is_master { "yes" } else { "no" })?;
            csv.text(player.voucher.as_deref().unwrap_or(player.right))?;
            csv.end_row()?;
        }
    }
    csv.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_a_row_for_each_player_and_no_formula() {
        let player = |name: &str, telephone: &str, voucher: Option<&str>| DayPlayer {
            member_id: Uuid::nil(),
            name: name.to_owned(),
            telephone: telephone.to_owned(),
            is_master: voucher.is_none(),
            right: if voucher.is_some() { "voucher" } else { "pass" },
            voucher: voucher.map(str::to_owned),
        };
        let round = DayRound {
            booking_id: Uuid::nil(),
            number: "N91W-1PPE".to_owned(),
            holes: 18,
            start_time: "09:20".to_owned(),
            booked_at: "2026-11-20T10:00:00+01:00".to_owned(),
            players: vec![
                player("Jan de Vries", "+31612345678", None),
                player("=1+1", "06 12345678", Some("Greenfee 18 holes")),
            ],
        };
        let file = String::from_utf8(csv(&[round]).expect("a file")).expect("UTF-8");
        let lines: Vec<&str> = file.trim_start_matches('\u{feff}').trim_end().split("\r\n").collect();
        let nobody = Uuid::nil();
        let begin = format!("N91W-1PPE;18;09:20;2026-11-20T10:00:00+01:00;{nobody};");
        assert_eq!(
            lines,
            [
                "booking;holes;start time;booked at;member;member name;telephone;leads;pays with".to_owned(),
                format!("{begin}Jan de Vries;'+31612345678;yes;pass"),
                format!("{begin}'=1+1;06 12345678;no;Greenfee 18 holes"),
            ]
        );
    }
}
