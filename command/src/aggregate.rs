//! The six aggregates as cqrs-es knows them. Their rules are `decide`, their state changes `evolve`; this is only the
//! connection of the two to the trait, which is the same for all.

use cqrs_es::Aggregate;
use cqrs_es::event_sink::EventSink;
use fairway_events::{
    AggregateType, CourseDayEvent, MembershipEvent, OrderEvent, ReservationEvent, VoucherEvent,
    WaitingListEvent,
};

use crate::Rejection;
use crate::course_day::{CourseDay, CourseDayCommand};
use crate::membership::{Membership, MembershipCommand};
use crate::order::{Order, OrderCommand};
use crate::reservation::{Reservation, ReservationCommand};
use crate::voucher::{Voucher, VoucherCommand};
use crate::waiting_list::{WaitingList, WaitingListCommand};

#[cfg(test)]
mod tests;

macro_rules! aggregates {
    ($($aggregate:ident, $command:ty, $event:ty;)+) => {$(
        impl Aggregate for $aggregate {
            const TYPE: &'static str = AggregateType::$aggregate.as_str();
            type Command = $command;
            type Event = $event;
            type Error = Rejection;
            type Services = ();

            async fn handle(
                &mut self,
                command: Self::Command,
                _services: &Self::Services,
                sink: &EventSink<Self>,
            ) -> Result<(), Self::Error> {
                for event in self.decide(&command)? {
                    sink.write(event, self).await;
                }
                Ok(())
            }

            fn apply(&mut self, event: Self::Event) {
                self.evolve(&event);
            }
        }
    )+};
}

aggregates! {
    Reservation, ReservationCommand, ReservationEvent;
    Membership, MembershipCommand, MembershipEvent;
    Voucher, VoucherCommand, VoucherEvent;
    CourseDay, CourseDayCommand, CourseDayEvent;
    Order, OrderCommand, OrderEvent;
    WaitingList, WaitingListCommand, WaitingListEvent;
}
