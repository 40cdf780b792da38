-- Rounds, how long before play they are booked, and how they come to nothing. All of it from the projection's
-- own table: an index range of play dates, never a look at the events.
CREATE VIEW analytics.clubs AS
SELECT id AS club_id, name AS club, city, lat, lon, holes, daily_capacity, max_plays_per_year FROM clubs;
COMMENT ON VIEW analytics.clubs IS 'One row per club.';
COMMENT ON COLUMN analytics.clubs.club_id IS 'The club''s slug, by which every view names it.';
COMMENT ON COLUMN analytics.clubs.club IS 'The club''s name.';
COMMENT ON COLUMN analytics.clubs.city IS 'Where it is.';
COMMENT ON COLUMN analytics.clubs.lat IS 'Latitude, degrees.';
COMMENT ON COLUMN analytics.clubs.lon IS 'Longitude, degrees.';
COMMENT ON COLUMN analytics.clubs.holes IS 'Lengths of round on offer.';
COMMENT ON COLUMN analytics.clubs.daily_capacity IS 'Places per play date; null for no limit.';
COMMENT ON COLUMN analytics.clubs.max_plays_per_year IS 'Places per member and calendar year.';

CREATE VIEW analytics.calendar AS
SELECT
    day::date AS day, date_trunc('month', day)::date AS month, extract(year FROM day)::int AS year,
    extract(isoyear FROM day)::int AS iso_year, extract(week FROM day)::int AS iso_week,
    extract(isodow FROM day)::int AS weekday, extract(isodow FROM day) > 5 AS is_weekend
FROM (SELECT min(play_date) AS first, max(play_date) AS last FROM analytics_places) AS played,
    generate_series(
        date_trunc('year', least(played.first, analytics.today())::timestamp),
        date_trunc('year', greatest(played.last, analytics.today())::timestamp) + interval '1 year - 1 day',
        interval '1 day'
    ) AS day;
COMMENT ON VIEW analytics.calendar IS 'One row per day of every year in which somebody plays: join it to see days without rounds.';
COMMENT ON COLUMN analytics.calendar.day IS 'The day (Europe/Amsterdam).';
COMMENT ON COLUMN analytics.calendar.month IS 'First day of its month.';
COMMENT ON COLUMN analytics.calendar.year IS 'Calendar year.';
COMMENT ON COLUMN analytics.calendar.iso_year IS 'Year that its ISO week belongs to.';
COMMENT ON COLUMN analytics.calendar.iso_week IS 'ISO week, 1 to 53.';
COMMENT ON COLUMN analytics.calendar.weekday IS 'Monday 1 to Sunday 7.';
COMMENT ON COLUMN analytics.calendar.is_weekend IS 'Saturday or Sunday.';

CREATE VIEW analytics.rounds_by_day AS
SELECT
    places.play_date, date_trunc('month', places.play_date)::date AS month, places.club_id,
    coalesce(clubs.name, places.club_id) AS club,
    count(DISTINCT booking_id) AS rounds, count(*) AS players,
    count(*) FILTER (WHERE places.holes = 9) AS players_9,
    count(*) FILTER (WHERE places.holes = 18) AS players_18,
    count(*) FILTER (WHERE play_right = 'voucher') AS players_by_voucher,
    clubs.daily_capacity AS capacity,
    round(count(*)::numeric / nullif(clubs.daily_capacity, 0), 4) AS occupancy
FROM analytics_places AS places LEFT JOIN clubs ON clubs.id = places.club_id
WHERE places.cancelled_at IS NULL
GROUP BY places.play_date, places.club_id, clubs.id;
COMMENT ON VIEW analytics.rounds_by_day IS 'Rounds per club and day of play: played ones and, after today, booked ones. A day without rounds has no row.';
COMMENT ON COLUMN analytics.rounds_by_day.play_date IS 'Day of play (Europe/Amsterdam).';
COMMENT ON COLUMN analytics.rounds_by_day.month IS 'First day of its month.';
COMMENT ON COLUMN analytics.rounds_by_day.club_id IS 'The club''s slug.';
COMMENT ON COLUMN analytics.rounds_by_day.club IS 'The club''s name.';
COMMENT ON COLUMN analytics.rounds_by_day.rounds IS 'Bookings with at least one player.';
COMMENT ON COLUMN analytics.rounds_by_day.players IS 'Active places.';
COMMENT ON COLUMN analytics.rounds_by_day.players_9 IS 'Of these, over 9 holes.';
COMMENT ON COLUMN analytics.rounds_by_day.players_18 IS 'Of these, over 18 holes.';
COMMENT ON COLUMN analytics.rounds_by_day.players_by_voucher IS 'Of these, on a voucher rather than a pass.';
COMMENT ON COLUMN analytics.rounds_by_day.capacity IS 'The club''s places per day as they are set today; null for no limit.';
COMMENT ON COLUMN analytics.rounds_by_day.occupancy IS 'players / capacity, 0 to 1; null where there is no limit.';

