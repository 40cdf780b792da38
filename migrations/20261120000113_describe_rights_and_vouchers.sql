-- What becomes of the rights that members hold: of passes, of vouchers, and of the orders that pay for them.
--
-- A pass that fewer than five members ever held could name one of them: such passes are counted together as `other`.
-- The views that hide rows are barriers, so that no condition of the reader's runs before the hiding.
CREATE VIEW analytics.utilisation_by_month WITH (security_barrier) AS
WITH products AS (
    SELECT name FROM play_rights_subscriptions GROUP BY name HAVING count(DISTINCT member_id) >= 5
), months AS (
    SELECT subscription_id, coalesce(products.name, 'other') AS pass, per_month, month::date AS month
    FROM play_rights_subscriptions AS passes
    LEFT JOIN products ON products.name = passes.name
    CROSS JOIN LATERAL generate_series(
        date_trunc('month', startdate::timestamp), date_trunc('month', enddate::timestamp), interval '1 month'
    ) AS month
), used AS (
    SELECT subscription_id, date_trunc('month', play_date)::date AS month, count(*) AS used,
        count(*) FILTER (WHERE forfeited) AS forfeited
    FROM play_rights_claims WHERE subscription_id IS NOT NULL GROUP BY 1, 2
)
SELECT
    month, pass, count(*) AS passes, sum(per_month) AS rights, coalesce(sum(used), 0)::bigint AS used,
    coalesce(sum(forfeited), 0)::bigint AS forfeited, count(*) FILTER (WHERE used IS NULL) AS idle_passes,
    round(coalesce(sum(used) FILTER (WHERE per_month IS NOT NULL), 0)::numeric / nullif(sum(per_month), 0), 4) AS utilisation
FROM months LEFT JOIN used USING (subscription_id, month)
GROUP BY month, pass;
COMMENT ON VIEW analytics.utilisation_by_month IS 'How many of the rights of a month are used, per kind of pass. Kinds that fewer than five members held are counted as other.';
COMMENT ON COLUMN analytics.utilisation_by_month.month IS 'First day of the month of play (Europe/Amsterdam).';
COMMENT ON COLUMN analytics.utilisation_by_month.pass IS 'The pass by its product name, or other.';
COMMENT ON COLUMN analytics.utilisation_by_month.passes IS 'Passes that are valid on some day of the month.';
COMMENT ON COLUMN analytics.utilisation_by_month.rights IS 'Rounds that those with a limit per month allow in it; null where none has one.';
COMMENT ON COLUMN analytics.utilisation_by_month.used IS 'Rights used for days in the month: booked, played and forfeited.';
COMMENT ON COLUMN analytics.utilisation_by_month.forfeited IS 'Of these, cancelled on the play date.';
COMMENT ON COLUMN analytics.utilisation_by_month.idle_passes IS 'Passes of which no right was used in the month.';
COMMENT ON COLUMN analytics.utilisation_by_month.utilisation IS 'Used rights of passes with a limit per month / rights, from 0 to 1.';

CREATE VIEW analytics.utilisation_by_pass WITH (security_barrier) AS
WITH products AS (
    SELECT name FROM play_rights_subscriptions GROUP BY name HAVING count(DISTINCT member_id) >= 5
), used AS (
    SELECT subscription_id, count(*) AS used, count(*) FILTER (WHERE forfeited) AS forfeited
    FROM play_rights_claims WHERE subscription_id IS NOT NULL GROUP BY 1
)
SELECT
    coalesce(products.name, 'other') AS pass, term.state, count(*) AS passes, sum(max_rounds)::bigint AS rights,
    coalesce(sum(used), 0)::bigint AS used, coalesce(sum(forfeited), 0)::bigint AS forfeited,
    count(*) FILTER (WHERE used IS NULL) AS idle_passes,
    count(*) FILTER (WHERE used >= max_rounds) AS used_up,
    round(coalesce(sum(used), 0)::numeric / nullif(sum(max_rounds), 0), 4) AS utilisation
FROM play_rights_subscriptions AS passes
LEFT JOIN products ON products.name = passes.name
LEFT JOIN used USING (subscription_id)
CROSS JOIN LATERAL (
    SELECT CASE
        WHEN enddate < analytics.today() THEN 'ended'
        WHEN startdate > analytics.today() THEN 'to come'
        ELSE 'running'
    END
) AS term (state)
GROUP BY 1, 2;
COMMENT ON VIEW analytics.utilisation_by_pass IS 'How many of the rights of a whole term are used, per kind of pass. Kinds that fewer than five members held are counted as other.';
COMMENT ON COLUMN analytics.utilisation_by_pass.pass IS 'The pass by its product name, or other.';
COMMENT ON COLUMN analytics.utilisation_by_pass.state IS 'ended, running or to come, reckoned from today.';
COMMENT ON COLUMN analytics.utilisation_by_pass.passes IS 'Passes.';
COMMENT ON COLUMN analytics.utilisation_by_pass.rights IS 'Rounds that they allow over their terms.';
COMMENT ON COLUMN analytics.utilisation_by_pass.used IS 'Rights used: booked, played and forfeited.';
COMMENT ON COLUMN analytics.utilisation_by_pass.forfeited IS 'Of these, cancelled on the play date.';
COMMENT ON COLUMN analytics.utilisation_by_pass.idle_passes IS 'Passes of which no right was used.';
COMMENT ON COLUMN analytics.utilisation_by_pass.used_up IS 'Passes of which every right was used.';
COMMENT ON COLUMN analytics.utilisation_by_pass.utilisation IS 'used / rights, from 0 to 1.';

