-- On a season: clubs' own terms on every day, no vouchers but some in 2024, and passes by hand, of which few are left once
-- what is published elsewhere is subtracted.
UPDATE club_days SET capacity = NULL;
UPDATE clubs SET closed_weekdays = '{}';
DELETE FROM vouchers;
DELETE FROM analytics_vouchers;
UPDATE analytics_places SET play_right = 'pass';
DELETE FROM play_rights_subscriptions WHERE extract(year FROM enddate) = 2025;
UPDATE play_rights_claims AS claims SET subscription_id = (SELECT subscription_id FROM play_rights_subscriptions AS held
    WHERE held.member_id = claims.member_id AND play_date BETWEEN startdate AND enddate LIMIT 1);
DELETE FROM analytics_places WHERE place_id IN (SELECT place_id FROM play_rights_claims WHERE subscription_id IS NULL);
DELETE FROM play_rights_claims WHERE subscription_id IS NULL;
-- Seizoen: three end in October, with Winter. Ochtend: three are not used up. Weekend: three are neither idle nor used up.
CREATE TEMP TABLE by_hand AS
SELECT md5('m' || name || n)::uuid AS member_id, md5(name || n)::uuid AS subscription_id, name, enddate, CASE WHEN name = 'Weekend' AND n > 7 THEN 2 ELSE 1 END AS max_rounds,
    name = 'Ochtend' AND n <= 27 OR name = 'Weekend' AND n <= 10 AS is_used
FROM generate_series(1, 40) AS n, LATERAL (VALUES ('Seizoen', CASE WHEN n <= 12 THEN date '2025-02-20' WHEN n <= 25 THEN '2025-03-20' WHEN n <= 37 THEN '2025-06-20' ELSE '2025-10-20' END, 40),
    ('Ochtend', '2025-05-20', 30), ('Weekend', '2025-06-20', 20), ('Winter', '2025-10-20', 6)) AS kinds (name, enddate, most) WHERE n <= most;
INSERT INTO play_rights_subscriptions (subscription_id, member_id, amount_cents, startdate, enddate, max_rounds, per_month, max_holes, name)
SELECT subscription_id, member_id, 5000, enddate - 89, enddate, max_rounds, NULL, 18, name FROM by_hand;
INSERT INTO play_rights_claims (member_id, play_date, place_id, subscription_id, forfeited, club_id)
SELECT member_id, enddate - 5, md5('c' || subscription_id)::uuid, subscription_id, false, 'club-1' FROM by_hand WHERE is_used;
-- Three come in October.
INSERT INTO analytics_vouchers (voucher_id, received_on, expires, play_date, withdrawn_on, times_used, times_returned, holes, forfeited, kind, source)
SELECT md5('h' || kind || n)::uuid, CASE WHEN n <= 12 THEN date '2024-02-10' WHEN n <= 24 OR kind = 'bonus' THEN '2024-03-10' ELSE '2024-10-10' END, date '2024-12-20', NULL::date, NULL::date, 0, 0, 18, false, kind, 'granted'
FROM generate_series(1, 27) AS n, unnest(ARRAY['free', 'bonus']) AS kind
UNION ALL SELECT md5('i' || n)::uuid, date '2024-10-10', date '2024-12-20', NULL::date, NULL::date, 0, 0, 18, false, 'bonus', 'granted' FROM generate_series(1, 9) AS n;
INSERT INTO vouchers (voucher_id, member_id, place_id, used_when, expires, holes, forfeited, kind, title, withdrawn)
SELECT voucher_id, md5('m' || row_number() OVER (PARTITION BY kind, received_on ORDER BY voucher_id))::uuid, NULL, NULL, expires, holes, false, kind, 'Voucher', false FROM analytics_vouchers;
