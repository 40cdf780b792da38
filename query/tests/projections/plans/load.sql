-- 100,000 bookings of four over two years. Booking b has the players b, b + 7, b + 49 and b + 343 (modulo 5,000), so
-- that everyone plays often and with many; every third booking is cancelled.
CREATE TEMPORARY TABLE bookings AS
SELECT
    number,
    md5('booking ' || number)::uuid AS booking_id,
    date '2025-01-01' + (number * 7919) % 730 AS play_date,
    'club-' || number % 37 AS club_id,
    number % 3 = 0 AS cancelled
FROM generate_series(0, 99999) AS number;

CREATE TEMPORARY TABLE places AS
SELECT
    bookings.*, standing,
    md5('place ' || number || ' ' || standing)::uuid AS place_id,
    md5('member ' || (number + (7 ^ standing)::integer * LEAST(standing, 1)) % 5000)::uuid AS member_id
FROM bookings, generate_series(0, 3) AS standing;

INSERT INTO reservations_bookings (booking_id, master_id, booked_at, play_date, holes, club_id)
SELECT booking_id, member_id, play_date - 10, play_date, 18, club_id FROM places WHERE standing = 0;

INSERT INTO reservations_places (
    place_id, booking_id, member_id, subscription_id, cancelled_at, play_date, standing, playright_expired
)
SELECT place_id, booking_id, member_id, member_id, CASE WHEN cancelled THEN play_date END, play_date, standing,
    cancelled AND number % 9 = 0
FROM places;

INSERT INTO play_rights_subscriptions (
    subscription_id, member_id, amount_cents, startdate, enddate, max_rounds, per_month, max_holes, name
)
SELECT md5('pass ' || number || ' ' || year)::uuid, md5('member ' || number)::uuid, 24950,
    make_date(year, 1, 1), make_date(year, 12, 31), 60, 8, 18, 'Pas ' || year
FROM generate_series(0, 4999) AS number, generate_series(2021, 2026) AS year;

INSERT INTO play_rights_claims (member_id, play_date, place_id, subscription_id, forfeited, club_id)
SELECT member_id, play_date, place_id, member_id, false, club_id FROM places WHERE NOT cancelled;

INSERT INTO vouchers (voucher_id, member_id, expires, holes, forfeited, kind, title)
SELECT md5('voucher ' || number || ' ' || year)::uuid, md5('member ' || number)::uuid, make_date(year, 6, 30), 18,
    false, 'bonus', 'Voucher ' || year
FROM generate_series(0, 4999) AS number, generate_series(2021, 2026) AS year;

INSERT INTO club_days (play_date, club_id, claimed)
SELECT play_date, club_id, count(*) FROM places WHERE NOT cancelled GROUP BY play_date, club_id;
-- Some that an operator closed.
UPDATE club_days SET closed_notice = 'Vorst' WHERE extract(day FROM play_date) = 24;

-- Five orders a year and member, of which the last is open for every tenth member: orders end within the hour.
INSERT INTO orders (
    order_id, member_id, placed_at, settled_at, amount_cents, refunded_cents, quantity, year, holes, product, status,
    method, payment_id, package
)
SELECT md5('order ' || number || ' ' || year || ' ' || nth)::uuid, md5('member ' || number)::uuid,
    make_date(year, nth, 3) + number * interval '1 second',
    CASE WHEN year < 2026 OR nth < 5 OR number % 10 > 0 THEN make_date(year, nth, 4) END, 1250, 0, 1, year, 9, 'freevoucher',
    CASE WHEN year < 2026 OR nth < 5 OR number % 10 > 0 THEN 'paid' ELSE 'open' END, 'ideal', 'tr_' || number, NULL
FROM generate_series(0, 4999) AS number, generate_series(2021, 2026) AS year, generate_series(1, 5) AS nth;

-- Some that are to be paid back.
UPDATE orders SET refund_requested_cents = amount_cents
WHERE year = 2026 AND status = 'paid' AND payment_id LIKE '%000';

INSERT INTO orders_registrations (member_id, year, order_id, package)
SELECT md5('member ' || number)::uuid, year, md5('order ' || number)::uuid, 'homecourse'
FROM generate_series(0, 4999) AS number, generate_series(2021, 2026) AS year;

INSERT INTO ledger (position, member_id, subscription_id, place_id, booking_id, day, play_date, kind, club_id)
SELECT row_number() OVER (ORDER BY play_date, place_id), member_id, member_id, place_id, booking_id, play_date - 3,
    play_date, 'claimed', club_id
FROM places;

-- Some of the rights were lost, and an operator gave every third of these back.
INSERT INTO ledger (position, member_id, subscription_id, place_id, booking_id, day, play_date, kind, club_id)
SELECT 1000000 * step + row_number() OVER (ORDER BY play_date, place_id), member_id, member_id, place_id, booking_id, play_date,
    play_date, kind, club_id
FROM places, (VALUES (1, 'forfeited', 9), (2, 'restored', 27)) AS changes (step, kind, nth)
WHERE cancelled AND number % nth = 0;

-- 10,000 groups wait for one day, and others for the days around it; some have an offer.
INSERT INTO waiting_lists_groups (group_id, club_id, play_date, position, holes, asked_by, asked_at, state, offered_until)
SELECT md5('group ' || number)::uuid, CASE WHEN number < 10000 THEN 'club-7' ELSE 'club-' || number % 40 END,
    CASE WHEN number < 10000 THEN date '2026-01-05' ELSE date '2025-01-01' + number % 600 END, number, 9,
    md5('waiter ' || number)::uuid, timestamptz '2026-01-01' + number * interval '1 second',
    CASE WHEN number % 1000 = 1 THEN 'offered' ELSE 'waiting' END,
    CASE WHEN number % 1000 = 1 THEN timestamptz '2026-01-02' + number * interval '1 second' END
