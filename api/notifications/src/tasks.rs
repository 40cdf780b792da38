//! The background tasks of notifications. A process that only projects runs them too, so that they take no state of the
//! endpoints.

use std::sync::Arc;

use fairway_clock::clock::Clock;
use fairway_command::LocalWriter;
use fairway_store::PgPool;
use fairway_tasks::supervisor::Supervisor;

use crate::mail::bookings::BookingMails;
use crate::mail::bookings::reminders::Reminders;
use crate::mail::courses_asked::CoursesAsked;
use crate::mail::delivery::MailDelivery;
use crate::mail::seal_head::SealMails;
use crate::mail::sender::{Sender, SenderError};
use crate::push::PushCounts;
use crate::push::sender::{PushSender, PushSenderError};
use crate::state::Settings;

/// Starts queueing mails about rounds and sending the mails of the outbox.
///
/// # Errors
/// When the mail configuration is unusable.
pub fn mail(
    settings: &Settings,
    pool: &PgPool,
    clock: &Clock,
    delivery: &MailDelivery,
    writer: Option<LocalWriter>,
    tasks: &mut Supervisor,
) -> Result<(), SenderError> {
    let sender = Sender::new(settings, pool.clone(), clock.clone(), delivery.clone())?;
    let links = settings.links.clone();
    let seal_mails = SealMails::new(settings, pool.clone(), clock.clone(), delivery.outbox.clone());
    let (pool, clock, delivery) = (pool.clone(), clock.clone(), delivery.clone());
    let recent = writer.as_ref().map(|writer| Arc::clone(&writer.recent)).unwrap_or_default();
    let positions = writer.map(|writer| writer.positions);
    tasks.start("reminders", {
        let (pool, clock, outbox) = (pool.clone(), clock.clone(), delivery.outbox.clone());
        move |stopped| Reminders::new(pool.clone(), clock.clone(), outbox.clone()).run(stopped)
    });
    tasks.start("courses asked", {
        let (pool, clock, outbox) = (pool.clone(), clock.clone(), delivery.outbox.clone());
        let asked = CoursesAsked::new(pool, clock, outbox, links.clone());
        move |stopped| asked.clone().run(stopped)
    });
    tasks.start("mails", move |stopped| {
        BookingMails::new(pool.clone(), clock.clone(), delivery.clone(), links.clone())
            .with_recent(Arc::clone(&recent))
            .run(positions.clone(), stopped)
    });
    tasks.start("sender", move |stopped| sender.clone().run(stopped));
    if let Some(seal) = seal_mails {
        tasks.start("seal mails", move |stopped| seal.clone().run(stopped));
    }
    Ok(())
}

/// Starts sending news to devices.
///
/// # Errors
/// When there is no client for push services.
pub fn push(
    settings: &Settings,
    pool: &PgPool,
    clock: &Clock,
    counts: &PushCounts,
    tasks: &mut Supervisor,
) -> Result<(), PushSenderError> {
    let sender = PushSender::new(settings, pool.clone(), clock.clone(), counts.clone())?;
    tasks.start("push", move |stopped| sender.clone().run(stopped));
    Ok(())
}
