//! What happened at a club, in the order of the journal: parts of any size show each item once.

use fairway_events::Holes;
use fairway_query::{ClubFeed, FeedItem, FeedKind, Schema};

use crate::support::scenario::{Scenario, When, play_day};
use crate::support::tables::{assert_same, dump, from_zero};
use crate::support::{Bench, club};

/// Everything at a club after a position, in parts of about so many items.
async fn read_on(bench: &Bench, number: u32, after: &mut i64, limit: u32) -> Vec<FeedItem> {
    let mut items = Vec::new();
    loop {
        let ClubFeed { items: part, next, .. } =
            bench.reads.club_feed(&club(number), *after, limit).await.unwrap();
        *after = next;
        if part.is_empty() {
            return items;
        }
        items.extend(part);
    }
}

#[tokio::test]
async fn parts_of_any_size_show_each_item_once_wherever_a_batch_ends() {
    for (ends_between, limit) in [(true, 1), (false, 1), (false, 2), (true, 100)] {
        let (mut bench, mut scenario) = (Bench::new().await, Scenario::default());
        for number in 1..=4 {
            scenario.subscribe(number, 10, None);
        }
        let (mut after, mut items) = (0, Vec::new());
        for step in 0..5 {
            match step {
                0 => {
                    scenario.book(&club(1), play_day(0), Holes::Nine, &[(1, None), (2, None)]);
                }
                1 => scenario.agree_start_time(0, 1, Some("10:40")),
                2 => scenario.swap(0, 2, (3, None)),
                3 => {
                    scenario.book(&club(2), play_day(0), Holes::Eighteen, &[(4, None)]);
                }
                _ => scenario.cancel_group(0, When::Before),
            }
            if ends_between {
                bench.catch_up(&mut scenario).await;
                items.extend(read_on(&bench, 1, &mut after, limit).await);
            }
        }
        bench.catch_up(&mut scenario).await;
        items.extend(read_on(&bench, 1, &mut after, limit).await);
        let kinds: Vec<FeedKind> = items.iter().map(|item| item.kind).collect();
        let (booked, cancelled) = (FeedKind::Booked, FeedKind::Cancelled);
        let expected = [booked, booked, FeedKind::StartTime, FeedKind::Swapped, cancelled, cancelled];
        assert_eq!(kinds, expected, "in parts of {limit}");
        assert_eq!(items[2].start_time.as_deref(), Some("10:40"));
        assert_eq!((items[3].left, items[3].holes), (items[1].place, Some(Holes::Nine)));
        assert_eq!((items[4].place, items[5].place), (items[0].place, items[3].place));
        let ClubFeed { items: none, next, head } = bench.reads.club_feed(&club(1), after, 1).await.unwrap();
        assert!(none.is_empty() && next == head, "nothing is behind: {next} of {head}");
        assert_eq!(read_on(&bench, 2, &mut 0, limit).await.len(), 1);
        let live = dump(&bench.pool, &Schema::live()).await;
        assert_same(&live, &from_zero(&bench.pool).await, "rebuilt");
    }
}
