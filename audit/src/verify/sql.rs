//! The statements of a check.

/// How many events there are up to a position, and the last position.
pub(super) const EVENTS: &str =
    "SELECT count(*), coalesce(max(position), 0) FROM events WHERE position <= $1";

/// Whether an event is beyond the journal's head.
pub(super) const BEYOND_HEAD: &str =
    "SELECT (SELECT max(position) FROM events) > (SELECT position FROM journal_head)";

/// The first and last position of every gap.
pub(super) const GAPS: &str = "SELECT before + 1, position - 1
    FROM (SELECT position, coalesce(lag(position) OVER (ORDER BY position), 0) AS before
          FROM events WHERE position <= $1) AS pairs
    WHERE position <> before + 1 ORDER BY position";

/// Events with what looks like an e-mail address.
pub(super) const ADDRESSES: &str = r"SELECT position, format('%s %s #%s', aggregate_type, aggregate_id, sequence) FROM events
    WHERE position <= $1 AND (payload::text ~ '[^\s@]@[^\s@]+\.[a-zA-Z]{2}' OR metadata::text ~ '[^\s@]@[^\s@]+\.[a-zA-Z]{2}')
    ORDER BY position";

/// How many free vouchers a member may buy in a year.
pub(super) const VOUCHERS_PER_YEAR: &str = "SELECT free_voucher_max_per_year FROM settings";

/// The table of facts, in the scratch schema. Unlogged: a crash may empty it.
pub(super) const CREATE_FACTS: &str = "CREATE UNLOGGED TABLE verify_scratch.facts (
    topic smallint, key text, source text, body text, position bigint)";

pub(super) const COPY_FACTS: &str = "COPY verify_scratch.facts FROM STDIN";

pub(super) const COUNT_FACTS: &str = "SELECT count(*) FROM verify_scratch.facts";

/// Facts that were not stated by two streams alike; $1 is the topic that is compared by itself.
pub(super) const DIFFERENT_FACTS: &str = "SELECT key, min(position),
        string_agg(format('%s (position %s) says: %s', source, position, body), '; ' ORDER BY position), count(*)
    FROM verify_scratch.facts WHERE topic <> $1 GROUP BY topic, key
    HAVING count(*) <> 2 OR min(body) <> max(body) OR min(source) = max(source)
    ORDER BY min(position)";

/// Orders that were paid back for more vouchers than are withdrawn, while others of them can still be used; $1 is the
/// topic, $2 the order's word as a source, $3 the voucher's.
pub(super) const PAID_BACK: &str = "SELECT key, max(position), max(body) FILTER (WHERE source = $2),
        count(*) FILTER (WHERE source = $3 AND body = 'withdrawn'), count(*) FILTER (WHERE source = $3 AND body = 'unused')
    FROM verify_scratch.facts WHERE topic = $1 GROUP BY key
    HAVING max(body) FILTER (WHERE source = $2)::bigint > count(*) FILTER (WHERE source = $3 AND body = 'withdrawn')
        AND count(*) FILTER (WHERE source = $3 AND body = 'unused') > 0
    ORDER BY max(position)";
