-- Analysts read what is published of the figures, under the names that they know; whoever reads the journal reads the
-- figures as they stand. The views move to the schema `figures`, where measures get one definition each, and the views of
-- the schema `analytics` choose between both.
DO $$
DECLARE name text;
BEGIN
    FOR name IN SELECT relname FROM pg_class WHERE relnamespace = 'analytics'::regnamespace AND relkind = 'v' AND relname NOT IN ('clubs', 'calendar', 'freshness') LOOP
        EXECUTE format('ALTER VIEW analytics.%I SET SCHEMA figures', name);
    END LOOP;
END;
$$;
CREATE OR REPLACE VIEW figures.lead_times AS
SELECT date_trunc('month', play_date)::date AS month, club_id,
    play_date - (joined_at AT TIME ZONE 'Europe/Amsterdam')::date AS days_ahead, count(*) AS places,
    count(*) FILTER (WHERE entry = 'added') AS added, count(*) FILTER (WHERE cancel_mode <> 'swap') AS cancelled
FROM analytics_places WHERE entry <> 'imported' GROUP BY 1, 2, 3;
CREATE OR REPLACE VIEW figures.cancellation_rates AS
SELECT month, club_id, places, cancelled, forfeited, round(cancelled::numeric / nullif(taken, 0), 4) AS cancelled_share,
    round(forfeited::numeric / nullif(taken, 0), 4) AS forfeited_share, taken, swapped
FROM (
    SELECT date_trunc('month', play_date)::date AS month, club_id, count(*) AS places,
        count(*) FILTER (WHERE entry <> 'imported') AS taken, count(*) FILTER (WHERE cancel_mode <> 'swap') AS cancelled,
        count(*) FILTER (WHERE forfeited) AS forfeited, count(*) FILTER (WHERE cancel_mode = 'swap') AS swapped
    FROM analytics_places GROUP BY 1, 2
) AS counted;
-- A row per pass. A pass that allows a round on each day of its term, or of a year, has no limit.
CREATE VIEW figures.terms AS
SELECT passes.*, coalesce(products.known, 'other') AS pass,
    CASE WHEN max_rounds < least(365, enddate - startdate + 1) THEN max_rounds END AS limited
FROM play_rights_subscriptions AS passes LEFT JOIN (
    SELECT name AS known FROM play_rights_subscriptions GROUP BY name HAVING count(DISTINCT member_id) >= 5) AS products ON known = name;
-- A row per pass and month. Before the first recorded round nothing is known of the use of rights.
CREATE VIEW figures.terms_by_month AS
SELECT month::date, member_id, pass, CASE WHEN month >= first THEN per_month END AS limited,
    CASE WHEN month >= first THEN coalesce(used.used, 0) END AS used, CASE WHEN month >= first THEN coalesce(used.forfeited, 0) END AS forfeited
FROM figures.terms CROSS JOIN (SELECT date_trunc('month', min(play_date)::timestamp) AS first FROM play_rights_claims) AS recorded
CROSS JOIN LATERAL generate_series(date_trunc('month', startdate::timestamp), date_trunc('month', enddate::timestamp), interval '1 month') AS month
LEFT JOIN (
    SELECT subscription_id, date_trunc('month', play_date::timestamp) AS month, count(*) AS used, count(*) FILTER (WHERE forfeited) AS forfeited
    FROM play_rights_claims WHERE subscription_id IS NOT NULL GROUP BY 1, 2
) AS used USING (subscription_id, month);
CREATE OR REPLACE VIEW figures.utilisation_by_month WITH (security_barrier) AS
SELECT month, pass, count(*) AS passes, sum(limited) AS rights, sum(used)::bigint AS used, sum(forfeited)::bigint AS forfeited,
    CASE WHEN count(used) > 0 THEN count(*) FILTER (WHERE used = 0) END AS idle_passes,
    round(sum(used) FILTER (WHERE limited > 0)::numeric / nullif(sum(limited), 0), 4) AS utilisation,
    (sum(used) FILTER (WHERE limited > 0))::bigint AS used_of_rights
