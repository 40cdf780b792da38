-- Callers name a booking by the number that mails, vouchers and calendars show: the last 40 bits of its id, which are its
-- last 10 digits as text. No extension and no function of ours, so that any release beside this one can write the rows.
CREATE INDEX reservations_bookings_number_idx ON reservations_bookings (right(booking_id::text, 10));
