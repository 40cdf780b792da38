-- Figures for analysts are published: what a closed month shows is written once, with fewer than five members in no cell,
-- and never again, so that no two readings differ by one member.
CREATE SCHEMA figures;
COMMENT ON SCHEMA figures IS 'The measures as they stand, for whoever may read the journal. Analysts read what is published of them: schema analytics.';

CREATE TABLE published_figures (
    figure text NOT NULL,
    -- Of which it is, and after which it is never written again; -infinity: of all time, as of the last closed month.
    month  date NOT NULL,
    cells  jsonb NOT NULL
);
CREATE INDEX published_figures_figure_idx ON published_figures (figure, month);

-- The functions of a reader name the schema of everything they use: his search_path may lead elsewhere.
CREATE FUNCTION analytics.sees_members() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT pg_catalog.has_table_privilege('public.events', 'SELECT')
        AND coalesce(pg_catalog.current_setting('fairway.figures', true), '') OPERATOR(pg_catalog.<>) 'published'
$$;
-- The same right, when a query is planned: a plan for an analyst has nothing of the members' tables, so EXPLAIN tells no
-- numbers of them. It only adds to sees_members(), which is asked at each run: a plan that a session made as another role
-- shows published figures.
CREATE FUNCTION analytics.reads_journal() RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT pg_catalog.has_table_privilege('public.events', 'SELECT')
$$;
COMMENT ON FUNCTION analytics.reads_journal() IS 'Whether the reader may read the journal, as it is when the query is planned.';
-- The one row that says up to when is published.
CREATE TABLE publication (
    is_one        boolean PRIMARY KEY DEFAULT true CHECK (is_one),
    -- The portal's day of the last publication, and the today of analysts.
    day           date NOT NULL,
    -- First day of the first month that is not published.
    closed_before date NOT NULL,
    at            timestamptz NOT NULL DEFAULT now()
);
CREATE FUNCTION analytics.published_on() RETURNS date LANGUAGE sql STABLE SECURITY DEFINER PARALLEL SAFE
    SET search_path = pg_catalog, public AS $$ SELECT day FROM publication $$;

CREATE OR REPLACE FUNCTION analytics.today() RETURNS date LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT coalesce(
        CASE WHEN NOT pg_catalog.has_table_privilege('public.events', 'SELECT') THEN analytics.published_on()
            WHEN pg_catalog.current_setting('fairway.today', true) OPERATOR(pg_catalog.<>) ''
                THEN pg_catalog.current_setting('fairway.today', true)::pg_catalog.date END,
        (current_timestamp AT TIME ZONE 'Europe/Amsterdam')::pg_catalog.date)
$$;

-- Which keys of a parent may be shown: `cells` is a query with the columns parent, key, part, member (text, text, text,
-- uuid), a row per member (or more) of each part of each cell. A cell is safe when each of its parts has no member or five;
-- the others are shown together (shown is null), and where a part of them together is still small, with the smallest
-- safe cell that has this part. A parent that is small itself has no row.
CREATE FUNCTION fold_cells(cells text) RETURNS TABLE (parent text, key text, shown text) LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN QUERY EXECUTE format($query$
        WITH rows AS MATERIALIZED (
            SELECT DISTINCT c.parent, coalesce(c.key, '') AS key, c.part, c.member FROM (%s) AS c (parent, key, part, member)
        ), parts AS MATERIALIZED (
            SELECT parent, key, part, count(*) AS members FROM rows GROUP BY 1, 2, 3
        ), cells AS MATERIALIZED (
            SELECT parent, key, min(members) >= 5 AS is_safe FROM parts GROUP BY 1, 2
        ), small AS MATERIALIZED ( -- parts that are small even together
            SELECT rows.parent, rows.part FROM rows JOIN cells USING (parent, key) WHERE NOT is_safe
            GROUP BY 1, 2 HAVING count(DISTINCT member) < 5
        ), joined AS ( -- the smallest safe cell with that part
            SELECT DISTINCT ON (small.parent, small.part) small.parent, small.part, parts.key
            FROM small LEFT JOIN (parts JOIN cells USING (parent, key)) ON parts.parent = small.parent
                AND parts.part = small.part AND cells.is_safe
            ORDER BY small.parent, small.part, parts.members, parts.key
        )
        SELECT cells.parent, cells.key,
            CASE WHEN is_safe AND cells.key <> 'other' AND NOT EXISTS (SELECT FROM joined WHERE joined.parent = cells.parent AND joined.key = cells.key)
                THEN cells.key END
        FROM cells
        WHERE NOT EXISTS (SELECT FROM joined WHERE joined.parent = cells.parent AND joined.key IS NULL)
    $query$, cells);
