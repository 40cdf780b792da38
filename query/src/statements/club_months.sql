-- $1 first day of the month, $2 its last day. Sub-queries, so that the rows of one club are read at a time.
SELECT
    club_id,
    (SELECT to_jsonb(closed) FROM statements_months AS closed WHERE closed.club_id = clubs.club_id AND month = $1::date) AS closed,
    EXISTS (
        SELECT FROM statements_months AS before
        WHERE before.club_id = clubs.club_id AND month = ($1::date - interval '1 month')::date
    ) AS is_month_before_closed,
    (SELECT min(from_date) FROM statements_tariffs AS tariffs WHERE tariffs.club_id = clubs.club_id) AS first_tariff,
    (
        SELECT count(*) FROM statements_disputes AS disputes
        WHERE disputes.club_id = clubs.club_id AND month = $1::date AND outcome IS NULL
    ) AS open_disputes,
    (
        SELECT count(*) FROM arrivals_places AS places
        WHERE places.club_id = clubs.club_id AND play_date BETWEEN $1::date AND $2::date AND annulled_at IS NULL
    ) AS arrived
FROM statements_clubs AS clubs
ORDER BY club_id
