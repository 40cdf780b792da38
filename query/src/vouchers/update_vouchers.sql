UPDATE {schema}.vouchers AS voucher
SET place_id = CASE WHEN fate.use_is_told THEN fate.place_id ELSE voucher.place_id END,
    used_when = CASE WHEN fate.use_is_told THEN fate.used_when ELSE voucher.used_when END,
    forfeited = fate.forfeited,
    withdrawn = voucher.withdrawn OR fate.withdrawn
FROM UNNEST($1::uuid[], $2::boolean[], $3::uuid[], $4::date[], $5::boolean[], $6::boolean[])
    AS fate (voucher_id, use_is_told, place_id, used_when, forfeited, withdrawn)
WHERE voucher.voucher_id = fate.voucher_id
