-- $1 and $2: the lowest and the highest id with the digits that were given; the same for a whole id. $3: ids at most.
-- One range of a primary key per kind. The owner is the id of its stream.
SELECT 'booking' AS kind, place_id AS id, booking_id AS owner FROM reservations_places WHERE place_id BETWEEN $1 AND $2
UNION ALL
SELECT 'booking', booking_id, booking_id FROM reservations_bookings WHERE booking_id BETWEEN $1 AND $2
UNION ALL
SELECT 'member', id, id FROM members WHERE id BETWEEN $1 AND $2
UNION ALL
SELECT 'member', subscription_id, member_id FROM play_rights_subscriptions WHERE subscription_id BETWEEN $1 AND $2
UNION ALL
SELECT 'voucher', voucher_id, voucher_id FROM vouchers WHERE voucher_id BETWEEN $1 AND $2
UNION ALL
SELECT 'order', order_id, order_id FROM orders WHERE order_id BETWEEN $1 AND $2
LIMIT $3
