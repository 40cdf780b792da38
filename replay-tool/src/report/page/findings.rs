//! What each card says in a sentence: the result that its chart shows.

use fairway_audit::figures::key::{KeyFigures, share};
use fairway_audit::figures::{Figures, Funnel, Mode};

use crate::report::text::{long_month, percent, plural};

/// The sentence of a part, by its name; empty where there is nothing to say.
pub(super) fn finding(part: &str, figures: &Figures, key: &KeyFigures) -> String {
    match part {
        "rounds" => busiest_month(figures),
        "clubs" => largest_club(figures, key),
        "groups" => group_size(figures, key),
        "occupancy" => key.occupancy.map_or_else(
            || "No club has a limit.".to_owned(),
            |part| format!("{} of the places of days with a limit are taken.", percent(part)),
        ),
        "lead-times" => key.median_days_ahead.map_or_else(String::new, |days| {
            format!(
                "Half of all places are taken {} before play, or later.",
                plural(days.into(), "day", "days")
            )
        }),
        "cancellations" => cancellations(figures, key),
        "ways-to-cancel" => most_frequent_way(&figures.modes),
        "rights" => key.rights_used.map_or_else(
            || "No month is known in which a pass limits the rounds.".to_owned(),
            |part| format!("Members use {} of the rounds that their passes allow in a month.", percent(part)),
        ),
        "passes" => {
            let running = figures.passes.iter().filter(|pass| pass.state == "running");
            let state = if figures.published { "at the end of the last month" } else { "today" };
            format!(
                "{} running {state}.",
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
            let all = figures.bonds.iter().map(|class| class.number).sum();
            let again = figures.bonds.iter().filter(|class| class.lowest.is_some_and(|lowest| lowest > 1));
            share(again.map(|class| class.number).sum(), all).map_or_else(
                || "Too few pairs to tell.".to_owned(),
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
    let busiest = figures.period.months().max_by_key(|month| total(*month)).unwrap_or(figures.period.from);
    format!("{} was the busiest month: {}.", long_month(busiest), plural(total(busiest), "round", "rounds"))
}

fn largest_club(figures: &Figures, key: &KeyFigures) -> String {
    let first = figures.clubs.iter().find(|club| club.is_named);
    first
        .and_then(|club| Some((&club.club, share(club.players, key.places)?)))
        .map_or_else(String::new, |(club, part)| format!("{club} has {} of all places.", percent(part)))
}

fn group_size(figures: &Figures, key: &KeyFigures) -> String {
    let known = figures.group_sizes.iter().filter_map(|class| Some((class.lowest?, class.number)));
    known
        .max_by_key(|(_, rounds)| *rounds)
        .and_then(|(size, rounds)| Some((size, share(rounds, key.rounds)?)))
        .map_or_else(String::new, |(size, part)| {
            let size = if size == 1 { "played alone".to_owned() } else { format!("for {size} players") };
            format!("{} of rounds are {size}.", percent(part))
        })
}

fn cancellations(figures: &Figures, key: &KeyFigures) -> String {
    let cancelled = figures.places.iter().map(|month| month.cancelled).sum();
    let forfeited = share(figures.places.iter().map(|month| month.forfeited).sum(), cancelled);
    match (key.cancelled, forfeited) {
        (Some(cancelled), Some(forfeited)) => format!(
            "{} of places are cancelled; {} of these on the day itself, at the price of the right.",
            percent(cancelled),
            percent(forfeited)
        ),
        _ if figures.published => "Too few are cancelled to tell.".to_owned(),
        _ => "Nothing was cancelled.".to_owned(),
    }
}

fn most_frequent_way(modes: &[Mode]) -> String {
    let all = modes.iter().map(|mode| mode.places).sum();
    let Some((mode, part)) = modes.first().and_then(|mode| Some((mode, share(mode.places, all)?))) else {
        return String::new();
    };
    let by = match mode.mode.as_deref() {
        Some("own") => "by the player alone",
        Some("group") => "by the master, for the whole group",
        Some("removal") => "by the master, for one co-player",
        Some("operator") => "by an operator",
        Some("club") => "because the club closed",
        Some("swap") => "for another player",
        _ => "in several ways",
    };
    if part > 0.5 {
        format!("Most places are given up {by}: {}.", percent(part))
    } else {
        format!("The most frequent way: {by}, {}.", percent(part))
    }
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
    fn most_is_more_than_half() {
        let mode = |mode: &str, places| Mode { mode: Some(mode.to_owned()), places, forfeited: 0 };
        let half = [mode("own", 5), mode("group", 5)];
        assert_eq!(most_frequent_way(&half), "The most frequent way: by the player alone, 50%.");
        let more = [mode("swap", 6), mode("own", 4)];
        assert_eq!(most_frequent_way(&more), "Most places are given up for another player: 60%.");
        assert_eq!(most_frequent_way(&[]), "");
    }
}
