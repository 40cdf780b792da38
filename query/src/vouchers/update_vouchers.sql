UPDATE {schema}.vouchers AS voucher
SET place_id = CASE WHEN change.use_changed THEN change.place_id ELSE voucher.place_id END,
    used_when = CASE WHEN change.use_changed THEN change.used_when ELSE voucher.used_when END,
    forfeited = change.forfeited,
    withdrawn = voucher.withdrawn OR change.withdrawn
FROM {changes}
WHERE voucher.voucher_id = change.voucher_id
