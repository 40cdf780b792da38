-- What operators change for one day of a club, rounds that a club cancels, and forfeited rights that operators give back
-- (docs/domain.md §3.16, §3.17). The events are the source; these columns are what the projections keep of them.

ALTER TABLE club_days
    -- With which the day was closed; null: it is open, as far as this day alone is concerned.
    ADD COLUMN closed_notice text,
    -- Of this day alone; null: as the club has.
    ADD COLUMN capacity integer CHECK (capacity >= 0);
-- A club's page names its closed days.
CREATE INDEX club_days_closed_idx ON club_days (club_id, play_date) WHERE closed_notice IS NOT NULL;
COMMENT ON TABLE club_days IS
    'Active places per club and day, and what operators changed for that day; any other day has no row.';
COMMENT ON COLUMN club_days.closed_notice IS 'Dutch notice with which an operator closed the day; null: not closed.';
COMMENT ON COLUMN club_days.capacity IS 'Active places at most on that day alone; null: as the club has.';

ALTER TABLE reservations_places
    -- Why the club cancelled the round; null: it did not.
    ADD COLUMN club_notice text;
COMMENT ON COLUMN reservations_places.club_notice IS
    'Dutch notice with which the club cancelled the round; null: it did not.';

ALTER TABLE ledger
    DROP CONSTRAINT ledger_kind_check,
    ADD CONSTRAINT ledger_kind_check CHECK (kind IN ('claimed', 'returned', 'forfeited', 'restored'));
COMMENT ON COLUMN ledger.kind IS
    'claimed (used), returned (cancelled in time, or by the club), forfeited (cancelled on the play date) or restored (forfeited, and given back by an operator).';

ALTER TABLE analytics_places
    DROP CONSTRAINT analytics_places_cancel_mode_check,
    ADD CONSTRAINT analytics_places_cancel_mode_check
        CHECK (cancel_mode IN ('own', 'group', 'removal', 'operator', 'club'));
COMMENT ON COLUMN analytics_places.cancel_mode IS
    'own, group (by the master), removal (of a co-player), operator (for the player) or club; null while active.';
