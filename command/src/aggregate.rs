//! How the aggregates implement `cqrs_es::Aggregate`.
//!
//! An aggregate implements the trait beside its state: its types, and how a fact changes it (`apply`). Its rules are
//! `decide`, which reads the state and nothing else; `handle` is `decide`, and the facts applied.

use cqrs_es::Aggregate;
use cqrs_es::event_sink::EventSink;

#[cfg(test)]
mod tests;

/// Writes the items of `impl Aggregate` that are alike for all.
macro_rules! aggregate {
    ($aggregate:ident, $command:ty, $event:ty) => {
        const TYPE: &'static str = fairway_events::AggregateType::$aggregate.as_str();
        type Command = $command;
        type Event = $event;
        type Error = $crate::Rejection;
        type Services = ();

        async fn handle(
            &mut self,
            command: $command,
            (): &(),
            sink: &cqrs_es::event_sink::EventSink<Self>,
        ) -> Result<(), $crate::Rejection> {
            $crate::aggregate::write(self.decide(&command)?, self, sink).await;
            Ok(())
        }
    };
}
pub(crate) use aggregate;

/// Applies what an aggregate decided, and hands it to cqrs-es.
pub(crate) async fn write<A: Aggregate>(events: Vec<A::Event>, aggregate: &mut A, sink: &EventSink<A>) {
    for event in events {
        sink.write(event, aggregate).await;
    }
}
