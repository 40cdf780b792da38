-- Projection `club_days`: how full a club is on a day.
CREATE TABLE club_days (
    play_date date    NOT NULL,
    claimed   integer NOT NULL CHECK (claimed >= 0),
    club_id   text    NOT NULL,
    -- The date leads: the calendar asks for 21 days of one club, the club list for one day of all clubs.
    PRIMARY KEY (play_date, club_id)
) WITH (fillfactor = 70); -- a popular day is rewritten with nearly every batch

COMMENT ON TABLE club_days IS 'Active places per club and day; a day on which nobody ever booked has no row.';
COMMENT ON COLUMN club_days.play_date IS 'Day of play in Europe/Amsterdam.';
COMMENT ON COLUMN club_days.claimed IS 'Active places of that day.';
COMMENT ON COLUMN club_days.club_id IS 'The club''s slug.';
