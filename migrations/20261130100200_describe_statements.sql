-- Absences and what clubs are owed, for analysts: exact for who may read members' figures. Amounts divided by prices tell how
-- few players came to a club, so others read them of all clubs together, in thousands of euros, once every club's month is
-- closed; and no absences.
CREATE VIEW figures.absences AS
SELECT play_date, date_trunc('month', play_date::timestamp)::date AS month, club_id, count(*) AS absences,
    count(*) FILTER (WHERE reason = 'no_show') AS without_a_word, count(objected_at) AS objected
FROM arrivals_absences WHERE ended_at IS NULL GROUP BY play_date, club_id;
CREATE VIEW figures.statements AS
SELECT month, club_id, arrivals, walk_ins, absences, corrections, adjustments, net_cents, vat_cents, total_cents
FROM statements_months;

-- Each month once: who compares two publications learns nothing of a club.
CREATE FUNCTION publish_statements() RETURNS void LANGUAGE sql AS $$
    INSERT INTO published_figures (figure, month, cells)
    SELECT 'statements', month, jsonb_build_object('month', month, 'club_id', 'all',
        'net_cents', round(sum(net_cents), -5)::bigint, 'total_cents', round(sum(total_cents), -5)::bigint)
    FROM statements_months AS closed
    WHERE NOT EXISTS (SELECT FROM published_figures AS known WHERE known.figure = 'statements' AND known.month = closed.month)
    GROUP BY month
    HAVING count(*) >= 5 AND NOT EXISTS (
        SELECT FROM statements_tariffs AS tariff WHERE from_date < closed.month + interval '1 month'
            AND NOT EXISTS (SELECT FROM statements_months AS own WHERE own.club_id = tariff.club_id AND own.month = closed.month))
$$;
COMMENT ON FUNCTION publish_statements() IS 'Publishes the sum of all clubs of each month that all have closed, within publish_figures().';
REVOKE EXECUTE ON FUNCTION publish_statements() FROM PUBLIC;
DO $migration$
DECLARE
    before CONSTANT text := pg_get_functiondef('publish_figures(date, boolean)'::regprocedure);
    after CONSTANT text := replace(before, 'PERFORM publish_days(closed_before, today);', 'PERFORM publish_days(closed_before, today);
    PERFORM publish_statements();');
BEGIN
    ASSERT after <> before;
    EXECUTE after;
END;
$migration$;

COMMENT ON VIEW figures.absences IS 'Players who did not come, as clubs say, per club and day. Published: nothing.';
COMMENT ON COLUMN figures.absences.play_date IS 'Day of play (Europe/Amsterdam).';
COMMENT ON COLUMN figures.absences.month IS 'First day of its month.';
COMMENT ON COLUMN figures.absences.club_id IS 'The club''s slug.';
COMMENT ON COLUMN figures.absences.absences IS 'Places whose player did not come; without those that the club took back or who came after all.';
COMMENT ON COLUMN figures.absences.without_a_word IS 'Of these, without a reason of weather or illness.';
COMMENT ON COLUMN figures.absences.objected IS 'Of absences, those to which the player objected.';
COMMENT ON VIEW figures.statements IS 'What clubs are owed: one row per club and month that is closed. Published: one row a month, once five clubs or more have closed it and none that has a tariff has it open.';
COMMENT ON COLUMN figures.statements.month IS 'First day of the month (Europe/Amsterdam).';
COMMENT ON COLUMN figures.statements.club_id IS 'The club''s slug. Published: all.';
COMMENT ON COLUMN figures.statements.arrivals IS 'Lines of players who had booked and came. Published: null.';
COMMENT ON COLUMN figures.statements.walk_ins IS 'Lines of players whose round was booked at the desk. Published: null.';
COMMENT ON COLUMN figures.statements.absences IS 'Lines of players who did not come, where that costs. Published: null.';
COMMENT ON COLUMN figures.statements.corrections IS 'Lines that take away from or add to earlier months. Published: null.';
COMMENT ON COLUMN figures.statements.adjustments IS 'Lines of disputes that were accepted. Published: null.';
COMMENT ON COLUMN figures.statements.net_cents IS 'Sum of all lines in euro cents, without VAT. Published: in thousands of euros.';
COMMENT ON COLUMN figures.statements.vat_cents IS 'VAT in euro cents. Published: null.';
COMMENT ON COLUMN figures.statements.total_cents IS 'What the club is paid, in euro cents. Published: in thousands of euros.';
DO $$
DECLARE
    view record;
    described record;
BEGIN
    FOR view IN SELECT oid, relname FROM pg_class WHERE oid IN ('figures.absences'::regclass, 'figures.statements'::regclass) LOOP
        EXECUTE format(
            'CREATE VIEW analytics.%1$I WITH (security_barrier) AS
             SELECT * FROM figures.%1$I WHERE analytics.reads_journal() AND (SELECT analytics.sees_members())
             UNION ALL
             SELECT shown.* FROM published_figures CROSS JOIN LATERAL jsonb_populate_record(NULL::figures.%1$I, cells) AS shown
             WHERE figure = %1$L AND NOT (analytics.reads_journal() AND (SELECT analytics.sees_members()))', view.relname);
        EXECUTE format('COMMENT ON VIEW analytics.%I IS %L', view.relname, obj_description(view.oid, 'pg_class'));
        FOR described IN SELECT attname, col_description(view.oid, attnum) AS text FROM pg_attribute WHERE attrelid = view.oid AND attnum > 0 LOOP
            EXECUTE format('COMMENT ON COLUMN analytics.%I.%I IS %L', view.relname, described.attname, described.text);
        END LOOP;
    END LOOP;
END;
$$;
SELECT analytics.grant_readers(), grant_figures_to_web();
CREATE OR REPLACE FUNCTION analytics.contract() RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT '2.2' $$;
