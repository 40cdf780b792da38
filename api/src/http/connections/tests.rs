//! The admission of connections, and the closing of others for them.

use proptest::prelude::*;

use super::*;

fn limits(all: usize, per_origin: usize) -> Limits {
    Limits { all, per_origin, streams: all, proxies: vec!["10.0.0.0/8".parse().expect("a network")] }
}

fn peer(n: u8) -> IpAddr {
    [192, 0, 2, n].into()
}

#[test]
fn the_limits_are_derived_from_the_open_file_limit() {
    let small = Limits::for_files(1_024, 24, Vec::new());
    assert_eq!((small.all, small.per_origin, small.streams), (872, 436, 218));
    assert_eq!(Limits::for_files(1_048_576, 24, Vec::new()).all, 8_192);
    assert_eq!(Limits::for_files(100, 24, Vec::new()).all, 32);
}

#[test]
fn the_connection_of_the_same_address_that_was_idle_longest_is_closed_first() {
    let connections = Connections::new(limits(10, 2));
    let [first, second] = [(); 2].map(|()| connections.admit(peer(1)).expect("room"));
    let elsewhere = connections.admit(peer(2)).expect("room");
    drop(first.begin_request());
    let third = connections.admit(peer(1)).expect("for the second");
    assert!(second.0.closing.is_cancelled() && !first.0.closing.is_cancelled());
    assert!(!elsewhere.0.closing.is_cancelled());
    assert!(second.begin_request().is_none(), "what it sends now is not begun");
    drop((first, second, third, elsewhere));
    assert_eq!(connections.lock().open, 0);
}

#[test]
fn at_the_total_limit_the_address_with_the_most_idle_connections_loses_one() {
    let connections = Connections::new(limits(4, 4));
    let honest = connections.admit(peer(1)).expect("room");
    let flood = [(); 3].map(|()| connections.admit(peer(2)).expect("room"));
    let newcomer = connections.admit(peer(3)).expect("room is made");
    assert!(flood[0].0.closing.is_cancelled() && !honest.0.closing.is_cancelled());
    drop((flood, newcomer));
}

#[test]
fn a_busy_connection_is_never_closed() {
    let connections = Connections::new(limits(4, 2));
    let (first, second) =
        (connections.admit(peer(1)).expect("room"), connections.admit(peer(1)).expect("room"));
    let working = (first.begin_request().expect("open"), second.begin_request().expect("open"));
    assert!(connections.admit(peer(1)).is_none(), "all of the address's are at work");
    drop(working);
    assert!(connections.admit(peer(1)).is_some(), "silent again");
}

#[test]
fn a_trusted_proxy_may_use_all_connections() {
    let connections = Connections::new(limits(4, 1));
    let proxy: IpAddr = [10, 0, 0, 1].into();
    let all = [(); 4].map(|()| connections.admit(proxy).expect("room"));
    assert!(all.iter().all(|connection| !connection.0.closing.is_cancelled()));
}

proptest! {
    /// After any sequence of steps, the limits hold and every slot is released.
    #[test]
    fn the_count_is_right(steps in prop::collection::vec((0..4_u8, any::<u8>(), any::<usize>()), 0..200)) {
        let connections = Connections::new(limits(6, 3));
        let mut open: Vec<(Connection, Option<ActiveRequest>)> = Vec::new();
        for (what, from, which) in steps {
            match what {
                0 => open.extend(connections.admit(peer(from % 4)).map(|connection| (connection, None))),
                1 if !open.is_empty() => drop(open.swap_remove(which % open.len())),
                2 if !open.is_empty() => {
                    let which = which % open.len();
                    let connection = open[which].0.clone();
                    open[which].1 = open[which].1.take().or_else(|| connection.begin_request());
                }
                _ if !open.is_empty() => {
                    let which = which % open.len();
                    open[which].1 = None;
                }
                _ => {}
            }
            open.retain(|(connection, _)| !connection.0.closing.is_cancelled());
            let register = connections.lock();
            prop_assert_eq!(register.open, open.len());
            prop_assert!(register.open <= 6 && register.origins.values().all(|of| of.open <= 3));
            prop_assert_eq!(register.origins.values().map(|of| of.open).sum::<usize>(), open.len());
        }
        drop(open);
        prop_assert!(connections.lock().origins.is_empty() && connections.lock().open == 0);
    }
}