END;
$$;
CREATE FUNCTION publish_cells(figure text, month date, rows text, parent text, key text, parts text, columns text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format($q$
        INSERT INTO published_figures
        SELECT %1$L, %2$L, jsonb_strip_nulls(to_jsonb(counted)) FROM (
            SELECT %2$L::date AS month, %7$s FROM (%3$s) AS r
            JOIN fold_cells(%8$L) AS f ON f.parent = (%4$s)::text AND f.key = coalesce((%5$s)::text, '') GROUP BY f.parent, f.shown
        ) AS counted $q$, figure, month, rows, parent, key, parts, columns,
        format('SELECT (%s)::text, (%s)::text, part, member_id FROM (%s) AS r CROSS JOIN unnest(ARRAY[%s]) AS part WHERE part IS NOT NULL', parent, key, rows, parts));
END;
$$;
CREATE FUNCTION publish_month(of_month date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    next_month CONSTANT date := of_month + interval '1 month';
    whole CONSTANT text := '''''';
    active CONSTANT text := 'SELECT * FROM placed WHERE became = ''kept''';
    named CONSTANT text := 'coalesce(f.shown, ''other'') AS club_id, ';
    club_name CONSTANT text := named || 'coalesce((SELECT name FROM clubs WHERE id = f.shown), ''other'') AS club, ';
    counted CONSTANT text := 'count(DISTINCT booking_id) AS rounds, count(*) AS players';
    uses CONSTANT text := $p$'held', CASE WHEN used > 0 THEN 'used' END, CASE WHEN limited > 0 THEN 'limited' END,
        CASE WHEN used > 0 AND limited > 0 THEN 'used of rights' WHEN used > 0 THEN 'used without limit' END$p$;
    terms CONSTANT text := format('SELECT * FROM figures.terms_by_month WHERE month = %L', of_month);
    passes CONSTANT text := $c$coalesce(f.shown, 'other') AS pass, count(*) AS passes, CASE WHEN count(used) > 0 AND NOT ARRAY[
        count(DISTINCT member_id) FILTER (WHERE used = 0), count(DISTINCT member_id) FILTER (WHERE used > 0)] && '{1,2,3,4}' THEN count(*) FILTER (WHERE used = 0) END AS idle_passes$c$;
    is_even boolean;
    is_known boolean; -- whether the use of rights may be
    is_split boolean;
BEGIN
    PERFORM publish_days(of_month, next_month);
    CREATE TEMP TABLE placed ON COMMIT DROP AS
    SELECT places.*, member_id, terms.capacity IS NOT NULL AS is_limited, days.club_id IS NOT NULL AS is_named,
        CASE WHEN days.club_id IS NOT NULL THEN days.club_id END AS place_at, NULL::text AS rated_at,
        play_date - (joined_at AT TIME ZONE 'Europe/Amsterdam')::date AS days_ahead,
        play_date - (cancelled_at AT TIME ZONE 'Europe/Amsterdam')::date AS days_before,
        CASE WHEN cancelled_at IS NULL THEN 'kept' WHEN cancel_mode = 'swap' THEN 'swapped' WHEN forfeited THEN 'forfeited' ELSE 'cancelled' END AS became,
        (ARRAY[-24, 0, 12, 24, 48, 96, 168])[1 + width_bucket(extract(epoch FROM play_date::timestamp - (cancelled_at AT TIME ZONE 'Europe/Amsterdam')) / 3600, ARRAY[0, 12, 24, 48, 96, 168])] AS hours
    FROM (SELECT place_id, member_id FROM reservations_places) AS held JOIN (
        SELECT *, row_number() OVER (PARTITION BY club_id, play_date, cancelled_at IS NULL ORDER BY entry = 'imported', joined_at, place_id) AS nth
        FROM analytics_places WHERE play_date >= of_month AND play_date < next_month) AS places USING (place_id)
    LEFT JOIN (SELECT club_id, play_date, capacity FROM figures.club_days WHERE month = of_month) AS terms USING (club_id, play_date)
    LEFT JOIN (SELECT cells ->> 'club_id' AS club_id, (cells ->> 'play_date')::date AS day, (cells ->> 'players')::int AS players FROM published_figures
        -- A published day keeps its number: what was imported since belongs to the rest of the month.
        WHERE figure = 'rounds_by_day' AND month = of_month) AS days ON cancelled_at IS NULL AND days.club_id = places.club_id AND day = play_date AND nth <= days.players;
    -- The rest of a club's month has its name where it is large enough; what was given up goes where those who stayed went.
    -- Days with and without a limit are parts of it: capacity_by_month has the same clubs as rounds_by_month.
    SELECT bool_and(members >= 5) INTO is_split FROM (
        SELECT count(DISTINCT member_id) AS members FROM placed WHERE became = 'kept' AND NOT is_named GROUP BY is_limited) AS rests;
    UPDATE placed SET place_at = coalesce(f.shown, 'other') FROM fold_cells(
        format('SELECT '''', club_id, %L AND is_limited, member_id FROM placed WHERE became = ''kept'' AND NOT is_named', is_split)) AS f
    WHERE f.key = club_id AND became = 'kept' AND NOT is_named;
    UPDATE placed SET place_at = CASE WHEN club_id IN (SELECT place_at FROM placed WHERE became = 'kept') THEN club_id ELSE 'other' END WHERE became <> 'kept';
    -- Rights used and rounds played differ by what was forfeited, of each kind of right, and by what is deleted next.
    SELECT coalesce(bool_and(members >= 5), true) INTO is_even FROM (SELECT count(DISTINCT member_id) AS members FROM placed
        WHERE became = 'forfeited' OR place_at IS NULL GROUP BY GROUPING SETS ((play_right), (became))) AS differing;
    -- The use of one kind of right differs from the rounds by those who play on the other: few of these, and neither is known.
    -- Of many on vouchers, what was forfeited on passes is not told apart.
    SELECT is_even AND coalesce(bool_and(members >= 5), true), coalesce(bool_and(members >= 5) AND (is_even OR bool_or(play_right = 'voucher')), true)
    INTO is_even, is_known FROM (SELECT play_right, count(DISTINCT member_id) AS members FROM placed WHERE became = 'kept' GROUP BY play_right) AS played;
    DELETE FROM placed WHERE place_at IS NULL; -- a rest that is small even together
    UPDATE placed SET rated_at = coalesce(f.shown, 'other') FROM fold_cells(
        'SELECT '''', place_at, CASE WHEN entry = ''imported'' THEN entry ELSE became END, member_id FROM placed') AS f WHERE f.key = placed.place_at;

    PERFORM publish_cells('rounds_by_day', of_month, active || ' AND NOT is_named', whole, 'place_at', whole, club_name || counted);
    PERFORM publish_cells('rounds_by_month', of_month, active, whole, 'place_at', whole, club_name || counted
        || ', count(DISTINCT play_date) AS days_with_rounds, round(count(*)::numeric / count(DISTINCT booking_id), 2) AS mean_group');
    PERFORM publish_cells('lengths', of_month, active, whole, 'place_at', 'holes::text',
        named || 'count(*) FILTER (WHERE holes = 9) AS players_9, count(*) FILTER (WHERE holes = 18) AS players_18');
    PERFORM publish_cells('kinds', of_month, active || format(' AND %L', is_even), whole, 'place_at', 'play_right', named || 'count(*) FILTER (WHERE play_right = ''voucher'') AS players_by_voucher');
    UPDATE published_figures AS months SET cells = months.cells || (parts.cells - ARRAY['month', 'club_id'])
    FROM published_figures AS parts
    WHERE months.figure = 'rounds_by_month' AND parts.figure IN ('lengths', 'kinds') AND months.month = of_month AND parts.month = of_month
        AND months.cells -> 'club_id' = parts.cells -> 'club_id' AND parts.cells ->> 'club_id' <> 'other';
    DELETE FROM published_figures WHERE figure IN ('lengths', 'kinds');
    INSERT INTO published_figures
    SELECT 'capacity_by_month', of_month, jsonb_strip_nulls(to_jsonb(clubs)) FROM (
        SELECT of_month AS month, club_id, coalesce(club, 'other') AS club, coalesce(open_days, 0) AS open_days, coalesce(closed_days, 0) AS closed_days,
            coalesce(limited_days, 0) AS limited_days, CASE WHEN coalesce(is_told, true) THEN capacity END AS capacity, CASE WHEN coalesce(is_told, true) THEN coalesce(players, 0) END AS players
        FROM (SELECT coalesce(named.club_id, 'other') AS club_id, CASE WHEN named.club_id IS NOT NULL THEN min(club) END AS club, sum(open_days) AS open_days,
                sum(closed_days) AS closed_days, sum(limited_days) AS limited_days, sum(capacity) AS capacity
            FROM figures.capacity_by_month AS all_clubs LEFT JOIN (SELECT DISTINCT place_at AS club_id FROM placed WHERE became = 'kept') AS named USING (club_id)
            WHERE all_clubs.month = of_month GROUP BY named.club_id) AS terms
        FULL JOIN (SELECT place_at AS club_id, count(*) FILTER (WHERE is_limited) AS players, NOT ARRAY[count(DISTINCT member_id) FILTER (WHERE is_limited AND NOT is_named),
                count(DISTINCT member_id) FILTER (WHERE NOT is_limited AND NOT is_named)] && '{1,2,3,4}' AS is_told
            FROM placed WHERE became = 'kept' GROUP BY place_at) AS played USING (club_id)
    ) AS clubs
    -- Where nothing was published although somebody played, the month has no row.
    WHERE EXISTS (SELECT FROM placed WHERE became = 'kept') OR NOT EXISTS (SELECT FROM figures.rounds_by_month WHERE month = of_month);
    PERFORM publish_cells('group_sizes', of_month, 'SELECT *, count(*) OVER (PARTITION BY place_at, booking_id) AS size FROM placed WHERE became = ''kept''',
        'place_at', 'size', whole, 'f.parent AS club_id, f.shown::int AS group_size, count(DISTINCT booking_id) AS rounds');
    PERFORM publish_cells('cancellation_rates', of_month, 'SELECT * FROM placed WHERE rated_at IS NOT NULL', whole, 'rated_at', 'NULL::text, CASE WHEN entry = ''imported'' THEN entry ELSE became END',
        named || $c$count(*) AS places, count(*) FILTER (WHERE entry <> 'imported') AS taken, count(*) FILTER (WHERE became IN ('cancelled', 'forfeited')) AS cancelled,
        count(*) FILTER (WHERE became = 'forfeited') AS forfeited, count(*) FILTER (WHERE became = 'swapped') AS swapped,
        round(count(*) FILTER (WHERE became IN ('cancelled', 'forfeited'))::numeric / nullif(count(*) FILTER (WHERE entry <> 'imported'), 0), 4) AS cancelled_share,
        round(count(*) FILTER (WHERE became = 'forfeited')::numeric / nullif(count(*) FILTER (WHERE entry <> 'imported'), 0), 4) AS forfeited_share$c$);
    PERFORM publish_cells('cancellations', of_month, 'SELECT * FROM placed WHERE became <> ''kept'' AND rated_at IS NOT NULL', 'rated_at', 'cancel_mode', 'became',
        $c$f.parent AS club_id, f.shown AS mode, count(*) AS places, count(*) FILTER (WHERE became = 'forfeited') AS forfeited$c$);
    PERFORM publish_cells('cancellation_hours', of_month, 'SELECT * FROM placed WHERE became IN (''cancelled'', ''forfeited'') AND rated_at IS NOT NULL', whole, 'hours', 'became',
        'f.shown::int AS hours, count(*) AS places');
    PERFORM publish_cells('lead_times', of_month, 'SELECT * FROM placed WHERE entry <> ''imported'' AND rated_at IS NOT NULL', 'rated_at', 'days_ahead', 'became',
        $c$f.parent AS club_id, f.shown::int AS days_ahead, count(*) AS places, count(*) FILTER (WHERE became IN ('cancelled', 'forfeited')) AS cancelled,
        CASE WHEN count(DISTINCT member_id) FILTER (WHERE entry = 'added') NOT BETWEEN 1 AND 4 AND count(DISTINCT member_id) FILTER (WHERE entry <> 'added') NOT BETWEEN 1 AND 4
            THEN count(*) FILTER (WHERE entry = 'added') END AS added$c$);
    DROP TABLE placed;

    IF is_known THEN
        PERFORM publish_cells('utilisation_by_month', of_month, terms, whole, 'pass', uses, passes || $c$, sum(limited) AS rights, sum(used) AS used,
            sum(used) FILTER (WHERE limited > 0) AS used_of_rights, round(sum(used) FILTER (WHERE limited > 0)::numeric / nullif(sum(limited), 0), 4) AS utilisation$c$);
    END IF;
    -- Passes without their use, also where a part of all uses is small.
    IF NOT EXISTS (SELECT FROM published_figures WHERE figure = 'utilisation_by_month' AND month = of_month) THEN
        PERFORM publish_cells('utilisation_by_month', of_month, terms, whole, 'pass', '''held''', passes);
    END IF;
    PERFORM publish_cells('orders_by_month', of_month, format('SELECT * FROM figures.placed_orders WHERE month = %L', of_month), whole, 'product || '' '' || status', whole,
        $c$split_part(f.shown, ' ', 1) AS product, split_part(f.shown, ' ', 2) AS status, count(*) AS orders, sum(quantity) AS quantity, sum(amount_cents) AS amount_cents,
        CASE WHEN count(DISTINCT member_id) FILTER (WHERE refunded_cents > 0) NOT BETWEEN 1 AND 4 THEN sum(refunded_cents) END AS refunded_cents$c$);
    -- Where paid orders have no row of their own, sales would tell them from the others in their row.
    PERFORM publish_cells('voucher_sales', of_month, format('SELECT * FROM figures.placed_orders WHERE month = %1$L AND product = ''freevoucher'' AND status = ''paid''
        AND EXISTS (SELECT FROM published_figures WHERE figure = ''orders_by_month'' AND month = %1$L AND cells @> ''{"product": "freevoucher", "status": "paid"}'')', of_month), whole, 'holes', whole,
        'f.shown::int AS holes, sum(quantity) AS vouchers, sum(amount_cents) AS amount_cents');
    PERFORM publish_cells('vouchers_by_month', of_month, format('SELECT * FROM figures.voucher_moments WHERE month = %L', of_month), whole, 'kind', 'moment',
        $c$coalesce(f.shown, 'other') AS kind, count(*) FILTER (WHERE moment = 'received') AS received, count(*) FILTER (WHERE moment = 'expired') AS expired,
        count(*) FILTER (WHERE moment = 'withdrawn') AS withdrawn$c$ || CASE WHEN is_even THEN ', count(*) FILTER (WHERE moment = ''used'') AS used' ELSE '' END);
    PERFORM publish_cells('booking_times', of_month, format('SELECT member_id, weekday, hour FROM figures.taken_places JOIN reservations_places USING (place_id) WHERE month = %L', of_month), whole,
        'weekday || '' '' || hour', whole, $c$split_part(f.shown, ' ', 1)::int AS weekday, split_part(f.shown, ' ', 2)::int AS hour, count(*) AS places$c$);
    PERFORM publish_cells('waiting_lists', of_month, format('SELECT * FROM figures.waiting_players WHERE month = %L', of_month), whole, 'club_id', 'became',
        named || $c$count(DISTINCT group_id) AS groups, count(*) AS players, count(DISTINCT group_id) FILTER (WHERE became = 'taken') AS taken,
        round(count(DISTINCT group_id) FILTER (WHERE became = 'taken')::numeric / count(DISTINCT group_id), 4) AS taken_share$c$);
    -- Whether a pass was renewed is known 60 days after its end.
    PERFORM publish_cells('renewals', (of_month - interval '3 months')::date, format('SELECT * FROM figures.ended_passes WHERE month = %L', (of_month - interval '3 months')::date), whole,
        'pass', 'CASE WHEN later IS NULL THEN ''none'' WHEN later = name THEN ''same'' ELSE ''another'' END',
        $c$coalesce(f.shown, 'other') AS pass, count(*) AS ended, count(*) AS known, count(later) AS renewed, count(*) FILTER (WHERE later = name) AS same_pass,
        round(count(later)::numeric / count(*), 4) AS renewed_share$c$);
    -- The terms of the passes that ended in a year (publish_totals() adds the years up), once each month's renewals are
    -- known, and what became of the vouchers that came in a year, at its end. Both only of the months that have rows and still
    -- count as they are published; and by a kind that has its name in each of them, so that no month is left when the others
    -- are subtracted from the year.
    IF extract(month FROM of_month) = 3 THEN
        PERFORM publish_cells('ended_terms', of_month, format($r$SELECT member_id, limited, used, CASE WHEN bool_and(is_named) OVER (PARTITION BY pass) THEN pass ELSE 'other' END AS pass FROM (
                SELECT ended.*, ended = count(*) OVER (PARTITION BY months.month) AS is_whole, coalesce(named = count(*) OVER (PARTITION BY months.month, pass), false) AS is_named
                FROM (SELECT terms.*, coalesce(claims.used, 0) AS used, date_trunc('month', enddate::timestamp)::date AS month FROM figures.terms LEFT JOIN (
                    SELECT subscription_id, count(*) AS used FROM play_rights_claims GROUP BY 1) AS claims USING (subscription_id)) AS ended
                JOIN (SELECT month, sum((cells ->> 'ended')::int) AS ended FROM published_figures WHERE figure = 'renewals' GROUP BY 1) AS months USING (month)
                LEFT JOIN (SELECT month, cells ->> 'pass' AS pass, (cells ->> 'ended')::int AS named FROM published_figures WHERE figure = 'renewals') AS kinds USING (month, pass)
                WHERE enddate >= %1$L::date - interval '1 year' AND enddate < %1$L) AS ended WHERE is_whole$r$, date_trunc('year', of_month::timestamp)::date), whole, 'pass', uses,
            $c$coalesce(f.shown, 'other') AS pass, count(*) AS passes, coalesce(sum(limited), 0) AS rights, sum(used) AS used,
            coalesce(sum(used) FILTER (WHERE limited > 0), 0) AS used_of_rights,
            CASE WHEN count(DISTINCT member_id) FILTER (WHERE used = 0) NOT BETWEEN 1 AND 4 THEN count(*) FILTER (WHERE used = 0) END AS idle_passes,
            -- Used up, not used up, of those with a limit, and begun.
            CASE WHEN NOT ARRAY[count(DISTINCT member_id) FILTER (WHERE used >= limited), count(DISTINCT member_id) FILTER (WHERE (used >= limited) IS NOT TRUE),
                    count(DISTINCT member_id) FILTER (WHERE used < limited), count(DISTINCT member_id) FILTER (WHERE used > 0 AND (used >= limited) IS NOT TRUE)] && '{1,2,3,4}'
                THEN count(*) FILTER (WHERE used >= limited) END AS used_up$c$);
    END IF;
    IF extract(month FROM of_month) = 12 THEN
        PERFORM publish_cells('voucher_funnel', of_month, format($r$SELECT member_id, year, source, became, CASE WHEN bool_and(is_named) OVER (PARTITION BY kind) THEN kind ELSE 'other' END AS kind FROM (
                SELECT came.*, received = count(*) OVER (PARTITION BY months.month) AS is_whole, coalesce(named = count(*) OVER (PARTITION BY months.month, kind), false) AS is_named
                FROM (SELECT member_id, counted.kind, extract(year FROM received_on)::int AS year, source, date_trunc('month', received_on::timestamp)::date AS month,
                        CASE WHEN counted.forfeited THEN 'forfeited' WHEN withdrawn_on IS NOT NULL THEN 'withdrawn'
                            WHEN play_date < %1$L THEN 'used' WHEN counted.expires < %1$L THEN 'expired' ELSE 'unused' END AS became
                    FROM analytics_vouchers AS counted JOIN vouchers USING (voucher_id) WHERE received_on >= %1$L::date - interval '1 year' AND received_on < %1$L) AS came
                JOIN (SELECT month, sum((cells ->> 'received')::int) AS received FROM published_figures WHERE figure = 'vouchers_by_month' GROUP BY 1) AS months USING (month)
                LEFT JOIN (SELECT month, cells ->> 'kind' AS kind, (cells ->> 'received')::int AS named FROM published_figures WHERE figure = 'vouchers_by_month') AS kinds USING (month, kind)
                ) AS came WHERE is_whole$r$, next_month), whole, 'kind', 'source, became', $c$min(year) AS year, coalesce(f.shown, 'other') AS kind,
            count(*) AS received, count(*) FILTER (WHERE source = 'bought') AS bought, count(*) FILTER (WHERE became = 'used') AS used,
            count(*) FILTER (WHERE became = 'forfeited') AS forfeited, count(*) FILTER (WHERE became = 'withdrawn') AS withdrawn,
            count(*) FILTER (WHERE became = 'expired') AS expired, count(*) FILTER (WHERE became = 'unused') AS unused$c$);
    END IF;
END;
$$;
-- Of all time, as of the last closed month. Members and pairs who meet are counted in fives, so that no two publications
-- differ by fewer.
CREATE FUNCTION publish_totals(closed_before date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    always CONSTANT date := '-infinity';
    whole CONSTANT text := '''''';
BEGIN
    DELETE FROM published_figures WHERE month = always;
    INSERT INTO published_figures
    SELECT 'rounds_by_club', always, jsonb_build_object('club_id', club_id, 'club', min(club), 'city', (SELECT city FROM clubs WHERE id = club_id),
        'rounds', sum(rounds), 'players', sum(players), 'days_with_rounds', sum(days_with_rounds), 'mean_group', round(sum(players) / sum(rounds), 2))
    FROM published_figures CROSS JOIN LATERAL jsonb_populate_record(NULL::figures.rounds_by_month, cells) AS months WHERE figure = 'rounds_by_month' GROUP BY club_id;
    INSERT INTO published_figures
    SELECT 'utilisation_by_pass', always, jsonb_strip_nulls(to_jsonb(terms)) FROM (
        SELECT years.pass, 'ended' AS state, sum(passes) AS passes, nullif(sum(rights), 0) AS rights, sum(used) AS used, sum(used_of_rights) AS used_of_rights,
            CASE WHEN count(idle_passes) = count(*) THEN sum(idle_passes) END AS idle_passes, CASE WHEN count(used_up) = count(*) THEN sum(used_up) END AS used_up,
            round(sum(used_of_rights) / nullif(sum(rights), 0), 4) AS utilisation
        FROM published_figures CROSS JOIN LATERAL jsonb_populate_record(NULL::figures.utilisation_by_pass, cells) AS years
        WHERE figure = 'ended_terms' GROUP BY years.pass) AS terms;
    CREATE TEMP TABLE degrees ON COMMIT DROP AS
    SELECT member_id, degree, (ARRAY[0, 1, 2, 3, 5, 10, 20, 50])[width_bucket(degree, ARRAY[0, 1, 2, 3, 5, 10, 20, 50])] AS lowest FROM (
        SELECT member_id, count(DISTINCT other)::int AS degree FROM historic_players LEFT JOIN LATERAL unnest(met) AS other ON true
        WHERE play_date < closed_before GROUP BY member_id) AS players;
    PERFORM publish_cells('co_player_degrees', always, 'SELECT * FROM degrees', whole, 'lowest', whole, $c$f.shown::int AS lowest,
        CASE f.shown WHEN '3' THEN 4 WHEN '5' THEN 9 WHEN '10' THEN 19 WHEN '20' THEN 49 WHEN '50' THEN NULL ELSE f.shown::int END AS highest, count(*) / 5 * 5 AS members$c$);
    INSERT INTO published_figures
    SELECT 'co_player_network', always, jsonb_build_object('members', count(*) / 5 * 5, 'pairs', sum(degree) / 10 * 5, 'mean_co_players', round((sum(degree) / 10 * 10)::numeric / (count(*) / 5 * 5), 2),
        'median_co_players', percentile_disc(0.5) WITHIN GROUP (ORDER BY degree),
        'alone', (SELECT cells -> 'members' FROM published_figures WHERE figure = 'co_player_degrees' AND cells ->> 'lowest' = '0'))
    FROM degrees HAVING count(*) >= 5;
    DROP TABLE degrees;
    CREATE TEMP TABLE bonds ON COMMIT DROP AS
    SELECT member_id, other, (ARRAY[1, 2, 3, 5, 10, 20])[width_bucket(count(*)::int, ARRAY[1, 2, 3, 5, 10, 20])] AS lowest
    FROM historic_players CROSS JOIN LATERAL unnest(met) AS other WHERE other > member_id AND play_date < closed_before GROUP BY 1, 2;
    PERFORM publish_cells('co_player_bonds', always, 'SELECT * FROM bonds', whole, 'lowest', whole, $c$f.shown::int AS lowest,
        CASE f.shown WHEN '3' THEN 4 WHEN '5' THEN 9 WHEN '10' THEN 19 WHEN '20' THEN NULL ELSE f.shown::int END AS highest, count(*) / 5 * 5 AS pairs$c$);
    DROP TABLE bonds;
    INSERT INTO published_figures
    SELECT 'club_links', always, jsonb_build_object('club_id', one.club_id, 'other_club_id', other.club_id, 'members', count(*) / 5 * 5)
    FROM (SELECT DISTINCT member_id, club_id FROM play_rights_claims WHERE NOT forfeited AND play_date < closed_before) AS one
    JOIN (SELECT DISTINCT member_id, club_id FROM play_rights_claims WHERE NOT forfeited AND play_date < closed_before) AS other
        ON other.member_id = one.member_id AND other.club_id > one.club_id
    GROUP BY one.club_id, other.club_id HAVING count(*) >= 5;
END;
$$;
-- Publishes what is closed by a day, each closed month once. `again`: everything anew.
CREATE FUNCTION publish_figures(today date, again boolean DEFAULT false) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = public, pg_temp SET work_mem = '64MB' SET jit = off SET enable_seqscan = on AS $$
DECLARE
    closed_before CONSTANT date := date_trunc('month', today::timestamp);
    of_month date;
    months integer := 0;
BEGIN
    -- No SET of the function: only a superuser may give it one of a setting that PostgreSQL does not know.
    PERFORM set_config('fairway.today', today::text, true), set_config('fairway.figures', '', true);
    IF again THEN
        PERFORM pg_advisory_xact_lock(hashtext('fairway publish_figures'));
        DELETE FROM published_figures;
        DELETE FROM publication;
    ELSIF NOT pg_try_advisory_xact_lock(hashtext('fairway publish_figures')) THEN
        RETURN 0; -- another node does
    END IF;
    of_month := coalesce((SELECT publication.closed_before FROM publication), date_trunc('month', least(
        (SELECT min(play_date) FROM analytics_places), (SELECT min(received_on) FROM analytics_vouchers),
        (SELECT min(placed_at AT TIME ZONE 'Europe/Amsterdam') FROM orders))::timestamp));
    IF of_month IS NULL OR today <= (SELECT day FROM publication) THEN RETURN 0; END IF;
    WHILE of_month < closed_before LOOP
        PERFORM publish_month(of_month);
        months := months + 1;
        of_month := of_month + interval '1 month';
    END LOOP;
    PERFORM publish_days(closed_before, today);
    IF months > 0 THEN PERFORM publish_totals(closed_before); END IF;
    INSERT INTO publication (day, closed_before) VALUES (today, closed_before)
    ON CONFLICT (is_one) DO UPDATE SET day = excluded.day, closed_before = excluded.closed_before, at = now();
    RETURN months;
END;
$$;

COMMENT ON TABLE published_figures IS 'What analysts see, one row per cell: written by publish_figures() alone, read through the views of the schema analytics.';
COMMENT ON COLUMN published_figures.figure IS 'The view of the schema analytics that shows it.';
COMMENT ON COLUMN published_figures.month IS 'First day of the month of which it is; -infinity: of all time, as of the last closed month.';
COMMENT ON COLUMN published_figures.cells IS 'The row, by the columns of the view; a column that is not there is null.';
COMMENT ON TABLE publication IS 'One row: up to when figures are published.';
COMMENT ON COLUMN publication.is_one IS 'There is no second row.';
COMMENT ON COLUMN publication.day IS 'The portal''s day of the last publication, in Europe/Amsterdam: today, for analysts.';
COMMENT ON COLUMN publication.closed_before IS 'First day of the first month that is not closed.';
COMMENT ON COLUMN publication.at IS 'When it was written (UTC), by the database''s clock.';
COMMENT ON FUNCTION analytics.today() IS 'Who may read the journal: today in Europe/Amsterdam, or the day that the setting fairway.today names. Others: the day of the last publication.';
COMMENT ON FUNCTION analytics.published_on() IS 'The day of the last publication; null before the first.';
COMMENT ON FUNCTION analytics.sees_members() IS 'Whether the reader may count members, and so sees figures as they stand: who may read the journal, unless the setting fairway.figures is published.';
COMMENT ON FUNCTION fold_cells(text) IS 'Which cells may be shown, and which are shown together.';
COMMENT ON FUNCTION publish_cells(text, date, text, text, text, text, text) IS 'Publishes a figure: rows (a query with member_id) counted by columns, per parent and key as folded by parts.';
COMMENT ON FUNCTION publish_month(date) IS 'Publishes a closed month.';
COMMENT ON FUNCTION publish_totals(date) IS 'Publishes the figures of all time, as of the first day of a month.';
COMMENT ON FUNCTION publish_figures(date, boolean) IS 'Publishes what is closed on a day of the portal, each closed month once, and returns how many months that were. again: everything anew.';
