INSERT INTO {schema}.vouchers (voucher_id, member_id, place_id, used_when, expires, holes, forfeited, kind, title)
SELECT * FROM UNNEST(
    $1::uuid[], $2::uuid[], $3::uuid[], $4::date[], $5::date[], $6::smallint[], $7::boolean[], $8::text[], $9::text[]
)
ON CONFLICT (voucher_id) DO UPDATE SET
    member_id = EXCLUDED.member_id, place_id = EXCLUDED.place_id, used_when = EXCLUDED.used_when,
    expires = EXCLUDED.expires, holes = EXCLUDED.holes, forfeited = EXCLUDED.forfeited, kind = EXCLUDED.kind,
    title = EXCLUDED.title
