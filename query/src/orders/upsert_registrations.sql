INSERT INTO {schema}.orders_registrations (member_id, year, order_id, package)
SELECT member_id, year, order_id, package FROM {changes}
-- A registration is granted once a year nowadays. Where an older journal has two, the later one is the registration.
ON CONFLICT (member_id, year) DO UPDATE SET order_id = excluded.order_id, package = excluded.package
