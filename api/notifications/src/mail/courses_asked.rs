//! Asks the managers of a club that has players today and said nothing about its course by 07:00 in Europe/Amsterdam
//! (docs/domain.md §3.26). One mail a day to each: its key is the club, the day and the manager, whichever node queues it.

use std::collections::HashMap;
use std::time::Duration;

use chrono::{NaiveDate, NaiveTime};
use chrono_tz::Europe::Amsterdam;
use fairway_clock::clock::Clock;
use fairway_documents::PersonName;
use fairway_documents::mail::CourseAsked;
use fairway_events::ClubId;
use fairway_query::Reads;
use fairway_round_data::documents;
use fairway_round_data::links::Links;
use fairway_store::club_accounts::{self, ClubRole};
use fairway_store::outbox::Recipient;
use fairway_store::outbox::queue::Outbox;
use fairway_store::{PgPool, clubs};

/// From when on they are asked, Europe/Amsterdam.
const BEGINS: NaiveTime = NaiveTime::from_hms_opt(7, 0, 0).expect("a time");
/// A process that was not there before asks nobody any more.
const ENDS: NaiveTime = NaiveTime::from_hms_opt(12, 0, 0).expect("a time");
/// How often the clock is looked at.
const POLL: Duration = Duration::from_secs(60);

/// Asks the managers of clubs. Any number of processes may.
#[derive(Debug, Clone)]
pub struct CoursesAsked {
    pool: PgPool,
    clock: Clock,
    outbox: Outbox,
    links: Links,
}

impl CoursesAsked {
    /// Expects a migrated database.
    #[must_use]
    pub const fn new(pool: PgPool, clock: Clock, outbox: Outbox, links: Links) -> Self {
        Self { pool, clock, outbox, links }
    }

    /// Asks on each day until `stopped` completes.
    pub async fn run(self, stopped: impl Future<Output = ()> + Send) {
        tokio::select! {
            () = stopped => {}
            () = self.follow() => {}
        }
    }

    async fn follow(&self) {
        let mut last = None;
        loop {
            let due = self.due();
            if let Some(today) = due.filter(|today| last != Some(*today)) {
                match self.queue(today).await {
                    Ok(_) => last = Some(today),
                    Err(error) => {
                        tracing::warn!(%error, "clubs were not asked about their courses; it is tried again")
                    }
                }
            }
            tokio::time::sleep(POLL).await;
        }
    }

    /// Today, while managers are asked.
    fn due(&self) -> Option<NaiveDate> {
        let time = self.clock.now().with_timezone(&Amsterdam).time();
        (BEGINS <= time && time < ENDS).then(|| self.clock.today())
    }

    /// Queues the mails of a day; returns how many.
    /// Fails when the database does not answer.
    pub async fn queue(&self, today: NaiveDate) -> anyhow::Result<usize> {
        let reads = Reads::new(self.pool.clone());
        let said = reads.course_states(today).await?;
        let played = reads.club_days((today, today), None, None).await?;
        let cards = clubs::load(&self.pool).await?;
        let asked: HashMap<&str, u32> = played
            .iter()
            .filter(|day| day.claimed > 0 && !said.contains_key(&day.club))
            .map(|day| (day.club.0.as_str(), day.claimed))
            .collect();
        let clubs: Vec<&str> = asked.keys().copied().collect();
        let managers = club_accounts::people(&self.pool, &clubs, &[ClubRole::Manager]).await?;
        let mut transaction = self.pool.begin().await?;
        let mut queued = 0;
        for (club, id, name, email) in managers {
            let Some(&players) = asked.get(club.as_str()) else { continue };
            let key = format!("course-asked/{club}/{today}/{id}");
            let (recipient, club) = (PersonName::new(&name, "", ""), documents::club(&cards, &ClubId(club)));
            let (portal, date) = (&self.links.clubs, today);
            let mail = CourseAsked { portal, recipient: &recipient, club: &club, date, players }.compose();
            let to = Recipient::Address(email);
            queued += usize::from(self.outbox.queue(&mut transaction, &key, &to, &mail).await?);
        }
        transaction.commit().await?;
        if queued > 0 {
            self.outbox.wake();
        }
        Ok(queued)
    }
}