CREATE VIEW analytics.rounds_by_month AS
SELECT
    date_trunc('month', places.play_date)::date AS month, places.club_id, coalesce(clubs.name, places.club_id) AS club,
    count(DISTINCT booking_id) AS rounds, count(*) AS players,
    count(*) FILTER (WHERE places.holes = 9) AS players_9,
    count(*) FILTER (WHERE places.holes = 18) AS players_18,
    count(*) FILTER (WHERE play_right = 'voucher') AS players_by_voucher,
    count(DISTINCT places.play_date) AS days_with_rounds,
    round(count(*)::numeric / count(DISTINCT booking_id), 2) AS mean_group
FROM analytics_places AS places LEFT JOIN clubs ON clubs.id = places.club_id
WHERE places.cancelled_at IS NULL
GROUP BY 1, places.club_id, clubs.id;
COMMENT ON VIEW analytics.rounds_by_month IS 'Rounds per club and month of play.';
COMMENT ON COLUMN analytics.rounds_by_month.month IS 'First day of the month of play (Europe/Amsterdam).';
COMMENT ON COLUMN analytics.rounds_by_month.club_id IS 'The club''s slug.';
COMMENT ON COLUMN analytics.rounds_by_month.club IS 'The club''s name.';
COMMENT ON COLUMN analytics.rounds_by_month.rounds IS 'Bookings with at least one player.';
COMMENT ON COLUMN analytics.rounds_by_month.players IS 'Active places.';
COMMENT ON COLUMN analytics.rounds_by_month.players_9 IS 'Of these, over 9 holes.';
COMMENT ON COLUMN analytics.rounds_by_month.players_18 IS 'Of these, over 18 holes.';
COMMENT ON COLUMN analytics.rounds_by_month.players_by_voucher IS 'Of these, on a voucher rather than a pass.';
COMMENT ON COLUMN analytics.rounds_by_month.days_with_rounds IS 'Days on which somebody played.';
COMMENT ON COLUMN analytics.rounds_by_month.mean_group IS 'Players per round.';

CREATE VIEW analytics.rounds_by_club AS
SELECT
    clubs.id AS club_id, clubs.name AS club, clubs.city,
    count(DISTINCT booking_id) AS rounds, count(place_id) AS players,
    count(DISTINCT places.play_date) AS days_with_rounds, min(places.play_date) AS first_day,
    max(places.play_date) AS last_day,
    round(count(place_id)::numeric / nullif(count(DISTINCT booking_id), 0), 2) AS mean_group
FROM clubs LEFT JOIN analytics_places AS places ON places.club_id = clubs.id AND places.cancelled_at IS NULL
GROUP BY clubs.id;
COMMENT ON VIEW analytics.rounds_by_club IS 'Rounds per club over all time; a club that nobody played counts 0.';
COMMENT ON COLUMN analytics.rounds_by_club.club_id IS 'The club''s slug.';
COMMENT ON COLUMN analytics.rounds_by_club.club IS 'The club''s name.';
COMMENT ON COLUMN analytics.rounds_by_club.city IS 'Where it is.';
COMMENT ON COLUMN analytics.rounds_by_club.rounds IS 'Bookings with at least one player.';
COMMENT ON COLUMN analytics.rounds_by_club.players IS 'Active places.';
COMMENT ON COLUMN analytics.rounds_by_club.days_with_rounds IS 'Days on which somebody plays.';
COMMENT ON COLUMN analytics.rounds_by_club.first_day IS 'First day of play.';
COMMENT ON COLUMN analytics.rounds_by_club.last_day IS 'Last day of play, booked ones included.';
COMMENT ON COLUMN analytics.rounds_by_club.mean_group IS 'Players per round.';

CREATE VIEW analytics.group_sizes AS
SELECT month, club_id, players AS group_size, count(*) AS rounds
FROM (
    SELECT date_trunc('month', play_date)::date AS month, club_id, booking_id, count(*) AS players
    FROM analytics_places WHERE cancelled_at IS NULL GROUP BY 1, 2, 3
) AS rounds
GROUP BY month, club_id, players;
COMMENT ON VIEW analytics.group_sizes IS 'How many play together, per club and month of play.';
COMMENT ON COLUMN analytics.group_sizes.month IS 'First day of the month of play (Europe/Amsterdam).';
COMMENT ON COLUMN analytics.group_sizes.club_id IS 'The club''s slug.';
COMMENT ON COLUMN analytics.group_sizes.group_size IS 'Players in the round, 1 to 4.';
COMMENT ON COLUMN analytics.group_sizes.rounds IS 'Rounds of that size.';

