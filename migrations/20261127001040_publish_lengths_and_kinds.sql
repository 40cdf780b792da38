-- A club's month was given its rounds by length or by kind of right, whichever the database came upon first: an UPDATE takes
-- one row of its FROM. Both are published where both may be.
DO $migration$
DECLARE
    before CONSTANT text := pg_get_functiondef('publish_month(date)'::regprocedure);
    after CONSTANT text := replace(before, $old$FROM published_figures AS parts
    WHERE months.figure = 'rounds_by_month' AND parts.figure IN ('lengths', 'kinds') AND months.month = of_month AND parts.month = of_month$old$,
        $new$FROM (
        SELECT month, jsonb_object_agg(key, value) AS cells
        FROM published_figures CROSS JOIN LATERAL jsonb_each(published_figures.cells)
        WHERE figure IN ('lengths', 'kinds') GROUP BY month, published_figures.cells -> 'club_id'
    ) AS parts
    WHERE months.figure = 'rounds_by_month' AND months.month = of_month AND parts.month = of_month$new$);
BEGIN
    ASSERT after <> before;
    EXECUTE after;
END;
$migration$;
