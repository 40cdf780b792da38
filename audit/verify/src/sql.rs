//! The statements of a check.

/// How many events there are after position $1 up to $2, and the last position.
pub(super) const EVENTS: &str =
    "SELECT count(*), max(position) FROM events WHERE position > $1 AND position <= $2";

/// Whether an event is beyond the journal's head.
pub(super) const BEYOND_HEAD: &str =
    "SELECT (SELECT max(position) FROM events) > (SELECT position FROM journal_head)";

/// The first and last position of every gap among the events after position $1 up to $2; the last event before them is
/// at $3.
pub(super) const GAPS: &str = "SELECT before + 1, position - 1
    FROM (SELECT position, coalesce(lag(position) OVER (ORDER BY position), $3) AS before
          FROM events WHERE position > $1 AND position <= $2) AS pairs
    WHERE position <> before + 1 ORDER BY position";

/// Events after position $1 up to $2 that contain a probable e-mail address.
pub(super) const ADDRESSES: &str = r"SELECT position, format('%s %s #%s', aggregate_type, aggregate_id, sequence) FROM events
    WHERE position > $1 AND position <= $2
        AND (payload::text ~ '[^\s@]@[^\s@]+\.[a-zA-Z]{2}' OR metadata::text ~ '[^\s@]@[^\s@]+\.[a-zA-Z]{2}')
    ORDER BY position";

/// How many free vouchers a member may buy in a year.
pub(super) const VOUCHERS_PER_YEAR: &str = "SELECT free_voucher_max_per_year FROM settings";

/// The table of facts, in the scratch schema. Unlogged, because it need not survive a crash.
pub(super) const CREATE_FACTS: &str = "CREATE UNLOGGED TABLE verify_scratch.facts (
    topic smallint, key text, source text, body text, position bigint)";

pub(super) const COPY_FACTS: &str = "COPY verify_scratch.facts FROM STDIN";

pub(super) const COUNT_FACTS: &str = "SELECT count(*) FROM verify_scratch.facts";

/// Facts that two streams do not state identically; $1 are the topics that are compared separately.
pub(super) const DIFFERENT_FACTS: &str = "SELECT key, min(position),
        string_agg(format('%s (position %s) says: %s', source, position, body), '; ' ORDER BY position), count(*)
    FROM verify_scratch.facts WHERE topic <> ALL ($1) GROUP BY topic, key
    HAVING count(*) <> 2 OR min(body) <> max(body) OR min(source) = max(source)
    ORDER BY min(position)";

/// Orders with more refunded vouchers than withdrawn ones, while others of them are still usable; $1 is the topic, $2
/// the source label of orders, $3 that of vouchers.
pub(super) const PAID_BACK: &str = "SELECT key, max(position), max(body) FILTER (WHERE source = $2),
        count(*) FILTER (WHERE source = $3 AND body = 'withdrawn'), count(*) FILTER (WHERE source = $3 AND body = 'unused')
    FROM verify_scratch.facts WHERE topic = $1 GROUP BY key
    HAVING max(body) FILTER (WHERE source = $2)::bigint > count(*) FILTER (WHERE source = $3 AND body = 'withdrawn')
        AND count(*) FILTER (WHERE source = $3 AND body = 'unused') > 0
    ORDER BY max(position)";

/// The table of what came of places, in the scratch schema: a row from each position on at which it changed.
pub(super) const CREATE_PLACES: &str = "CREATE UNLOGGED TABLE verify_scratch.place_states (
    club text, play_date date, place uuid, came text, position bigint)";

pub(super) const COPY_PLACES: &str = "COPY verify_scratch.place_states FROM STDIN";

/// Once it is full.
pub(super) const INDEX_PLACES: &str = "CREATE INDEX ON verify_scratch.place_states (club, play_date);
    CREATE INDEX ON verify_scratch.place_states (club, position);
    ANALYZE verify_scratch.place_states";

/// The places of a statement of club $1 of the journal up to $3, of the days from $4 to $5, and those of earlier days that
/// changed since the statement before it, which was up to $2; each with what came of it up to $3 and up to $2.
pub(super) const PLACES_OF_STATEMENT: &str = "SELECT play_date, place,
        (array_agg(came ORDER BY position DESC))[1],
        (array_agg(came ORDER BY position DESC) FILTER (WHERE position <= $2))[1]
    FROM verify_scratch.place_states
    WHERE club = $1 AND position <= $3 AND (
        play_date BETWEEN $4 AND $5
        OR play_date < $4 AND (play_date, place) IN (
            SELECT play_date, place FROM verify_scratch.place_states
            WHERE club = $1 AND position > $2 AND position <= $3))
    GROUP BY play_date, place";

/// Arrivals ($1 is their topic) at places that no booking ($2 the topic of places, $3 the source label) has so, and whether
/// the place had ended ($4 is that topic) by then.
pub(super) const ARRIVALS: &str =
    "SELECT arrival.key, arrival.position, coalesce(ended.position < arrival.position, false) AS had_ended
    FROM verify_scratch.facts AS arrival
    LEFT JOIN verify_scratch.facts AS place
        ON place.topic = $2 AND place.source = $3 AND place.key = arrival.key AND starts_with(place.body, arrival.body)
    LEFT JOIN verify_scratch.facts AS ended ON ended.topic = $4 AND ended.key = arrival.key
    WHERE arrival.topic = $1 AND (place.key IS NULL OR ended.position < arrival.position)
    ORDER BY arrival.position";