FROM figures.terms_by_month GROUP BY month, pass;
CREATE OR REPLACE VIEW figures.utilisation_by_pass WITH (security_barrier) AS
SELECT pass, state, count(*) AS passes, sum(limited)::bigint AS rights, coalesce(sum(used), 0)::bigint AS used,
    coalesce(sum(forfeited), 0)::bigint AS forfeited, count(*) FILTER (WHERE used IS NULL) AS idle_passes,
    count(*) FILTER (WHERE used >= limited) AS used_up,
    round(coalesce(sum(used) FILTER (WHERE limited > 0), 0)::numeric / nullif(sum(limited), 0), 4) AS utilisation,
    coalesce(sum(used) FILTER (WHERE limited > 0), 0)::bigint AS used_of_rights
FROM figures.terms LEFT JOIN (
    SELECT subscription_id, count(*) AS used, count(*) FILTER (WHERE forfeited) AS forfeited FROM play_rights_claims WHERE subscription_id IS NOT NULL GROUP BY 1
) AS used USING (subscription_id)
CROSS JOIN LATERAL (SELECT CASE WHEN enddate < analytics.today() THEN 'ended' WHEN startdate > analytics.today() THEN 'to come' ELSE 'running' END) AS term (state)
GROUP BY 1, 2;
-- Every day of every club, with the terms that the club has today: the denominator of occupancy.
CREATE VIEW figures.club_days AS
SELECT day::date AS play_date, date_trunc('month', day)::date AS month, clubs.id AS club_id, clubs.name AS club, closed_by,
    CASE WHEN closed_by IS NULL THEN least(changed.capacity, clubs.daily_capacity) END AS capacity
FROM (SELECT date_trunc('month', min(play_date)::timestamp) AS first, date_trunc('month', max(play_date)::timestamp) + interval '1 month - 1 day' AS last
    FROM analytics_places) AS span
CROSS JOIN LATERAL generate_series(span.first, span.last, interval '1 day') AS day CROSS JOIN clubs
LEFT JOIN club_days AS changed ON changed.club_id = clubs.id AND changed.play_date = day::date
LEFT JOIN club_closures AS closures ON closures.club_id = clubs.id AND closures.date = day::date
CROSS JOIN LATERAL (SELECT CASE WHEN changed.closed_notice IS NOT NULL THEN 'operator' WHEN closures.date IS NOT NULL THEN 'closure'
    WHEN extract(isodow FROM day)::smallint = ANY (clubs.closed_weekdays) THEN 'weekday' END) AS closed (closed_by);
CREATE VIEW figures.capacity_by_month AS
SELECT month, club_id, club, count(*) FILTER (WHERE closed_by IS NULL) AS open_days, count(closed_by) AS closed_days, count(capacity) AS limited_days,
    sum(capacity)::bigint AS capacity, coalesce(sum(active.players) FILTER (WHERE capacity IS NOT NULL), 0)::bigint AS players
FROM figures.club_days LEFT JOIN (
    SELECT club_id, play_date, count(*) AS players FROM analytics_places WHERE cancelled_at IS NULL GROUP BY 1, 2) AS active USING (club_id, play_date)
GROUP BY month, club_id, club;
-- Hours from a cancellation to 00:00 of the play date, as the lowest of the class; -24: on the day itself.
CREATE VIEW figures.cancellation_hours AS
SELECT date_trunc('month', play_date::timestamp)::date AS month, (ARRAY[-24, 0, 12, 24, 48, 96, 168])[1 + width_bucket(
    extract(epoch FROM play_date::timestamp - (cancelled_at AT TIME ZONE 'Europe/Amsterdam')) / 3600, ARRAY[0, 12, 24, 48, 96, 168])] AS hours, count(*) AS places
