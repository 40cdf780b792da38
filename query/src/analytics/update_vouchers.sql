UPDATE {schema}.analytics_vouchers AS voucher
SET play_date = CASE WHEN change.use_changed THEN change.play_date ELSE voucher.play_date END,
    times_used = voucher.times_used + change.used,
    times_returned = voucher.times_returned + change.returned,
    forfeited = COALESCE(change.forfeited, voucher.forfeited),
    withdrawn_on = COALESCE(change.withdrawn_on, voucher.withdrawn_on)
FROM {changes}
WHERE voucher.voucher_id = change.voucher_id
