-- $1 member.
SELECT DISTINCT ON (product) *
FROM orders
WHERE member_id = $1
ORDER BY product, placed_at DESC, order_id DESC