FROM analytics_places WHERE cancel_mode <> 'swap' GROUP BY 1, 2;
CREATE VIEW figures.taken_places AS
SELECT place_id, date_trunc('month', taken)::date AS month, extract(isodow FROM taken)::int AS weekday, extract(hour FROM taken)::int AS hour
FROM (SELECT place_id, joined_at AT TIME ZONE 'Europe/Amsterdam' AS taken FROM analytics_places WHERE entry IN ('booked', 'added')) AS places;
CREATE VIEW figures.booking_times AS SELECT month, weekday, hour, count(*) AS places FROM figures.taken_places GROUP BY 1, 2, 3;
CREATE VIEW figures.placed_orders AS
SELECT orders.*, date_trunc('month', placed_at AT TIME ZONE 'Europe/Amsterdam')::date AS month FROM orders;
CREATE VIEW figures.voucher_sales AS
SELECT month, holes, sum(quantity)::bigint AS vouchers, sum(amount_cents)::bigint AS amount_cents
FROM figures.placed_orders WHERE product = 'freevoucher' AND status = 'paid' GROUP BY 1, 2;
CREATE VIEW figures.voucher_moments AS
SELECT date_trunc('month', day::timestamp)::date AS month, member_id, counted.kind, moment
FROM analytics_vouchers AS counted JOIN vouchers USING (voucher_id)
CROSS JOIN LATERAL (VALUES ('received', received_on), ('used', play_date), ('withdrawn', withdrawn_on),
    ('expired', CASE WHEN play_date IS NULL AND withdrawn_on IS NULL THEN counted.expires END)) AS moments (moment, day) WHERE day IS NOT NULL;
-- Renewed: the member has a later pass that begins at most 60 days after the end.
CREATE VIEW figures.ended_passes AS
SELECT date_trunc('month', enddate::timestamp)::date AS month, member_id, pass, name, enddate + 60 < analytics.today() AS is_known, (
    SELECT later.name FROM play_rights_subscriptions AS later WHERE later.member_id = terms.member_id AND later.startdate > terms.startdate
        AND later.enddate > terms.enddate AND later.startdate <= terms.enddate + 60 ORDER BY later.startdate LIMIT 1) AS later
FROM figures.terms WHERE enddate < analytics.today();
CREATE VIEW figures.renewals AS
SELECT month, pass, count(*) AS ended, count(*) FILTER (WHERE is_known) AS known, count(later) FILTER (WHERE is_known) AS renewed,
    count(*) FILTER (WHERE is_known AND later = name) AS same_pass,
    round(count(later) FILTER (WHERE is_known)::numeric / nullif(count(*) FILTER (WHERE is_known), 0), 4) AS renewed_share
FROM figures.ended_passes GROUP BY 1, 2;
CREATE VIEW figures.waiting_players AS
SELECT date_trunc('month', groups.play_date::timestamp)::date AS month, club_id, group_id, member_id,
    CASE WHEN state IN ('taken', 'left') THEN state ELSE 'in vain' END AS became
FROM waiting_lists_groups AS groups JOIN waiting_lists_players USING (group_id) WHERE groups.play_date < analytics.today();
CREATE VIEW figures.waiting_lists AS
SELECT month, club_id, count(DISTINCT group_id) AS groups, count(*) AS players, count(DISTINCT group_id) FILTER (WHERE became = 'taken') AS taken,
    round(count(DISTINCT group_id) FILTER (WHERE became = 'taken')::numeric / count(DISTINCT group_id), 4) AS taken_share
FROM figures.waiting_players GROUP BY 1, 2;
-- Days that are over and on which five played at a club. A member has one active place a day: places are members.
CREATE FUNCTION publish_days(of_month date, until date) RETURNS void LANGUAGE sql AS $$
    INSERT INTO published_figures
    SELECT 'rounds_by_day', of_month, jsonb_strip_nulls(to_jsonb(days) - ARRAY['players_9', 'players_18', 'players_by_voucher'])
    FROM figures.rounds_by_day AS days
    WHERE play_date >= of_month AND play_date < least(until, of_month + interval '1 month') AND players >= 5
        AND NOT EXISTS (SELECT FROM published_figures AS known WHERE known.figure = 'rounds_by_day' AND known.month = of_month
            AND known.cells ->> 'play_date' = days.play_date::text AND known.cells ->> 'club_id' = days.club_id)