FROM generate_series(0, 29999) AS number;

INSERT INTO waiting_lists_players (group_id, standing, member_id, play_date)
SELECT group_id, 0, asked_by, play_date FROM waiting_lists_groups;

UPDATE club_days SET smallest_waiting = 1 WHERE club_id = 'club-7' AND play_date BETWEEN '2026-01-05' AND '2026-01-20';

-- Every club reports twice a day.
INSERT INTO course_states (play_date, club_id, position, status, winter_greens, no_carts, note, reported_at)
SELECT day, 'club-' || club, row_number() OVER (), 'partly', true, false, '', day
FROM generate_series(timestamptz '2025-01-01', '2026-12-31', '1 day') AS day, generate_series(0, 39) AS club, generate_series(1, 2);

-- The first player of each round came, and some had a code of another day.
INSERT INTO arrivals_places (
    club_id, play_date, place_id, booking_id, member_id, holes, played_holes, arrived_at, arrived_by, method, walk_in, by_decision,
    seen_again, annulled_position
)
SELECT club_id, play_date, place_id, booking_id, member_id, 18, 18, play_date, md5('desk ' || club_id)::uuid, 'camera', false,
    false, 0, 0
FROM places WHERE standing = 0 AND NOT cancelled;

INSERT INTO arrivals_scans (
    club_id, play_date, scan_id, kind, place_id, booking_id, member_id, holes, scanned_at, scanned_by, method, position
)
SELECT club_id, play_date, md5('scan ' || number)::uuid, CASE WHEN number % 50 = 1 THEN 'other_day' ELSE 'arrival' END, place_id,
    booking_id, member_id, 18, play_date, md5('desk ' || club_id)::uuid, 'camera', number
FROM places WHERE standing = 0 AND NOT cancelled;

-- Each place was booked.
INSERT INTO club_feed (club_id, position, kind, recorded_at, play_date, booking_id, place_ids, holes)
SELECT club_id, number, 'booked', play_date, play_date, booking_id, array_agg(place_id), 18 FROM places
GROUP BY club_id, number, play_date, booking_id;
UPDATE projections SET position = 100000 WHERE name IN ('club_feed', 'reservations');
-- The second did not.
INSERT INTO arrivals_absences (club_id, play_date, place_id, booking_id, member_id, reason, recorded_at)
SELECT club_id, play_date, place_id, booking_id, member_id, 'no_show', play_date FROM places WHERE standing = 1 AND NOT cancelled;

-- What the clubs are owed for those who came: three tariffs each, the months up to November 2025 closed, with disputes.
INSERT INTO statements_facts (
    club_id, position, play_date, place_id, booking_id, member_id, kind, scan_id, holes, walk_in, recorded_at
)
SELECT club_id, row_number() OVER (ORDER BY play_date, place_id), play_date, place_id, booking_id, member_id, 'arrived',
    md5('scan ' || number)::uuid, 18, false, play_date
FROM places WHERE standing = 0 AND NOT cancelled;
-- About 91 a day.
UPDATE projections SET position = 34000 WHERE name = 'statements';
INSERT INTO statements_clubs (club_id, events) SELECT 'club-' || club, 100 FROM generate_series(0, 36) AS club;
INSERT INTO statements_tariffs
SELECT 'club-' || club, year, make_date(year, 1, 1), 900, 1800, 1100, 2100, 500, 'low'
FROM generate_series(0, 36) AS club, generate_series(2021, 2023) AS year;
INSERT INTO statements_months
SELECT 'club-' || club, month, 0, month, greatest(0, (month::date + 28 - date '2025-01-01') * 91),
    '{"arrivals": {"count": 9, "net": 8100}, "walk_ins": {"count": 0, "net": 0}, "absences": {"count": 0, "net": 0},
      "corrections": {"count": 0, "net": 0}, "adjustments": {"count": 0, "net": 0}, "vat": [{"regime": "low", "net": 8100, "vat": 729}]}',
    9, 0, 0, 0, 0, 8100, 729, 8829, md5(club || ' ' || month), '{}', md5(club || ' ' || month)
FROM generate_series(0, 36) AS club, generate_series(timestamp '2021-01-01', '2025-11-01', '1 month') AS month
ORDER BY club;
INSERT INTO statements_disputes
SELECT 'club-' || club, md5('dispute ' || club || month || nth)::uuid, month, month, NULL, 'Ontbreekt', month, ended.*
FROM generate_series(0, 36) AS club, generate_series(timestamp '2021-01-01', '2025-12-01', '1 month') AS month, generate_series(1, 3) AS nth
LEFT JOIN (VALUES ('accepted', 500, 'low', 'Klopt', timestamptz '2025-12-01', 31000)) AS ended ON nth < 3
ORDER BY club;

-- Enough of a journal that reading all of it would show.
INSERT INTO events (
    aggregate_type, aggregate_id, sequence, event_type, event_version, payload, metadata, position, recorded_at,
    correlation_id, actor
)
SELECT 'Voucher', md5('voucher ' || number)::uuid, 1, 'VoucherGranted', '1.0.0', '{}', '{}', number, '2026-01-01',
    md5('request ' || number)::uuid, 'system:load'
FROM generate_series(1, 20000) AS number;

ANALYZE;
