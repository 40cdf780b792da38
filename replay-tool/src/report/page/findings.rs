//! The sentence of each card: the result that its table shows.

use fairway_audit::figures::key::{KeyFigures, share};
use fairway_audit::figures::{Class, Figures, Funnel, Mode};

use crate::report::text::{long_month, percent, plural};

/// Months of which nothing is published are not months without play.
pub(super) const UNPUBLISHED: &str = "Nothing is published of this period.";

/// The sentence of a part, by its name; empty where there is nothing to say.
pub(super) fn finding(part: &str, figures: &Figures, key: &KeyFigures) -> String {
    match part {
        "rounds" => busiest_month(figures),
        "clubs" => largest_club(figures, key),
        "groups" => group_size(&figures.group_sizes),
        "occupancy" => key.occupancy.map_or_else(
            || if figures.published { UNPUBLISHED } else { "No club has a limit." }.to_owned(),
            |part| format!("{} of the places of days with a limit are taken.", percent(part)),
        ),
        "lead-times" => match key.median_days_ahead {
            Some(days) => format!(
                "Half of all places are taken {} before play, or later.",
                plural(days.into(), "day", "days")
            ),
            None if taken(figures) == 0 => nothing_given_up(figures).to_owned(),
            None => "The days are known of too few to tell.".to_owned(),
        },
        "cancellations" => cancellations(figures, key),
        "ways-to-cancel" => {
            most_frequent_way(&figures.modes).unwrap_or_else(|| nothing_given_up(figures).to_owned())
        }
        "rights" => key.rights_used.map_or_else(
            || {
                let nothing = "No month is known in which a pass limits the rounds.";
                if figures.published && figures.rights.is_empty() { UNPUBLISHED } else { nothing }.to_owned()
            },
            |part| format!("Members use {} of the rounds that their passes allow in a month.", percent(part)),
        ),
        "passes" if figures.published => "Terms that ended in years that are over.".to_owned(),
        "passes" => {
            let running = figures.passes.iter().filter(|pass| pass.state == "running");
            format!(
                "{} running today.",
                plural(running.map(|pass| pass.passes).sum(), "pass is", "passes are")
            )
        }
        "free-vouchers" => vouchers(figures, "free"),
        "bonus-vouchers" => vouchers(figures, "bonus"),
        "co-players" => figures.network.as_ref().map_or_else(
            || "Too few members to tell.".to_owned(),
            |network| {
                format!(
                    "{} make {}; the one in the middle has {}, the mean is {:.1}.",
                    plural(network.members, "player", "players"),
                    plural(network.pairs, "pair", "pairs"),
                    plural(network.median, "co-player", "co-players"),
                    network.mean
                )
            },
        ),
        "bonds" => {
            let known = figures.bonds.iter().filter(|class| class.lowest.is_some());
            let all = known.map(|class| class.number).sum();
            let again = figures.bonds.iter().filter(|class| class.lowest.is_some_and(|lowest| lowest > 1));
            share(again.map(|class| class.number).sum(), all).map_or_else(
                || {
                    if figures.published { "Too few pairs to tell." } else { "No two played together." }
                        .to_owned()
                },
                |part| format!("{} of pairs came back for another round together.", percent(part)),
            )
        }
        "club-links" => figures.links.first().map_or_else(
            || "No two clubs share five players.".to_owned(),
            |link| {
                let members = plural(link.members, "member", "members");
                format!("{members} played both {} and {}.", link.one, link.other)
            },
        ),
        _ => String::new(),
    }
}

fn busiest_month(figures: &Figures) -> String {
    let total =
        |month| -> i64 { figures.rounds.iter().filter(|row| row.month == month).map(|row| row.rounds).sum() };
    if figures.rounds.is_empty() {
        return String::new();
    }
    let busiest = figures.period.months().max_by_key(|month| total(*month)).unwrap_or(figures.period.from);
    format!("{} was the busiest month: {}.", long_month(busiest), plural(total(busiest), "round", "rounds"))
}

fn largest_club(figures: &Figures, key: &KeyFigures) -> String {
    let first = figures.clubs.iter().find(|club| club.is_named);
    // Of a month in which a club has no row of its own, nothing is counted.
    let has = if figures.published { "has at least" } else { "has" };
    first
        .and_then(|club| Some((&club.club, share(club.players, key.places?)?)))
        .map_or_else(String::new, |(club, part)| format!("{club} {has} {} of all places.", percent(part)))
}