$$;
COMMENT ON COLUMN figures.lead_times.days_ahead IS 'Days from the taking of the place to the play date, 0 for the same day. Published: null for the rare ones together.';
COMMENT ON COLUMN figures.lead_times.added IS 'Of these, added to a round that was booked earlier. Published: null where it would single out fewer than five.';
COMMENT ON COLUMN figures.lead_times.cancelled IS 'Of these, given up in the end, and not by a swap.';
COMMENT ON COLUMN figures.group_sizes.group_size IS 'Players in the round, 1 to 4. Published: null for the rare sizes together.';
COMMENT ON COLUMN figures.utilisation_by_pass.state IS 'ended, running or to come, reckoned from today. Published: ended only, in years that are over.';
COMMENT ON COLUMN figures.cancellations.mode IS 'own (the player), group (the master, for all), removal (the master, of one player), operator (for the player), club (the day was closed or limited) or swap (another player came instead). Published: null for the rare ones together.';
COMMENT ON COLUMN figures.cancellations.days_before IS 'Days from the cancellation to the play date, 0 for the same day. Not published; cancellation_hours is.';
COMMENT ON COLUMN figures.cancellation_rates.cancelled IS 'Of taken, given up, forfeited ones included and swaps not.';
COMMENT ON COLUMN figures.cancellation_rates.forfeited IS 'Of cancelled, with the right lost: on the play date, with exceptions (docs/domain.md §3.4, §3.16).';
COMMENT ON COLUMN figures.cancellations.forfeited IS 'Of these, with the right lost: on the play date, with exceptions (docs/domain.md §3.4, §3.16).';
COMMENT ON COLUMN figures.voucher_funnel.forfeited IS 'Of these, lost by a cancellation (docs/domain.md §3.4, §3.16).';
COMMENT ON COLUMN figures.cancellation_rates.cancelled_share IS 'cancelled / taken, 0 to 1; null where none was taken.';
COMMENT ON COLUMN figures.cancellation_rates.forfeited_share IS 'forfeited / taken, 0 to 1; null where none was taken.';
COMMENT ON COLUMN figures.cancellation_rates.taken IS 'Of places, taken at the portal: every place but imported ones, which nobody can give up.';
COMMENT ON COLUMN figures.cancellation_rates.swapped IS 'Of taken, passed on to another player: counted in no share.';
COMMENT ON COLUMN figures.rounds_by_day.play_date IS 'Day of play (Europe/Amsterdam). Published: null for the other days of the month together.';
COMMENT ON COLUMN figures.rounds_by_day.players_9 IS 'Of these, over 9 holes. Not published; rounds_by_month is.';
COMMENT ON COLUMN figures.rounds_by_day.players_18 IS 'Of these, over 18 holes. Not published; rounds_by_month is.';
COMMENT ON COLUMN figures.rounds_by_day.players_by_voucher IS 'Of these, on a voucher rather than a pass. Not published; rounds_by_month is.';
COMMENT ON COLUMN figures.rounds_by_month.players_9 IS 'Of these, over 9 holes. Published: null where it would single out fewer than five.';
COMMENT ON COLUMN figures.rounds_by_month.players_18 IS 'Of these, over 18 holes. Published: null where it would single out fewer than five.';
COMMENT ON COLUMN figures.rounds_by_month.players_by_voucher IS 'Of these, on a voucher rather than a pass. Published: null where it would single out fewer than five, and in months in which too few forfeited a right, or play on a pass.';
COMMENT ON VIEW figures.rounds_by_club IS 'Rounds per club over all time; a club that nobody played counts 0. Published: sums of rounds_by_month.';
COMMENT ON COLUMN figures.rounds_by_club.club_id IS 'The club''s slug. Published: other for what rounds_by_month has of other.';
COMMENT ON COLUMN figures.rounds_by_club.club IS 'The club''s name, or other.';
COMMENT ON COLUMN figures.rounds_by_club.city IS 'Where it is. Published: null for other.';
COMMENT ON COLUMN figures.rounds_by_club.first_day IS 'First day of play. Not published.';
COMMENT ON COLUMN figures.rounds_by_club.last_day IS 'Last day of play, booked ones included. Not published.';
COMMENT ON COLUMN figures.utilisation_by_month.used IS 'Rights used for days in the month: booked, played and forfeited; null in months before the first recorded round, of which nothing is known. Published: null in months in which too few forfeited a right, play on a pass or on a voucher, or use a kind of pass.';
COMMENT ON COLUMN figures.utilisation_by_month.rights IS 'Rounds that those with a limit per month allow in it; null where none has one, in months before the first recorded round, and where used is.';
COMMENT ON COLUMN figures.utilisation_by_month.utilisation IS 'used_of_rights / rights, from 0 to 1.';
COMMENT ON COLUMN figures.utilisation_by_month.used_of_rights IS 'Of used, on passes with a limit per month.';
COMMENT ON COLUMN figures.utilisation_by_month.forfeited IS 'Of used, cancelled with the right lost. Not published; cancellation_rates is.';
COMMENT ON COLUMN figures.utilisation_by_month.idle_passes IS 'Passes of which no right was used in the month; null before the first recorded round. Published: null where it would single out fewer than five.';
COMMENT ON VIEW figures.utilisation_by_pass IS 'How many of the rights of a whole term are used, per kind of pass. Kinds that fewer than five members held are counted as other. Published: the terms that ended in years that are over, from April of the next year on, in the months that renewals shows.';
COMMENT ON COLUMN figures.utilisation_by_pass.rights IS 'Rounds that those with a limit allow over their terms; null where none has one. A pass for every day of its term, or of a year, has no limit.';
COMMENT ON COLUMN figures.utilisation_by_pass.forfeited IS 'Of used, cancelled with the right lost. Not published; cancellation_rates is.';
COMMENT ON COLUMN figures.utilisation_by_pass.idle_passes IS 'Passes of which no right was used. Published: null where it would single out fewer than five.';
COMMENT ON COLUMN figures.utilisation_by_pass.used_up IS 'Passes with a limit of which every right was used. Published: null where it, or what is left of the others, would single out fewer than five.';
COMMENT ON COLUMN figures.utilisation_by_pass.utilisation IS 'used_of_rights / rights, from 0 to 1.';
COMMENT ON COLUMN figures.utilisation_by_pass.used_of_rights IS 'Of used, on passes with a limit.';
COMMENT ON VIEW figures.voucher_funnel IS 'What becomes of vouchers, per kind and the year in which they came. received = used + forfeited + expired + withdrawn + unused. Published: years that are over, as they stood at their end, of the months that vouchers_by_month shows.';
COMMENT ON COLUMN figures.vouchers_by_month.used IS 'Used for a play date in that month, forfeited ones included. Published: null in months in which too few forfeited a right, or play on a pass or on a voucher.';
COMMENT ON COLUMN figures.voucher_funnel.offered IS 'bonus: those given. free: holders of a pass in that year × the most that one may buy in a year, as it is set today. Not published.';
COMMENT ON COLUMN figures.voucher_funnel.ordered IS 'Vouchers in orders of that year, paid or not; null for bonus. Not published.';
COMMENT ON COLUMN figures.orders_by_month.refunded_cents IS 'Of the amount, paid back, in euro cents. Published: null where it would single out fewer than five.';

