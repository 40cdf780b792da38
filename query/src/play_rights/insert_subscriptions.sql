INSERT INTO {schema}.play_rights_subscriptions (
    subscription_id, member_id, amount_cents, startdate, enddate, paymentdate, max_rounds, per_month, max_holes, name
)
SELECT * FROM UNNEST(
    $1::uuid[], $2::uuid[], $3::bigint[], $4::date[], $5::date[], $6::date[], $7::integer[], $8::integer[],
    $9::smallint[], $10::text[]
)