CREATE VIEW analytics.voucher_funnel AS
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
COMMENT ON VIEW analytics.voucher_funnel IS 'What becomes of vouchers, per kind and the year in which they came. received = used + forfeited + expired + withdrawn + unused.';
COMMENT ON COLUMN analytics.voucher_funnel.year IS 'Calendar year (Europe/Amsterdam) in which the vouchers were offered or received.';
COMMENT ON COLUMN analytics.voucher_funnel.kind IS 'bonus (given by the portal) or free (on sale).';
COMMENT ON COLUMN analytics.voucher_funnel.offered IS 'bonus: those given. free: holders of a pass in that year × the most that one may buy in a year, as it is set today.';
COMMENT ON COLUMN analytics.voucher_funnel.ordered IS 'Vouchers in orders of that year, paid or not; null for bonus.';
COMMENT ON COLUMN analytics.voucher_funnel.bought IS 'Vouchers whose order was paid.';
COMMENT ON COLUMN analytics.voucher_funnel.received IS 'Vouchers that members got: bought, given or imported.';
COMMENT ON COLUMN analytics.voucher_funnel.used IS 'Of these, used for a round, played or booked.';
COMMENT ON COLUMN analytics.voucher_funnel.forfeited IS 'Of these, lost by a cancellation on the play date.';
COMMENT ON COLUMN analytics.voucher_funnel.expired IS 'Of these, never used and past their last day.';
COMMENT ON COLUMN analytics.voucher_funnel.withdrawn IS 'Of these, taken back because the price was paid back.';
COMMENT ON COLUMN analytics.voucher_funnel.unused IS 'Of these, still to be used.';

CREATE VIEW analytics.vouchers_by_month AS
SELECT
    month, kind, sum(received)::bigint AS received, sum(used)::bigint AS used, sum(expired)::bigint AS expired,
    sum(withdrawn)::bigint AS withdrawn
FROM (
    SELECT date_trunc('month', received_on)::date AS month, kind, 1 AS received, 0 AS used, 0 AS expired, 0 AS withdrawn
    FROM analytics_vouchers
    UNION ALL
    SELECT date_trunc('month', play_date)::date, kind, 0, 1, 0, 0 FROM analytics_vouchers WHERE play_date IS NOT NULL
    UNION ALL
    SELECT date_trunc('month', expires)::date, kind, 0, 0, 1, 0 FROM analytics_vouchers
    WHERE play_date IS NULL AND withdrawn_on IS NULL AND expires < analytics.today()
    UNION ALL
    SELECT date_trunc('month', withdrawn_on)::date, kind, 0, 0, 0, 1 FROM analytics_vouchers WHERE withdrawn_on IS NOT NULL
) AS moments
GROUP BY month, kind;
COMMENT ON VIEW analytics.vouchers_by_month IS 'Vouchers that came, were used, expired and were taken back in a month, per kind. The figures of one row are not of the same vouchers.';
COMMENT ON COLUMN analytics.vouchers_by_month.month IS 'First day of the month (Europe/Amsterdam).';
COMMENT ON COLUMN analytics.vouchers_by_month.kind IS 'bonus (given by the portal) or free (on sale).';
COMMENT ON COLUMN analytics.vouchers_by_month.received IS 'Came in that month.';
COMMENT ON COLUMN analytics.vouchers_by_month.used IS 'Used for a play date in that month, forfeited ones included.';
COMMENT ON COLUMN analytics.vouchers_by_month.expired IS 'Never used, with a last day in that month that is past.';
COMMENT ON COLUMN analytics.vouchers_by_month.withdrawn IS 'Taken back in that month.';

CREATE VIEW analytics.orders_by_month AS
SELECT
    date_trunc('month', placed_at AT TIME ZONE 'Europe/Amsterdam')::date AS month, product, status,
    count(*) AS orders, sum(quantity)::bigint AS quantity, sum(amount_cents)::bigint AS amount_cents,
    sum(refunded_cents)::bigint AS refunded_cents
FROM orders GROUP BY 1, 2, 3;
COMMENT ON VIEW analytics.orders_by_month IS 'Orders by what became of them, per month in which they were placed.';
COMMENT ON COLUMN analytics.orders_by_month.month IS 'First day of the month of ordering (Europe/Amsterdam).';
COMMENT ON COLUMN analytics.orders_by_month.product IS 'freevoucher or federationregistration.';
COMMENT ON COLUMN analytics.orders_by_month.status IS 'open, paid, failed, canceled or expired; paid stays paid after a refund.';
COMMENT ON COLUMN analytics.orders_by_month.orders IS 'Orders.';
COMMENT ON COLUMN analytics.orders_by_month.quantity IS 'Vouchers in them; 1 for a registration.';
COMMENT ON COLUMN analytics.orders_by_month.amount_cents IS 'Their price, in euro cents.';
COMMENT ON COLUMN analytics.orders_by_month.refunded_cents IS 'Paid back or taken back of it, in euro cents.';