COMMENT ON VIEW figures.terms IS 'Per pass, its kind as it is counted and its limit.';
COMMENT ON VIEW figures.terms_by_month IS 'Per pass and month of its term, its rights and their use.';
COMMENT ON VIEW figures.taken_places IS 'Per place, when it was taken.';
COMMENT ON VIEW figures.placed_orders IS 'Per order, its month.';
COMMENT ON VIEW figures.voucher_moments IS 'Per voucher, when it came, was used, expired and was taken back.';
COMMENT ON VIEW figures.ended_passes IS 'Per pass that ended, the pass that renewed it.';
COMMENT ON VIEW figures.waiting_players IS 'Per player of a group that waited for a day that is over, how it ended.';

COMMENT ON VIEW figures.club_days IS 'One row per club and day, from the first month of play to the last: the denominator of occupancy, with the club''s terms as they are set today.';
COMMENT ON COLUMN figures.club_days.play_date IS 'The day (Europe/Amsterdam).';
COMMENT ON COLUMN figures.club_days.month IS 'First day of its month.';
COMMENT ON COLUMN figures.club_days.club_id IS 'The club''s slug.';
COMMENT ON COLUMN figures.club_days.club IS 'The club''s name.';
COMMENT ON COLUMN figures.club_days.closed_by IS 'Why nobody can play: operator (that day was closed), closure (of several days) or weekday (closed each week); null for an open day.';
COMMENT ON COLUMN figures.club_days.capacity IS 'Places of an open day; null for no limit, and for a closed day.';

