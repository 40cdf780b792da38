-- Sums of what is published, beside the same sums of the figures as they stand.
WITH open AS (SELECT date_trunc('month', min(play_date))::date AS first, (SELECT closed_before FROM publication) AS closed FROM analytics_places),
told AS (SELECT month FROM analytics.capacity_by_month GROUP BY month HAVING count(players) = count(*))
SELECT 'rounds' AS what, (SELECT sum(rounds) FROM analytics.rounds_by_month) AS published, (SELECT sum(rounds) FROM figures.rounds_by_month WHERE month < closed) AS exact FROM open
UNION ALL SELECT 'players', (SELECT sum(players) FROM analytics.rounds_by_month), (SELECT sum(players) FROM figures.rounds_by_month WHERE month < closed) FROM open
UNION ALL SELECT 'players of days', (SELECT sum(players) FROM analytics.rounds_by_day WHERE month < closed), (SELECT sum(players) FROM figures.rounds_by_day WHERE month < closed) FROM open
UNION ALL SELECT 'players of clubs', (SELECT sum(players) FROM analytics.rounds_by_club), (SELECT sum(players) FROM figures.rounds_by_month WHERE month < closed) FROM open
UNION ALL SELECT 'rights', (SELECT sum(rights) FROM analytics.utilisation_by_month), (SELECT sum(rights) FROM figures.utilisation_by_month WHERE month IN (SELECT month FROM analytics.utilisation_by_month WHERE rights > 0)) FROM open
UNION ALL SELECT 'used', (SELECT sum(used_of_rights) FROM analytics.utilisation_by_month), (SELECT sum(used_of_rights) FROM figures.utilisation_by_month WHERE month IN (SELECT month FROM analytics.utilisation_by_month WHERE rights > 0)) FROM open
UNION ALL SELECT 'capacity', (SELECT sum(capacity) FROM analytics.capacity_by_month WHERE month IN (SELECT month FROM told)), (SELECT sum(capacity) FROM figures.capacity_by_month WHERE month IN (SELECT month FROM told)) FROM open
UNION ALL SELECT 'players on limited days', (SELECT sum(players) FROM analytics.capacity_by_month WHERE month IN (SELECT month FROM told)), (SELECT sum(players) FROM figures.capacity_by_month WHERE month IN (SELECT month FROM told)) FROM open
UNION ALL SELECT 'taken', (SELECT sum(taken) FROM analytics.cancellation_rates), (SELECT sum(taken) FROM figures.cancellation_rates WHERE month IN (SELECT month FROM analytics.cancellation_rates)) FROM open
UNION ALL SELECT 'cancelled', (SELECT sum(cancelled) FROM analytics.cancellation_rates), (SELECT sum(cancelled) FROM figures.cancellation_rates WHERE month IN (SELECT month FROM analytics.cancellation_rates)) FROM open
UNION ALL SELECT 'orders', (SELECT sum(orders) FROM analytics.orders_by_month), (SELECT sum(orders) FROM figures.orders_by_month WHERE month < closed) FROM open
UNION ALL SELECT 'arrived', (SELECT sum(arrived) FROM analytics.arrivals), (SELECT sum(arrived) FROM figures.arrivals WHERE month IN (SELECT month FROM analytics.arrivals)) FROM open
WHERE EXISTS (SELECT FROM analytics.arrivals)
