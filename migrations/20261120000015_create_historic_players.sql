-- Projection `historic_players`: with whom a member shared a booking while both were active in it.
--
-- One row per member and booking holds everyone they met there: a quarter to a third of the rows that one per pair
-- and booking would take, with the same answers.
CREATE TABLE historic_players (
    booking_id uuid    NOT NULL,
    member_id  uuid    NOT NULL,
    play_date  date    NOT NULL,
    -- Still in the booking: who joins later meets the active ones only.
    active     boolean NOT NULL,
    met        uuid[]  NOT NULL,
    -- The booking leads: a player who joins meets everyone of that booking.
    PRIMARY KEY (booking_id, member_id)
) WITH (fillfactor = 90);
-- A member's co-players.
CREATE INDEX historic_players_member_idx ON historic_players (member_id);

COMMENT ON TABLE historic_players IS 'One row per member and booking: whom the member met there.';
COMMENT ON COLUMN historic_players.play_date IS 'Day of play in Europe/Amsterdam.';
COMMENT ON COLUMN historic_players.active IS 'The member still has an active place in the booking.';
COMMENT ON COLUMN historic_players.met IS 'Members who were active in the booking while this one was; sorted.';