COMMENT ON VIEW figures.capacity_by_month IS 'How many places clubs offer and how many are taken, per club and month: occupancy is players / capacity.';
COMMENT ON COLUMN figures.capacity_by_month.month IS 'First day of the month of play (Europe/Amsterdam).';
COMMENT ON COLUMN figures.capacity_by_month.club_id IS 'The club''s slug. Published: other for the small ones together.';
COMMENT ON COLUMN figures.capacity_by_month.club IS 'The club''s name, or other.';
COMMENT ON COLUMN figures.capacity_by_month.open_days IS 'Days on which the club is open; of other, the days of its clubs together: those that have no row of their own.';
COMMENT ON COLUMN figures.capacity_by_month.closed_days IS 'Days on which it is closed.';
COMMENT ON COLUMN figures.capacity_by_month.limited_days IS 'Of the open days, those with a limit of places.';
COMMENT ON COLUMN figures.capacity_by_month.capacity IS 'Places of the limited days together, days without rounds included; null where no day has a limit, and where players is.';
COMMENT ON COLUMN figures.capacity_by_month.players IS 'Active places on the limited days. Published: null where it, or what is left of the places in rounds_by_month, would single out fewer than five.';

COMMENT ON VIEW figures.cancellation_hours IS 'How many hours before the play date begins places are given up, per month of play, all clubs together, swaps left out.';
COMMENT ON COLUMN figures.cancellation_hours.month IS 'First day of the month of play (Europe/Amsterdam).';
COMMENT ON COLUMN figures.cancellation_hours.hours IS 'Fewest hours to 00:00 of the play date, of the class: -24 (on the day itself), 0, 12, 24, 48, 96 or 168. Published: null for the rare ones together.';
COMMENT ON COLUMN figures.cancellation_hours.places IS 'Places given up.';

COMMENT ON VIEW figures.booking_times IS 'On which weekday and at what hour places are taken, per month in which they are, imported ones left out.';
COMMENT ON COLUMN figures.booking_times.month IS 'First day of the month in which the place was taken (Europe/Amsterdam).';
COMMENT ON COLUMN figures.booking_times.weekday IS 'Monday 1 to Sunday 7. Published: null, with the hour, for the rare ones together.';
COMMENT ON COLUMN figures.booking_times.hour IS 'Hour of the day in Europe/Amsterdam, 0 to 23.';
COMMENT ON COLUMN figures.booking_times.places IS 'Places taken, cancelled ones included.';

