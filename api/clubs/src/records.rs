//! Records what a club's user saw of members and did (docs/domain.md §3.25), and names users and devices.

use std::collections::{BTreeSet, HashMap};

use chrono::NaiveDate;
use fairway_audit::permanent_text::{PermanentText, Refusal};
use fairway_audit::subject::Subject;
use fairway_club_accounts::access::ClubUser;
use fairway_club_accounts::views;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::Failure;
use fairway_events::{ClubUserId, MemberId, Month, StreamId};
use fairway_store::club_actions::ClubAct;
use fairway_store::club_users;

/// The longest reason, characters.
const LONGEST_REASON: usize = 100;

/// The user is about to see who plays on these days of the club.
///
/// # Errors
/// When it cannot be recorded.
pub(crate) async fn saw_days(
    common: &Common,
    user: &ClubUser,
    days: impl IntoIterator<Item = NaiveDate> + Send,
) -> Result<(), Failure> {
    let days: BTreeSet<NaiveDate> = days.into_iter().collect();
    for date in days {
        views::seen(common, user, &day_subject(user, date), None).await?;
    }
    Ok(())
}

/// A system is about to see what happens to the club's rounds.
///
/// # Errors
/// When it cannot be recorded.
pub(crate) async fn saw_feed(common: &Common, user: &ClubUser) -> Result<(), Failure> {
    Ok(views::seen(common, user, "arrivals", None).await?)
}

/// The user is about to see a member who did not book.
///
/// # Errors
/// When it cannot be recorded.
pub(crate) async fn saw_member(common: &Common, user: &ClubUser, member: MemberId) -> Result<(), Failure> {
    let subject = Subject(StreamId::Membership(member)).to_string();
    Ok(views::seen(common, user, &subject, Some(member)).await?)
}

/// The user is about to see a statement of the club.
///
/// # Errors
/// When it cannot be recorded.
pub(crate) async fn saw_statement(common: &Common, user: &ClubUser, month: Month) -> Result<(), Failure> {
    Ok(views::seen(common, user, &statement_subject(user, month), None).await?)
}

/// The user disputed a line of a statement, or took that back.
///
/// # Errors
/// When it cannot be recorded.
pub(crate) async fn settles(
    common: &Common,
    user: &ClubUser,
    action: &'static str,
    month: Month,
    reason: &str,
) -> Result<(), Failure> {
    acted(common, user, action, &statement_subject(user, month), reason).await
}

/// The user changed a day of the club.
///
/// # Errors
/// When it cannot be recorded.
pub(crate) async fn acts(
    common: &Common,
    user: &ClubUser,
    action: &'static str,
    date: NaiveDate,
    reason: &str,
) -> Result<(), Failure> {
    acted(common, user, action, &day_subject(user, date), reason).await
}

/// The user says how the course is on a day, or who may book it.
///
/// # Errors
/// When it cannot be recorded.
pub(crate) async fn changes_course_day(
    common: &Common,
    user: &ClubUser,
    action: &str,
    date: NaiveDate,
    text: &str,
) -> Result<(), Failure> {
    let subject = Subject(StreamId::CourseDay(user.club().clone(), date)).to_string();
    acted(common, user, action, &subject, text).await
}

async fn acted(
    common: &Common,
    user: &ClubUser,
    action: &str,
    subject: &str,
    reason: &str,
) -> Result<(), Failure> {
    let act = ClubAct { action, subject, reason, member: None };
    Ok(views::acted(common, user, act).await?)
}

/// The names of accounts and devices of clubs; one that is not known is absent.
///
/// # Errors
/// When the database does not answer.
pub(crate) async fn user_names(
    common: &Common,
    users: &[ClubUserId],
) -> Result<HashMap<ClubUserId, String>, Failure> {
    Ok(club_users::names(&common.pool, users).await?)
}

/// A reason that the journal keeps for good.
///
/// # Errors
/// 422 for one that is empty, too long, or tells who somebody is.
pub(crate) async fn reason(common: &Common, text: &str) -> Result<PermanentText, Failure> {
    let refuse = |sentence: &str| Failure::invalid_field("reason", sentence);
    if text.trim().chars().count() > LONGEST_REASON {
        return Err(refuse("Schrijf een reden: één regel van hoogstens 100 tekens."));
    }
    PermanentText::check(&common.pool, text).await.map_err(|refusal| match refusal {
        Refusal::Database(error) => error.into(),
        Refusal::NotOneLine => refuse("Schrijf een reden: één regel van hoogstens 100 tekens."),
        Refusal::Email | Refusal::Telephone | Refusal::Gsn => {
            refuse("De reden wordt altijd bewaard. Noem geen e-mailadres, telefoonnummer of GSN.")
        }
        Refusal::Concerned(_) | Refusal::Name(_) => refuse(
            "De reden wordt altijd bewaard: noem geen namen. Schrijf een woord dat ook een naam is klein.",
        ),
    })
}

/// A text that members read and the journal keeps for good; `noun` is its name with `de`.
///
/// # Errors
/// 422 for one that is empty, too long, or tells who somebody is.
pub(crate) async fn told(
    common: &Common,
    (field, noun): (&str, &str),
    text: &str,
) -> Result<PermanentText, Failure> {
    let refuse = |sentence: String| Failure::invalid_field(field, sentence);
    let one_line = || refuse(format!("Schrijf de {noun} op één regel van hoogstens 100 tekens."));
    if text.trim().chars().count() > LONGEST_REASON {
        return Err(one_line());
    }
    PermanentText::check(&common.pool, text).await.map_err(|refusal| match refusal {
        Refusal::Database(error) => error.into(),
        Refusal::NotOneLine => one_line(),
        Refusal::Email | Refusal::Telephone | Refusal::Gsn => refuse(format!(
            "De {noun} wordt bewaard en mag geen e-mailadres, telefoonnummer of GSN hebben. Laat het weg."
        )),
        // Which word it is would tell who is a member.
        Refusal::Concerned(_) | Refusal::Name(_) => refuse(format!(
            "De {noun} wordt bewaard: noem geen namen. Schrijf een woord dat ook een naam is klein."
        )),
    })
}

fn day_subject(user: &ClubUser, date: NaiveDate) -> String {
    Subject(StreamId::ArrivalList(user.club().clone(), date)).to_string()
}

fn statement_subject(user: &ClubUser, month: Month) -> String {
    format!("{}/{month}", Subject(StreamId::Settlement(user.club().clone())))
}
