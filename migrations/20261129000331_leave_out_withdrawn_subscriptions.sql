-- A pass that was taken back counts in no figure: nobody played on it. The columns are those that the view had.
CREATE OR REPLACE VIEW figures.terms AS
SELECT subscription_id, member_id, amount_cents, startdate, enddate, paymentdate, max_rounds, per_month, max_holes, name,
    coalesce(products.known, 'other') AS pass,
    CASE WHEN max_rounds < least(365, enddate - startdate + 1) THEN max_rounds END AS limited
FROM play_rights_subscriptions LEFT JOIN (
    SELECT name AS known FROM play_rights_subscriptions WHERE NOT withdrawn GROUP BY name HAVING count(DISTINCT member_id) >= 5
) AS products ON known = name
WHERE NOT withdrawn;
-- Renewed: the member has a later pass that begins at most 60 days after the end.
CREATE OR REPLACE VIEW figures.ended_passes AS
SELECT date_trunc('month', enddate::timestamp)::date AS month, member_id, pass, name, enddate + 60 < analytics.today() AS is_known, (
    SELECT later.name FROM play_rights_subscriptions AS later WHERE later.member_id = terms.member_id AND later.startdate > terms.startdate
        AND later.enddate > terms.enddate AND later.startdate <= terms.enddate + 60 AND NOT later.withdrawn ORDER BY later.startdate LIMIT 1) AS later
FROM figures.terms WHERE enddate < analytics.today();
CREATE OR REPLACE VIEW figures.voucher_funnel AS
WITH received AS (
    SELECT
        extract(year FROM received_on)::int AS year, kind, count(*) AS received,
        count(*) FILTER (WHERE source = 'bought') AS bought,
        count(*) FILTER (WHERE play_date IS NOT NULL AND NOT forfeited) AS used,
        count(*) FILTER (WHERE forfeited) AS forfeited,
        count(*) FILTER (WHERE withdrawn_on IS NOT NULL) AS withdrawn,
        count(*) FILTER (WHERE play_date IS NULL AND withdrawn_on IS NULL AND expires < analytics.today()) AS expired,
        count(*) FILTER (WHERE play_date IS NULL AND withdrawn_on IS NULL AND expires >= analytics.today()) AS unused
    FROM analytics_vouchers GROUP BY 1, 2
), ordered AS (
    SELECT year, sum(quantity)::bigint AS ordered FROM orders WHERE product = 'freevoucher' GROUP BY year
), offered AS (
    -- Who holds a pass in a year may buy so many in it.
    SELECT year, count(DISTINCT member_id) * (SELECT free_voucher_max_per_year FROM settings) AS offered
    FROM play_rights_subscriptions
    CROSS JOIN LATERAL generate_series(extract(year FROM startdate)::int, extract(year FROM enddate)::int) AS year
    WHERE NOT withdrawn
    GROUP BY year
), free AS (
    SELECT year, 'free' AS kind, offered, ordered FROM offered FULL JOIN ordered USING (year)
    WHERE year <= extract(year FROM analytics.today())
)
SELECT
    year, kind, CASE kind WHEN 'bonus' THEN coalesce(received, 0) ELSE offered END AS offered, ordered,
    coalesce(bought, 0) AS bought, coalesce(received, 0) AS received, coalesce(used, 0) AS used,
    coalesce(forfeited, 0) AS forfeited, coalesce(expired, 0) AS expired, coalesce(withdrawn, 0) AS withdrawn,
    coalesce(unused, 0) AS unused
FROM received FULL JOIN free USING (year, kind);
COMMENT ON COLUMN figures.voucher_funnel.withdrawn IS 'Of these, taken back: the price was paid back, or an operator withdrew them.';
COMMENT ON COLUMN analytics.voucher_funnel.withdrawn IS 'Of these, taken back: the price was paid back, or an operator withdrew them.';
