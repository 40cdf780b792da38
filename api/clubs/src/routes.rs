//! The endpoints with their description.

use std::sync::Arc;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::endpoints::{
    absences, club_day, corrections, course, course_days, day_changes, disputes, feed, live, offline, scans,
    statements, systems, walk_in, walk_in_check,
};
use crate::state::Clubs;

/// The endpoints.
pub fn routes() -> OpenApiRouter<Arc<Clubs>> {
    OpenApiRouter::new()
        .routes(routes!(club_day::club_day))
        .routes(routes!(offline::club_offline))
        .routes(routes!(scans::club_scans))
        .routes(routes!(corrections::club_arrival_annul))
        .routes(routes!(corrections::club_arrival_holes))
        .routes(routes!(corrections::club_arrival_decide))
        .routes(routes!(absences::club_absences))
        .routes(routes!(absences::club_absence_withdraw))
        .routes(routes!(walk_in_check::club_walk_in_check))
        .routes(routes!(walk_in::club_walk_in))
        .routes(routes!(course::club_course, course::club_course_report))
        .routes(routes!(course_days::club_days))
        .routes(routes!(day_changes::club_day_preview))
        .routes(routes!(day_changes::club_day_change))
        .routes(routes!(live::club_live))
        .routes(routes!(statements::club_statements))
        .routes(routes!(statements::club_statement))
        .routes(routes!(statements::club_statement_day))
        .routes(routes!(statements::club_statement_pdf))
        .routes(routes!(statements::club_statement_csv))
        .routes(routes!(statements::club_statement_invoice))
        .routes(routes!(disputes::club_statement_dispute))
        .routes(routes!(disputes::club_dispute_withdraw))
        .routes(routes!(feed::system_arrivals, systems::system_scans))
        .routes(routes!(systems::system_quota))
        .routes(routes!(systems::system_course, systems::system_course_report))
}
