//! Bookings and places: lists, cards, and each event that changes them.

use fairway_events::{Holes, PlaceId, PlayRight};
use fairway_query::OwnBooking;

use crate::support::scenario::{Scenario, When, booking_of, play_day};
use crate::support::{Bench, club, day, id, member, subscription, voucher};

fn place(number: u32) -> PlaceId {
    PlaceId(id(3, number))
}

fn own(list: &[OwnBooking]) -> Vec<PlaceId> {
    list.iter().map(|own| own.place).collect()
}

#[tokio::test]
async fn a_booked_round_shows_with_all_its_places_to_each_player() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    scenario.grant(1, 2, Holes::Eighteen, day("2026-12-31"));
    scenario.book(&club(1), play_day(0), Holes::Eighteen, &[(1, None), (2, Some(1))]);
    bench.catch_up(&mut scenario).await;

    for (number, own_place) in [(1, place(1)), (2, place(2))] {
        let list = bench.reads.upcoming(member(number), play_day(0)).await.unwrap();
        let [shown] = list.as_slice() else { panic!("{list:?}") };
        assert_eq!(shown.place, own_place);
        let booking = &shown.booking;
        assert_eq!((booking.booking, &booking.club), (booking_of(0), &club(1)));
        assert_eq!((booking.play_date, booking.holes), (play_day(0), Holes::Eighteen));
        assert_eq!((booking.master, booking.free_slots()), (member(1), 2));
        let players: Vec<_> = booking.places.iter().map(|place| (place.place, place.member)).collect();
        assert_eq!(players, [(place(1), member(1)), (place(2), member(2))]);
        assert_eq!(booking.places[0].right, PlayRight::Subscription { subscription: subscription(1) });
        let used = PlayRight::Voucher { voucher: voucher(1), title: "Voucher 1".to_owned() };
        assert_eq!(booking.places[1].right, used);
        assert!(booking.involves(member(2)) && !booking.involves(member(3)));
    }
    assert!(bench.reads.upcoming(member(3), play_day(0)).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_player_who_is_added_later_is_last_in_order() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    let index = scenario.book(&club(1), play_day(0), Holes::Nine, &[(4, None), (3, None)]);
    bench.catch_up(&mut scenario).await;
    scenario.add(index, 3, &[(2, None)]);
    scenario.add(index, 3, &[(1, None)]);
    bench.catch_up(&mut scenario).await;

    let booking = bench.reads.booking(booking_of(index)).await.unwrap().unwrap();
    let players: Vec<_> = booking.places.iter().map(|place| place.member).collect();
    assert_eq!(players, [member(4), member(3), member(2), member(1)]);
    assert_eq!(booking.free_slots(), 0);
    assert!(bench.reads.booking(booking_of(9)).await.unwrap().is_none());
}

#[tokio::test]
async fn a_swapped_player_left_and_the_one_who_came_is_last_in_order() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    let index = scenario.book(&club(1), play_day(0), Holes::Nine, &[(1, None), (2, None)]);
    scenario.swap(index, 1, (3, None));
    bench.catch_up(&mut scenario).await;
    // In a batch of its own: the booking and the place are stored.
    scenario.swap(index, 2, (4, None));
    bench.catch_up(&mut scenario).await;

    let booking = bench.reads.booking(booking_of(index)).await.unwrap().unwrap();
    let players: Vec<_> = booking
        .places
        .iter()
        .map(|place| (place.member, place.is_active(), place.playright_expired))
        .collect();
    assert_eq!(
        players,
        [
            (member(1), false, false),
            (member(2), false, false),
            (member(3), true, false),
            (member(4), true, false)
        ]
    );
    assert_eq!((booking.master, booking.free_slots()), (member(3), 2));
    assert_eq!(own(&bench.reads.upcoming(member(4), play_day(0)).await.unwrap()), [place(4)]);
    assert!(bench.reads.upcoming(member(2), play_day(0)).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_start_time_is_the_last_one_that_was_agreed_in_one_batch_or_in_several() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    let index = scenario.book(&club(1), play_day(0), Holes::Nine, &[(1, None), (2, None)]);
    scenario.agree_start_time(index, 1, Some("10:40"));
    bench.catch_up(&mut scenario).await;
    for (by, start_time) in [(2, Some("11:10")), (1, None)] {
        let booking = bench.reads.booking(booking_of(index)).await.unwrap().unwrap();
        assert!(booking.start_time.is_some());
        scenario.agree_start_time(index, by, start_time);
        // The change of another column leaves the time as it is.
        scenario.swap(index, by, (by + 2, None));
        bench.catch_up(&mut scenario).await;
        let booking = bench.reads.booking(booking_of(index)).await.unwrap().unwrap();
        let shown = (booking.start_time.map(|time| time.to_string()), booking.start_time_by);
        assert_eq!(shown, (start_time.map(str::to_owned), Some(member(by))));
        let times = bench.reads.start_times(&[booking_of(index)]).await.unwrap();
        assert_eq!(times.get(&booking_of(index)).copied(), booking.start_time);
    }
}

