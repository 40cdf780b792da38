//! One file per endpoint: its request, response, description and handler.

pub(crate) mod absences;
pub(crate) mod club_day;
pub(crate) mod corrections;
pub(crate) mod course;
pub(crate) mod course_days;
pub(crate) mod day_changes;
pub(crate) mod disputes;
pub(crate) mod feed;
pub(crate) mod live;
pub(crate) mod offline;
pub(crate) mod scans;
pub(crate) mod statements;
pub(crate) mod systems;
pub(crate) mod walk_in;
pub(crate) mod walk_in_check;