COMMENT ON COLUMN figures.co_player_degrees.lowest IS 'Fewest co-players of the class; 0 is who has only ever booked alone. Published: null for the rare ones together.';
COMMENT ON COLUMN figures.co_player_degrees.highest IS 'Most co-players of the class; null for no limit, and where lowest is.';
COMMENT ON COLUMN figures.co_player_bonds.lowest IS 'Fewest rounds together of the class. Published: null for the rare ones together.';
COMMENT ON COLUMN figures.co_player_bonds.highest IS 'Most rounds together of the class; null for no limit, and where lowest is.';
COMMENT ON VIEW figures.co_player_degrees IS 'How many members have how many different co-players. Classes of fewer than five members are left out, or published together.';
COMMENT ON VIEW figures.co_player_bonds IS 'How many pairs of members were booked together how often. Classes of fewer than five pairs are left out, or published together.';
COMMENT ON COLUMN figures.co_player_network.alone IS 'Members who only ever booked alone. Published: null where co_player_degrees has no row of theirs.';
COMMENT ON COLUMN figures.co_player_network.mean_co_players IS 'Different co-players per member, on average. Published: of members and pairs as they are published.';
COMMENT ON VIEW figures.voucher_sales IS 'Vouchers that were sold, per month of the order and length of round. Published: months in which paid voucher orders have a row of their own in orders_by_month.';
COMMENT ON COLUMN figures.voucher_sales.month IS 'First day of the month in which the order was placed (Europe/Amsterdam).';
COMMENT ON COLUMN figures.voucher_sales.holes IS '9 or 18. Published: null for both together.';
COMMENT ON COLUMN figures.voucher_sales.vouchers IS 'Vouchers in orders that were paid.';
COMMENT ON COLUMN figures.voucher_sales.amount_cents IS 'What was paid for them, euro cents.';

COMMENT ON VIEW figures.renewals IS 'How many passes that ended were renewed, per kind of pass: the member has a later pass that begins at most 60 days after the end.';
COMMENT ON COLUMN figures.renewals.month IS 'First day of the month in which the passes ended (Europe/Amsterdam).';
COMMENT ON COLUMN figures.renewals.pass IS 'The pass that ended by its product name, or other.';
COMMENT ON COLUMN figures.renewals.ended IS 'Passes that ended.';
COMMENT ON COLUMN figures.renewals.known IS 'Of these, ended more than 60 days ago, so that it is known whether they were renewed.';
COMMENT ON COLUMN figures.renewals.renewed IS 'Of known, renewed.';
COMMENT ON COLUMN figures.renewals.same_pass IS 'Of renewed, with a pass of the same name.';
COMMENT ON COLUMN figures.renewals.renewed_share IS 'renewed / known, 0 to 1; null where nothing is known.';

COMMENT ON VIEW figures.waiting_lists IS 'How many groups waited for a place and got one, per club and month of play, of days that are over.';
COMMENT ON COLUMN figures.waiting_lists.month IS 'First day of the month of play (Europe/Amsterdam).';
COMMENT ON COLUMN figures.waiting_lists.club_id IS 'The club''s slug. Published: other for the small ones together.';
COMMENT ON COLUMN figures.waiting_lists.groups IS 'Groups that waited.';
COMMENT ON COLUMN figures.waiting_lists.players IS 'Players in them.';
COMMENT ON COLUMN figures.waiting_lists.taken IS 'Of the groups, those that got places.';
COMMENT ON COLUMN figures.waiting_lists.taken_share IS 'taken / groups, 0 to 1.';

-- No day depends on a person but the last one, which a booking far ahead sets: analysts see this month and those before.
-- A function, so that EXPLAIN ANALYZE does not count the rows of public.club_days: a day's first booking makes one.
CREATE FUNCTION analytics.shown_club_days() RETURNS SETOF figures.club_days LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path = pg_catalog AS $$
    SELECT * FROM figures.club_days
    WHERE month <= (SELECT coalesce(analytics.published_on(), (current_timestamp AT TIME ZONE 'Europe/Amsterdam')::date))
