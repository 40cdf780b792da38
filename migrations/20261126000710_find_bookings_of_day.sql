-- The members who play tomorrow are reminded of it: the bookings of one day, a page at a time. Neither column of a booking
-- ever changes, so that a change of its master still rewrites the row in place.
CREATE INDEX reservations_bookings_day_idx ON reservations_bookings (play_date, booking_id);
