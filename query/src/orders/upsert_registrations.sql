INSERT INTO {schema}.orders_registrations (member_id, year, order_id, package)
SELECT member_id, year, order_id, package FROM {changes}
-- Today a member can register once a year. Where an older journal has two registrations, the later one is stored.
ON CONFLICT (member_id, year) DO UPDATE SET order_id = excluded.order_id, package = excluded.package
