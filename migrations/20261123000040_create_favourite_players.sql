-- The members whom a member marked as favourite co-players. A plain table of ids: an erasure of either member takes the
-- row along, and their names are read from `members` when they are shown.
CREATE TABLE favourite_players (
    member_id    uuid NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    favourite_id uuid NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    marked_at    timestamptz NOT NULL,
    PRIMARY KEY (member_id, favourite_id),
    CONSTRAINT favourite_players_never_oneself CHECK (member_id <> favourite_id)
);
-- For the erasure of the favourite.
CREATE INDEX favourite_players_favourite_idx ON favourite_players (favourite_id);

COMMENT ON TABLE favourite_players IS 'One row per member and favourite co-player.';
COMMENT ON COLUMN favourite_players.marked_at IS 'Instant at which the member marked them, UTC.';

COMMENT ON COLUMN operator_actions.action IS 'What was done: export, change profile, dismiss news, add favourite, remove favourite, disable, enable.';
COMMENT ON COLUMN operator_actions.subject IS 'To what: the exported table and its format, the fields of the profile, the id of the item or of the favourite, the account. Names, never values.';