fn group_size(sizes: &[Class]) -> String {
    let known = || sizes.iter().filter_map(|class| Some((class.lowest?, class.number)));
    let all = known().map(|(_, rounds)| rounds).sum();
    let rounds =
        if sizes.iter().all(|class| class.lowest.is_some()) { "rounds" } else { "rounds of known size" };
    known()
        .max_by_key(|(_, rounds)| *rounds)
        .and_then(|(size, rounds)| Some((size, share(rounds, all)?)))
        .map_or_else(String::new, |(size, part)| {
            let size = if size == 1 { "played alone".to_owned() } else { format!("for {size} players") };
            format!("{} of {rounds} are {size}.", percent(part))
        })
}

fn cancellations(figures: &Figures, key: &KeyFigures) -> String {
    let cancelled = figures.places.iter().map(|month| month.cancelled).sum();
    let forfeited = share(figures.places.iter().map(|month| month.forfeited).sum(), cancelled);
    match (key.cancelled, forfeited) {
        (Some(cancelled), Some(forfeited)) => format!(
            "{} of places are cancelled; for {} of these the right is lost.",
            percent(cancelled),
            percent(forfeited)
        ),
        _ => nothing_given_up(figures).to_owned(),
    }
}

fn taken(figures: &Figures) -> i64 {
    figures.places.iter().map(|month| month.taken).sum()
}

/// Why there is nothing to say about places that were given up.
fn nothing_given_up(figures: &Figures) -> &'static str {
    match taken(figures) {
        0 if figures.published && figures.places.is_empty() => UNPUBLISHED,
        0 => "No place was taken here.",
        _ if figures.published => "Too few are given up to tell.",
        _ => "Nothing was given up.",
    }
}

/// The most frequent of the ways that are known; none where most ways are not.
fn most_frequent_way(modes: &[Mode]) -> Option<String> {
    let all: i64 = modes.iter().map(|mode| mode.places).sum();
    let known = || modes.iter().filter_map(|mode| Some((words(mode.mode.as_deref()?)?, mode.places)));
    let of_known = known().map(|(_, places)| places).sum();
    let (by, places) = known().max_by_key(|(_, places)| *places)?;
    let part = share(places, of_known)?;
    if of_known * 2 < all {
        return Some("The way is known of too few to tell.".to_owned());
    }
    let whole = if of_known < all { " of those whose way is known" } else { "" };
    Some(if part > 0.5 {
        format!("Most places are given up {by}: {}{whole}.", percent(part))
    } else {
        format!("The most frequent way: {by}, {}{whole}.", percent(part))
    })
}

fn words(mode: &str) -> Option<&'static str> {
    Some(match mode {
        "own" => "by the player alone",
        "group" => "by the master, for the whole group",
        "removal" => "by the master, for one co-player",
        "operator" => "by an operator",
        "club" => "because the club closed",
        "swap" => "for another player",
        _ => return None,
    })
}

fn vouchers(figures: &Figures, kind: &str) -> String {
    let Some(funnel) = figures.funnels.iter().find(|funnel| funnel.kind == kind) else {
        return String::new();
    };
    let Funnel { bought, received, used, .. } = *funnel;
    let bought_share = funnel.offered.and_then(|offered| share(bought, offered)).filter(|_| kind == "free");
    match (share(used, received).map(percent), bought_share) {
        (Some(used), Some(bought)) => {
            format!("{} of what was on offer is bought; {used} of what members got is used.", percent(bought))
        }
        (Some(used), None) => format!("{used} of what members got is used."),
        (None, _) => "No member got one.".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_is_one_of_the_known_and_its_share_is_of_these() {
        let mode = |mode: Option<&str>, places| Mode { mode: mode.map(str::to_owned), places, forfeited: 0 };
        let said = |modes: &[Mode]| most_frequent_way(modes).unwrap_or_default();
        let half = [mode(Some("own"), 5), mode(Some("group"), 5)];
        assert!(said(&half).starts_with("The most frequent way: by the "), "{}", said(&half));
        let more = [mode(Some("swap"), 6), mode(Some("own"), 4)];
        assert_eq!(said(&more), "Most places are given up for another player: 60%.");
        let some = [mode(None, 9), mode(Some("swap"), 6), mode(Some("own"), 4)];
        assert_eq!(
            said(&some),
            "Most places are given up for another player: 60% of those whose way is known."
        );
        assert_eq!(said(&[mode(None, 160), mode(Some("own"), 11)]), "The way is known of too few to tell.");
        assert_eq!(said(&[]), "");

        let size = |lowest, number| Class { lowest, highest: lowest, number };
        let sizes = [size(Some(1), 40), size(Some(2), 60), size(None, 100)];
        assert_eq!(group_size(&sizes), "60% of rounds of known size are for 2 players.");
        assert_eq!(group_size(&sizes[..2]), "60% of rounds are for 2 players.");
    }
}
