-- $1 club: the day of its earliest tariff, the closed months, and per month the open disputes.
SELECT
    (SELECT min(from_date) FROM statements_tariffs WHERE club_id = $1) AS first_tariff,
    (SELECT coalesce(jsonb_agg(to_jsonb(closed)), '[]') FROM statements_months AS closed WHERE club_id = $1) AS closed,
    (
        SELECT coalesce(jsonb_agg(month), '[]') FROM statements_disputes WHERE club_id = $1 AND outcome IS NULL
    ) AS disputed
