-- $1 member, $2 today, $3 of the usable ones at most, $4 of the forfeited ones, $5 of all, the last to expire first.
SELECT shown.*, (SELECT count(*) FROM vouchers WHERE member_id = $1 AND NOT withdrawn) AS total
FROM (
    (
        SELECT * FROM vouchers
        WHERE member_id = $1 AND NOT withdrawn AND place_id IS NULL AND expires >= $2
        ORDER BY expires, voucher_id LIMIT $3
    )
    UNION
    (
        SELECT * FROM vouchers
        WHERE member_id = $1 AND NOT withdrawn AND forfeited
        ORDER BY expires DESC, voucher_id DESC LIMIT $4
    )
    UNION
    (
        SELECT * FROM vouchers
        WHERE member_id = $1 AND NOT withdrawn
        ORDER BY expires DESC, voucher_id DESC LIMIT $5
    )
) AS shown
ORDER BY expires, voucher_id
