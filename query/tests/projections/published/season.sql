-- Sixty members at thirteen clubs over twenty-three months, as the projections would have it: ROUNDS bookings. Few passes,
-- clubs and days are busy. The seed of random() is the caller's.
INSERT INTO clubs (id, name, city, short_name, keywords, lat, lon, holes, starttime_description, reservation_instruction,
    reservation_description, max_plays_per_year, daily_capacity, closed_weekdays)
SELECT 'club-' || n, 'Club ' || n, 'Haren', 'Club', '', 52, 5, '{9,18}', '', '', '', 8, CASE WHEN n % 3 > 0 THEN 40 END,
    CASE WHEN n % 7 = 0 THEN '{1}'::smallint[] ELSE '{}' END
FROM generate_series(1, 13) AS n;
INSERT INTO settings VALUES (true, 2026, '[]', '[]', 365, 10, '[]');

CREATE TEMP TABLE held AS
SELECT md5('m' || n)::uuid AS member_id, n, md5('s' || n || '-' || nth)::uuid AS subscription_id,
    date '2024-01-01' + n * 37 % 300 + nth * 365 AS startdate
FROM generate_series(1, 60) AS n, generate_series(0, 2) AS nth WHERE NOT (nth = 2 AND n % 5 = 0);
INSERT INTO play_rights_subscriptions (subscription_id, member_id, amount_cents, startdate, enddate, max_rounds, per_month, max_holes, name)
SELECT subscription_id, member_id, 34950, startdate, startdate + 364, CASE n % 3 WHEN 0 THEN 365 ELSE 60 END,
    CASE n % 3 WHEN 0 THEN NULL ELSE 6 END, 18, CASE WHEN n % 20 = 7 THEN 'Proef' ELSE (ARRAY['Onbeperkt', 'Compleet', 'Start'])[1 + n % 3] END
FROM held;

CREATE TEMP TABLE booked AS
SELECT md5('b' || n)::uuid AS booking_id, 'club-' || 1 + floor(power(random(), 2) * 13)::int AS club_id,
    date '2025-01-15' + floor(random() * 700)::int AS play_date, 1 + floor(random() * 4)::int AS size,
    CASE WHEN random() < 0.35 THEN 9 ELSE 18 END AS holes, floor(random() * 20)::int AS lead, random() < 0.07 AS given_up, random() < 0.1 AS imported
FROM generate_series(1, ROUNDS) AS n;
-- A member plays once a day, and loses the right with 2 places of 100.
CREATE TEMP TABLE played AS
SELECT DISTINCT ON (member_id, play_date) md5(booking_id || '-' || nth)::uuid AS place_id, booked.*, nth, md5('m' || who)::uuid AS member_id, lot,
    lot > 0.9 AS on_voucher, NOT imported AND lot < 0.02 AS forfeited, hour,
    CASE WHEN imported THEN NULL WHEN given_up THEN 'group' WHEN lot < 0.06 THEN 'own' WHEN lot < 0.08 THEN 'removal' WHEN lot < 0.1 THEN 'swap' END AS left_by
FROM booked, generate_series(1, 4) AS nth,
    LATERAL (SELECT 1 + floor(random() * 60)::int AS who, random() AS lot, floor(power(random(), 2) * 24)::int AS hour WHERE nth <= size) AS drawn
ORDER BY member_id, play_date;
UPDATE played SET forfeited = false WHERE left_by IS NULL OR left_by = 'swap';
-- Some lose a voucher.
UPDATE played SET on_voucher = true WHERE forfeited AND lot < 0.005;
-- Nobody plays on a pass that ended.
DELETE FROM played WHERE NOT on_voucher AND NOT EXISTS (SELECT FROM held WHERE held.member_id = played.member_id AND play_date BETWEEN startdate AND startdate + 364);
CREATE INDEX ON played (booking_id);
ANALYZE held, played;

INSERT INTO reservations_bookings SELECT booking_id, md5('m1')::uuid, play_date - lead, play_date, holes, club_id FROM booked;
INSERT INTO analytics_places (place_id, booking_id, joined_at, cancelled_at, play_date, holes, forfeited, entry, play_right, cancel_mode, club_id)
SELECT place_id, booking_id, (play_date - lead + make_time(hour, 0, 0)) AT TIME ZONE 'Europe/Amsterdam',
    CASE WHEN left_by IS NOT NULL THEN (play_date - CASE WHEN forfeited THEN 0 ELSE floor(lot * 1000)::int % (lead + 1) END + time '10:00') AT TIME ZONE 'Europe/Amsterdam' END,
    play_date, holes, forfeited, CASE WHEN imported THEN 'imported' WHEN nth > 2 THEN 'added' ELSE 'booked' END,
    CASE WHEN on_voucher THEN 'voucher' ELSE 'pass' END, left_by, club_id
FROM played;
INSERT INTO reservations_places (place_id, booking_id, member_id, subscription_id, voucher_id, cancelled_at, play_date, standing, playright_expired)
SELECT place_id, played.booking_id, member_id, CASE WHEN NOT on_voucher THEN subscription_id END, CASE WHEN on_voucher OR subscription_id IS NULL THEN md5('v' || place_id)::uuid END,
    places.cancelled_at, played.play_date, nth, played.forfeited
