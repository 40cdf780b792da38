-- $1 member.
SELECT
    subscription_id, name, startdate, enddate, paymentdate, amount_cents, max_rounds, per_month, max_holes,
    (
        SELECT count(*)
        FROM play_rights_claims AS claim
        WHERE claim.member_id = $1
            AND claim.play_date BETWEEN subscription.startdate AND subscription.enddate
            AND claim.subscription_id = subscription.subscription_id
    ) AS used
FROM play_rights_subscriptions AS subscription
WHERE member_id = $1 AND NOT withdrawn
ORDER BY startdate, subscription_id
