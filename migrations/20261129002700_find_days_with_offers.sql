-- A day whose only waiting group has an offer is looked at too: the offer ends once the round that it is for takes nobody
-- any more.
DROP INDEX club_days_waiting_idx;
CREATE INDEX club_days_waiting_idx ON club_days (play_date, club_id)
    WHERE smallest_waiting IS NOT NULL OR holds IS NOT NULL;
