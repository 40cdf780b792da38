-- Sums of up to four of a month's totals, each added or subtracted. The rest tells of the members whose places it
-- counts; of 1 to 4 members it is a leak, unless other places are subtracted from it.
WITH RECURSIVE places AS (
    SELECT place.month, member_id,
        kept::int + (kept AND holes = 9)::int * 2 + (kept AND on_voucher)::int * 4 + 8 + (entry <> 'imported')::int * 16
        + (cancel_mode IS NOT NULL AND cancel_mode <> 'swap')::int * 32 + forfeited::int * 64 + coalesce(cancel_mode = 'swap', false)::int * 128
        + ((kept OR forfeited) AND NOT on_voucher)::int * 256 + ((kept OR forfeited) AND coalesce(per_month > 0, false))::int * 512
        + ((kept OR forfeited) AND on_voucher)::int * 1024 + (kept AND terms.capacity IS NOT NULL)::int * 2048
        + (has_arrived IS NOT NULL)::int * 4096 + coalesce(has_arrived, false)::int * 8192 AS totals
    FROM analytics_places AS counted JOIN (SELECT place_id, member_id, subscription_id FROM reservations_places) AS held USING (place_id)
    LEFT JOIN play_rights_subscriptions USING (subscription_id, member_id) LEFT JOIN figures.club_days AS terms USING (club_id, play_date)
    LEFT JOIN (SELECT place_id, has_arrived FROM figures.expected_places) AS expected USING (place_id)
    CROSS JOIN LATERAL (SELECT date_trunc('month', counted.play_date)::date AS month, cancelled_at IS NULL AS kept, play_right = 'voucher' AS on_voucher) AS place
), exact AS (
    SELECT month, totals, count(*) AS places, count(DISTINCT member_id) AS members FROM places GROUP BY 1, 2
), published (month, total, name, n) AS (
    SELECT month, 1, 'rounds', sum(players) FROM analytics.rounds_by_month GROUP BY month
    UNION ALL SELECT month, 2, '9 holes', sum(players_9) FROM analytics.rounds_by_month GROUP BY month HAVING count(players_9) = count(*)
    UNION ALL SELECT month, 4, 'by voucher', sum(players_by_voucher) FROM analytics.rounds_by_month GROUP BY month HAVING count(players_by_voucher) = count(*)
    UNION ALL SELECT month, 8, 'places', sum(places) FROM analytics.cancellation_rates GROUP BY month
    UNION ALL SELECT month, 16, 'taken', sum(taken) FROM analytics.cancellation_rates GROUP BY month
    UNION ALL SELECT month, 16, 'taken', sum(places) FROM analytics.lead_times GROUP BY month
    UNION ALL SELECT month, 32, 'cancelled', sum(cancelled) FROM analytics.cancellation_rates GROUP BY month
    UNION ALL SELECT month, 32, 'cancelled', sum(cancelled) FROM analytics.lead_times GROUP BY month
    UNION ALL SELECT month, 32, 'cancelled', sum(places) FROM analytics.cancellation_hours GROUP BY month
    UNION ALL SELECT month, 64, 'forfeited', sum(forfeited) FROM analytics.cancellation_rates GROUP BY month
    UNION ALL SELECT month, 64, 'forfeited', sum(forfeited) FROM analytics.cancellations GROUP BY month
    UNION ALL SELECT month, 128, 'swapped', sum(swapped) FROM analytics.cancellation_rates GROUP BY month
    UNION ALL SELECT month, 256, 'used', sum(used) FROM analytics.utilisation_by_month GROUP BY month HAVING count(used) = count(*)
    UNION ALL SELECT month, 512, 'used of rights', sum(used_of_rights) FROM analytics.utilisation_by_month GROUP BY month HAVING count(used) = count(*)
    UNION ALL SELECT month, 1024, 'vouchers', sum(used) FROM analytics.vouchers_by_month GROUP BY month HAVING count(used) = count(*)
    UNION ALL SELECT month, 2048, 'limited days', sum(players) FROM analytics.capacity_by_month GROUP BY month HAVING count(players) = count(*)
    UNION ALL SELECT month, 4096, 'expected', sum(places) FROM analytics.arrivals GROUP BY month
    UNION ALL SELECT month, 8192, 'arrived', sum(arrived) FROM analytics.arrivals GROUP BY month
), known AS (
    SELECT month, bit_or(total) AS totals, count(*) FILTER (WHERE n IS DISTINCT FROM counted) AS unequal
    FROM published CROSS JOIN LATERAL (SELECT coalesce(sum(places), 0) AS counted FROM exact WHERE exact.month = published.month AND exact.totals & total > 0) AS sums
    WHERE month < (SELECT closed_before FROM publication) GROUP BY month
), combined (next, added, subtracted, many) AS (
    SELECT 1, 0, 0, 0
    UNION ALL SELECT next * 2, added + CASE sign WHEN 1 THEN next ELSE 0 END, subtracted + CASE sign WHEN -1 THEN next ELSE 0 END, many + abs(sign)
    FROM combined CROSS JOIN unnest(ARRAY[-1, 0, 1]) AS sign WHERE next <= 8192 AND many + abs(sign) <= 4 AND (many > 0 OR sign >= 0)
), combinations AS (SELECT added, subtracted FROM combined WHERE next = 16384 AND many > 0
), weights AS (
    SELECT added, subtracted, totals, bit_count((totals & added)::bit(14)) - bit_count((totals & subtracted)::bit(14)) AS weight
    FROM combinations CROSS JOIN (SELECT DISTINCT totals FROM exact) AS kinds
), left_over AS (
    SELECT month, added, subtracted, array_agg(exact.totals) AS kinds FROM known
    JOIN combinations ON (added | subtracted) & ~known.totals = 0 JOIN exact USING (month)
    JOIN weights USING (added, subtracted) WHERE weights.totals = exact.totals AND weight <> 0
    GROUP BY 1, 2, 3 HAVING (min(weight) > 0 OR max(weight) < 0) AND max(members) < 5
), leaks AS (
    SELECT month, (SELECT string_agg(DISTINCT CASE WHEN added & total > 0 THEN '+' ELSE '-' END || name, ' ') FROM published WHERE (added | subtracted) & total > 0) AS what
    FROM left_over WHERE (SELECT count(DISTINCT member_id) FROM places WHERE places.month = left_over.month AND totals = ANY (kinds)) < 5
)
SELECT (SELECT count(*) FROM known JOIN combinations ON (added | subtracted) & ~totals = 0) AS tried, (SELECT sum(unequal)::bigint FROM known) AS unequal,
    ARRAY(SELECT month || ': ' || what FROM leaks ORDER BY 1) AS leaks