FROM played JOIN analytics_places AS places USING (place_id)
LEFT JOIN LATERAL (SELECT subscription_id FROM held WHERE held.member_id = played.member_id AND startdate <= played.play_date ORDER BY startdate DESC LIMIT 1) AS pass ON NOT on_voucher;
INSERT INTO play_rights_claims (member_id, play_date, place_id, subscription_id, forfeited, club_id)
SELECT member_id, play_date, place_id, subscription_id, places.forfeited, places.club_id
FROM reservations_places JOIN analytics_places AS places USING (place_id, play_date) WHERE places.cancelled_at IS NULL OR places.forfeited;
INSERT INTO club_days (play_date, claimed, club_id) SELECT play_date, count(*), club_id FROM analytics_places WHERE cancelled_at IS NULL GROUP BY 1, 3;
-- Operators limited some days, also of clubs without a limit.
UPDATE club_days SET capacity = 12 WHERE extract(day FROM play_date) % 4 = 0;
INSERT INTO orders (order_id, member_id, placed_at, settled_at, amount_cents, refunded_cents, quantity, year, holes, product, status, method)
SELECT md5('o' || n)::uuid, md5('m' || 1 + n % 60)::uuid, at, at, 2250, CASE WHEN n % 30 = 0 THEN 2250 ELSE 0 END, 1 + n % 3, extract(year FROM at),
    CASE WHEN n % 4 = 0 THEN 9 ELSE 18 END, 'freevoucher', CASE WHEN n % 6 = 0 AND n % 60 < 30 THEN 'expired' ELSE 'paid' END, 'ideal'
FROM generate_series(1, 250) AS n, LATERAL (SELECT timestamptz '2024-01-01 10:00+01' + n * interval '100 hours' AS at) AS placed;
INSERT INTO analytics_vouchers (voucher_id, received_on, expires, play_date, withdrawn_on, times_used, times_returned, holes, forfeited, kind, source)
SELECT md5('v' || place_id)::uuid, play_date - 100, play_date + 265, play_date, NULL, 1, 0, holes, forfeited, kind, CASE kind WHEN 'free' THEN 'bought' ELSE 'granted' END
FROM (SELECT *, CASE WHEN nth % 2 = 0 THEN 'free' ELSE 'bonus' END AS kind FROM played WHERE on_voucher AND (left_by IS NULL OR forfeited)) AS used
UNION ALL
SELECT md5('w' || n)::uuid, date '2024-03-01' + n * 5, date '2025-03-01' + n * 5, NULL, CASE WHEN n % 9 = 0 THEN date '2024-06-01' + n * 5 END, 0, 0, 18, false,
    CASE WHEN n % 4 = 0 THEN 'free' ELSE 'bonus' END, CASE WHEN n % 4 = 0 THEN 'bought' ELSE 'granted' END
FROM generate_series(1, 180) AS n;
INSERT INTO vouchers (voucher_id, member_id, place_id, used_when, expires, holes, forfeited, kind, title, withdrawn)
SELECT voucher_id, coalesce(member_id, md5('m' || 1 + floor(random() * 60)::int)::uuid), place_id, counted.play_date, expires, counted.holes, counted.forfeited, kind, 'Voucher', withdrawn_on IS NOT NULL
FROM analytics_vouchers AS counted LEFT JOIN played ON voucher_id = md5('v' || place_id)::uuid;

INSERT INTO waiting_lists_groups (group_id, club_id, play_date, position, holes, asked_by, asked_at, state, booking_id)
SELECT booking_id, club_id, play_date, 1, 9, md5('m1')::uuid, play_date - 3, CASE WHEN given_up THEN 'left' WHEN lead < 12 THEN 'passed_over' ELSE 'taken' END,
    CASE WHEN NOT given_up AND lead >= 12 THEN booking_id END
FROM booked WHERE imported OR given_up;
INSERT INTO waiting_lists_players SELECT booking_id, nth, member_id, play_date FROM played WHERE imported OR given_up;
-- Who came from 2026 on: most clubs record most days. Some play in groups with a start time, some come without a reservation.
UPDATE reservations_bookings SET start_time = '10:40' WHERE extract(day FROM play_date)::int % 2 = 0;
CREATE TEMP TABLE came AS
SELECT places.*, member_id, random() AS luck FROM (SELECT place_id, member_id FROM played) AS players JOIN analytics_places AS places USING (place_id)
WHERE cancelled_at IS NULL AND entry <> 'imported' AND play_date >= '2026-01-01' AND club_id NOT IN ('club-2', 'club-3');
INSERT INTO arrivals_places (club_id, play_date, place_id, booking_id, member_id, holes, played_holes, arrived_at, arrived_by, method, walk_in,
    by_decision, seen_again, annulled_at, annulled_position)
SELECT club_id, play_date, place_id, booking_id, member_id, holes, CASE WHEN luck < 0.25 THEN 9 WHEN luck > 0.45 THEN 18 ELSE holes END, (play_date + time '10:40') AT TIME ZONE 'Europe/Amsterdam' - 70 * (luck - 0.2) * interval '1 minute', member_id, 'camera',
    joined_at >= play_date, luck < 0.02, CASE WHEN luck > 0.4 THEN 1 ELSE 0 END, CASE WHEN luck BETWEEN 0.5 AND 0.6 THEN play_date END, 0
FROM came WHERE luck < 0.7;
INSERT INTO arrivals_scans (club_id, play_date, scan_id, kind, place_id, booking_id, member_id, holes, scanned_at, scanned_by, method, counts, reason, position)
SELECT club_id, play_date, place_id, CASE WHEN luck < 0.8 THEN 'arrival' WHEN luck < 0.85 THEN 'other_day' WHEN luck < 0.87 THEN 'cancelled' ELSE 'unknown' END,
    CASE WHEN luck < 0.87 THEN place_id END, CASE WHEN luck < 0.87 THEN booking_id END, CASE WHEN luck < 0.87 THEN member_id END, NULL, play_date, member_id, 'camera',
    CASE WHEN luck BETWEEN 0.8 AND 0.83 THEN luck < 0.82 END, CASE WHEN luck BETWEEN 0.8 AND 0.83 THEN 'Afgesproken' END, 1 FROM came WHERE luck < 0.9 AND extract(day FROM play_date) <> 9;
