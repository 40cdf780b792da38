-- Operators read the acts of all clubs, latest first. Those of a club and of a member have their indexes.
CREATE INDEX club_actions_at_idx ON club_actions (at, id);