CREATE VIEW analytics.lead_times AS
SELECT
    date_trunc('month', play_date)::date AS month, club_id,
    play_date - (joined_at AT TIME ZONE 'Europe/Amsterdam')::date AS days_ahead,
    count(*) AS places,
    count(*) FILTER (WHERE entry = 'added') AS added,
    count(*) FILTER (WHERE cancelled_at IS NOT NULL) AS cancelled
FROM analytics_places
WHERE entry <> 'imported'
GROUP BY 1, 2, 3;
COMMENT ON VIEW analytics.lead_times IS 'How many days before play places are taken, per club and month of play. Imported rounds are left out: they were recorded afterwards.';
COMMENT ON COLUMN analytics.lead_times.month IS 'First day of the month of play (Europe/Amsterdam).';
COMMENT ON COLUMN analytics.lead_times.club_id IS 'The club''s slug.';
COMMENT ON COLUMN analytics.lead_times.days_ahead IS 'Days from the taking of the place to the play date, 0 for the same day.';
COMMENT ON COLUMN analytics.lead_times.places IS 'Places taken that long before, cancelled ones included.';
COMMENT ON COLUMN analytics.lead_times.added IS 'Of these, added to a round that was booked earlier.';
COMMENT ON COLUMN analytics.lead_times.cancelled IS 'Of these, cancelled in the end.';

CREATE VIEW analytics.cancellations AS
SELECT
    date_trunc('month', play_date)::date AS month, club_id, cancel_mode AS mode,
    play_date - (cancelled_at AT TIME ZONE 'Europe/Amsterdam')::date AS days_before,
    count(*) AS places, count(*) FILTER (WHERE forfeited) AS forfeited
FROM analytics_places
WHERE cancelled_at IS NOT NULL
GROUP BY 1, 2, 3, 4;
COMMENT ON VIEW analytics.cancellations IS 'Places that were given up, by how and how early, per club and month of play.';
COMMENT ON COLUMN analytics.cancellations.month IS 'First day of the month of play (Europe/Amsterdam).';
COMMENT ON COLUMN analytics.cancellations.club_id IS 'The club''s slug.';
COMMENT ON COLUMN analytics.cancellations.mode IS 'own (the player), group (the master, for all) or removal (the master, of one player).';
COMMENT ON COLUMN analytics.cancellations.days_before IS 'Days from the cancellation to the play date, 0 for the same day.';
COMMENT ON COLUMN analytics.cancellations.places IS 'Places given up.';
COMMENT ON COLUMN analytics.cancellations.forfeited IS 'Of these, cancelled on the play date: the right is lost.';

CREATE VIEW analytics.cancellation_rates AS
SELECT
    date_trunc('month', play_date)::date AS month, club_id, count(*) AS places,
    count(*) FILTER (WHERE cancelled_at IS NOT NULL) AS cancelled,
    count(*) FILTER (WHERE forfeited) AS forfeited,
    round(count(*) FILTER (WHERE cancelled_at IS NOT NULL)::numeric / count(*), 4) AS cancelled_share,
    round(count(*) FILTER (WHERE forfeited)::numeric / count(*), 4) AS forfeited_share
FROM analytics_places
GROUP BY 1, 2;
COMMENT ON VIEW analytics.cancellation_rates IS 'What share of the places taken was given up, per club and month of play.';
COMMENT ON COLUMN analytics.cancellation_rates.month IS 'First day of the month of play (Europe/Amsterdam).';
COMMENT ON COLUMN analytics.cancellation_rates.club_id IS 'The club''s slug.';
COMMENT ON COLUMN analytics.cancellation_rates.places IS 'Places ever taken.';
COMMENT ON COLUMN analytics.cancellation_rates.cancelled IS 'Of these, cancelled, forfeited ones included.';
COMMENT ON COLUMN analytics.cancellation_rates.forfeited IS 'Of these, cancelled on the play date.';
COMMENT ON COLUMN analytics.cancellation_rates.cancelled_share IS 'cancelled / places, 0 to 1.';
COMMENT ON COLUMN analytics.cancellation_rates.forfeited_share IS 'forfeited / places, 0 to 1.';