#[tokio::test]
async fn cancellations_move_a_booking_to_the_history_of_those_who_left() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    let index = scenario.book(&club(1), play_day(3), Holes::Nine, &[(1, None), (2, None), (3, None)]);
    bench.catch_up(&mut scenario).await;
    scenario.cancel(index, 1, 1, When::Before);
    scenario.cancel(index, 3, 2, When::OnTheDay);
    bench.catch_up(&mut scenario).await;

    let today = play_day(0);
    let reads = &bench.reads;
    assert!(reads.upcoming(member(1), today).await.unwrap().is_empty());
    assert_eq!(own(&reads.history(member(1), today, None, None).await.unwrap()), [place(1)]);
    let stayed = reads.upcoming(member(2), today).await.unwrap();
    let booking = &stayed[0].booking;
    assert_eq!(booking.master, member(2), "mastership passed on");
    let endings: Vec<_> =
        booking.places.iter().map(|place| (place.is_active(), place.playright_expired)).collect();
    assert_eq!(endings, [(false, false), (true, false), (false, true)]);
    assert!(booking.place(place(1)).unwrap().cancelled_at.is_some());

    scenario.cancel_group(index, When::Before);
    bench.catch_up(&mut scenario).await;
    assert!(bench.reads.upcoming(member(2), today).await.unwrap().is_empty());
    let gone = bench.reads.booking_of_place(place(2)).await.unwrap().unwrap();
    assert_eq!((gone.place, gone.booking.active_places().count()), (place(2), 0));
    assert!(bench.reads.booking_of_place(place(99)).await.unwrap().is_none());
}

#[tokio::test]
async fn a_member_who_left_and_joined_again_has_one_place_in_each_list() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    let index = scenario.book(&club(1), play_day(3), Holes::Nine, &[(1, None), (2, None)]);
    scenario.cancel(index, 2, 2, When::Before);
    scenario.add(index, 1, &[(2, None)]);
    bench.catch_up(&mut scenario).await;

    let today = play_day(0);
    assert_eq!(own(&bench.reads.upcoming(member(2), today).await.unwrap()), [place(3)]);
    let past = bench.reads.history(member(2), today, None, None).await.unwrap();
    assert_eq!(own(&past), [place(2)]);
    assert_eq!(past[0].booking.places.len(), 3);
    assert_eq!(past[0].booking.free_slots(), 2);
}

#[tokio::test]
async fn today_divides_the_lists_and_both_are_in_order() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    for offset in [5, 1, 4, 2, 3] {
        scenario.book(&club(1), play_day(offset), Holes::Nine, &[(1, None)]);
    }
    bench.catch_up(&mut scenario).await;

    let dates = |list: Vec<OwnBooking>| -> Vec<_> { list.iter().map(|own| own.booking.play_date).collect() };
    let today = play_day(3);
    let upcoming = bench.reads.upcoming(member(1), today).await.unwrap();
    assert_eq!(dates(upcoming), [play_day(3), play_day(4), play_day(5)]);
    let history = bench.reads.history(member(1), today, None, None).await.unwrap();
    assert_eq!(dates(history), [play_day(2), play_day(1)]);
}

#[tokio::test]
async fn pages_of_the_history_join_without_gap_or_repeat() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    for offset in 0..9 {
        let index = scenario.book(&club(1), play_day(offset), Holes::Nine, &[(1, None), (2, None)]);
        // Two own places on one date: the page must be able to end between them.
        scenario.cancel(index, 1, 1, When::Before);
        scenario.add(index, 2, &[(1, None)]);
    }
    bench.catch_up(&mut scenario).await;

    let today = play_day(60);
    let all = bench.reads.history(member(1), today, None, None).await.unwrap();
    assert_eq!(all.len(), 18);
    for limit in [1, 4, 17, 100] {
        let (mut paged, mut before) = (Vec::new(), None);
        loop {
            let page = bench.reads.history(member(1), today, before, Some(limit)).await.unwrap();
            let Some(last) = page.last() else { break };
            assert!(page.len() <= limit as usize);
            before = Some(last.place);
            paged.extend(page);
        }
        assert_eq!(paged, all, "pages of {limit}");
    }
    let foreign = all[0].booking.places.iter().find(|place| place.member == member(2)).unwrap().place;
    let page = bench.reads.history(member(1), today, Some(foreign), Some(5)).await.unwrap();
    assert!(page.is_empty(), "another member's place is no page cursor");
}
