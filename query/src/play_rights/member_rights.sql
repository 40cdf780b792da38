-- $1 members, $2 today. One row per member, columns as arrays: one round trip for a whole group. The arrays are in no
-- order, since each ordered one would sort the same rows again.
--
-- Claims are read from the start of this year (the club maximum is per year) or of the oldest pass that has not ended,
-- whichever is earlier: older claims count for no rule, and so a long membership costs no more.
SELECT
    wanted.member_id,
    pass.ids, pass.startdates, pass.enddates, pass.max_rounds, pass.per_month, pass.max_holes,
    voucher.voucher_ids, voucher.kinds, voucher.titles, voucher.voucher_holes, voucher.expires, voucher.place_ids,
    voucher.used_when, voucher.forfeited AS voucher_forfeited,
    claim.play_dates, claim.club_ids, claim.subscription_ids, claim.forfeited AS claim_forfeited
FROM UNNEST($1::uuid[]) WITH ORDINALITY AS wanted (member_id, ordinal)
CROSS JOIN LATERAL (
    SELECT
        array_agg(subscription_id) AS ids,
        array_agg(startdate) AS startdates,
        array_agg(enddate) AS enddates,
        array_agg(max_rounds) AS max_rounds,
        array_agg(per_month) AS per_month,
        array_agg(max_holes) AS max_holes,
        min(startdate) AS first_day
    FROM play_rights_subscriptions
    WHERE member_id = wanted.member_id AND enddate >= $2 AND NOT withdrawn
) AS pass
CROSS JOIN LATERAL (
    SELECT
        array_agg(voucher_id) AS voucher_ids,
        array_agg(kind) AS kinds,
        array_agg(title) AS titles,
        array_agg(holes) AS voucher_holes,
        array_agg(expires) AS expires,
        array_agg(place_id) AS place_ids,
        array_agg(used_when) AS used_when,
        array_agg(forfeited) AS forfeited
    FROM vouchers
    WHERE member_id = wanted.member_id AND expires >= $2 AND NOT withdrawn
) AS voucher
CROSS JOIN LATERAL (
    SELECT
        array_agg(play_date) AS play_dates,
        array_agg(club_id) AS club_ids,
        array_agg(subscription_id) AS subscription_ids,
        array_agg(forfeited) AS forfeited
    FROM play_rights_claims
    WHERE member_id = wanted.member_id
        AND play_date >= LEAST(date_trunc('year', $2::date::timestamp)::date, $2::date - 1, pass.first_day)
) AS claim
ORDER BY wanted.ordinal
