INSERT INTO {schema}.ledger (
    position, member_id, subscription_id, voucher_id, place_id, booking_id, day, play_date, kind, club_id
)
SELECT * FROM UNNEST(
    $1::bigint[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::date[], $8::date[], $9::text[],
    $10::text[]
)
