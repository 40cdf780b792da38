UPDATE {schema}.analytics_vouchers AS voucher
SET play_date = CASE WHEN fate.use_is_told THEN fate.play_date ELSE voucher.play_date END,
    times_used = voucher.times_used + fate.used,
    times_returned = voucher.times_returned + fate.returned,
    forfeited = voucher.forfeited OR fate.forfeited,
    withdrawn_on = COALESCE(fate.withdrawn_on, voucher.withdrawn_on)
FROM UNNEST($1::uuid[], $2::boolean[], $3::date[], $4::integer[], $5::integer[], $6::boolean[], $7::date[])
    AS fate (voucher_id, use_is_told, play_date, used, returned, forfeited, withdrawn_on)
WHERE voucher.voucher_id = fate.voucher_id
