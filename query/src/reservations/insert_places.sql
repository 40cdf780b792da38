INSERT INTO {schema}.reservations_places (
    place_id, booking_id, member_id, subscription_id, voucher_id, cancelled_at, play_date, standing,
    playright_expired, voucher_title
)
SELECT * FROM UNNEST(
    $1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::timestamptz[], $7::date[], $8::integer[],
    $9::boolean[], $10::text[]
)
