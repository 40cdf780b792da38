-- The start time that a group agreed with the club (docs/domain.md §3.23). The events are the source; these columns are
-- what the projection keeps of them. A former release writes no start time: its rows have none.

ALTER TABLE reservations_bookings
    ADD COLUMN start_time text NOT NULL DEFAULT '' CHECK (start_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' OR start_time = ''),
    ADD COLUMN start_time_by uuid;
COMMENT ON COLUMN reservations_bookings.start_time IS
    'When the group starts, such as 10:40 in Europe/Amsterdam, as its players agreed with the club; empty: not agreed.';
COMMENT ON COLUMN reservations_bookings.start_time_by IS 'Member who wrote the start time down, or took it away last.';