$$;
COMMENT ON FUNCTION analytics.shown_club_days() IS 'The rows of club_days for who may not read the journal: up to the month of the last publication.';
CREATE VIEW analytics.club_days WITH (security_barrier) AS
SELECT * FROM figures.club_days WHERE analytics.reads_journal() AND (SELECT analytics.sees_members())
UNION ALL
SELECT * FROM analytics.shown_club_days() WHERE NOT (analytics.reads_journal() AND (SELECT analytics.sees_members()));
CREATE OR REPLACE VIEW analytics.calendar WITH (security_barrier) AS
SELECT
    day::date AS day, date_trunc('month', day)::date AS month, extract(year FROM day)::int AS year,
    extract(isoyear FROM day)::int AS iso_year, extract(week FROM day)::int AS iso_week,
    extract(isodow FROM day)::int AS weekday, extract(isodow FROM day) > 5 AS is_weekend
FROM (
    SELECT min(play_date) AS first, CASE WHEN analytics.sees_members() THEN max(play_date) END AS last FROM analytics_places
) AS played, generate_series(
    date_trunc('year', least(played.first, analytics.today())::timestamp),
    date_trunc('year', greatest(played.last, analytics.today())::timestamp) + interval '1 year - 1 day',
    interval '1 day'
) AS day;
COMMENT ON VIEW analytics.calendar IS 'One row per day of every year in which somebody plays, for analysts up to this year: join it to see days without rounds.';
-- Each event of a member moves a position: others see thousands and days.
CREATE OR REPLACE VIEW analytics.freshness WITH (security_barrier) AS
SELECT name AS projection, projections.position / unit * unit AS position,
    CASE WHEN unit = 1 THEN as_of ELSE date_trunc('day', as_of, 'Europe/Amsterdam') END AS as_of,
    head.position / unit * unit - projections.position / unit * unit AS behind, state
FROM projections CROSS JOIN journal_head AS head
CROSS JOIN (SELECT CASE WHEN analytics.sees_members() THEN 1 ELSE 1000 END AS unit) AS shown;
COMMENT ON COLUMN analytics.freshness.position IS 'Last position of the journal in it; for analysts in whole thousands.';
COMMENT ON COLUMN analytics.freshness.as_of IS 'When the event at that position was recorded, UTC; for analysts 00:00 of its day in Europe/Amsterdam; null before the first.';
COMMENT ON COLUMN analytics.freshness.behind IS 'Events of the journal that are not in it yet, reckoned from the positions that are shown.';
DO $$
DECLARE
    view record;
    described record;
BEGIN
    FOR view IN SELECT oid, relname FROM pg_class WHERE relnamespace = 'figures'::regnamespace AND relkind = 'v'
        AND relname NOT IN ('terms', 'terms_by_month', 'taken_places', 'placed_orders', 'voucher_moments', 'ended_passes', 'waiting_players') LOOP
        IF view.relname <> 'club_days' THEN EXECUTE format(
            'CREATE VIEW analytics.%1$I WITH (security_barrier) AS
             SELECT * FROM figures.%1$I WHERE analytics.reads_journal() AND (SELECT analytics.sees_members())
             UNION ALL
             SELECT shown.* FROM published_figures CROSS JOIN LATERAL jsonb_populate_record(NULL::figures.%1$I, cells) AS shown
             WHERE figure = %1$L AND NOT (analytics.reads_journal() AND (SELECT analytics.sees_members()))', view.relname);
        END IF;
        FOR described IN
            SELECT attname, col_description(view.oid, attnum) AS text FROM pg_attribute WHERE attrelid = view.oid AND attnum > 0
            UNION ALL SELECT NULL, obj_description(view.oid, 'pg_class')
        LOOP
            IF described.attname IS NULL THEN
                EXECUTE format('COMMENT ON VIEW analytics.%I IS %L', view.relname, described.text);
            ELSE
                EXECUTE format('COMMENT ON COLUMN analytics.%I.%I IS %L', view.relname, described.attname, described.text);
            END IF;
        END LOOP;
    END LOOP;
END;
$$;
COMMENT ON FUNCTION publish_days(date, date) IS 'Publishes the days of a month that are over and on which five played at a club.';
REVOKE ALL ON SCHEMA figures FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION publish_figures(date, boolean), publish_month(date), publish_days(date, date),
    publish_totals(date), publish_cells(text, date, text, text, text, text, text), fold_cells(text) FROM PUBLIC;
