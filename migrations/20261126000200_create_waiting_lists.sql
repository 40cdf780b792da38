-- Who waits for places of a club's full day (docs/domain.md §3.19). The events are the source; these tables are what the
-- projections keep of them.

CREATE TABLE waiting_lists_groups (
    group_id      uuid        PRIMARY KEY,
    club_id       text        NOT NULL,
    play_date     date        NOT NULL,
    -- The journal position of the event with which the group started to wait: the order of the list.
    position      bigint      NOT NULL,
    holes         smallint    NOT NULL CHECK (holes IN (9, 18)),
    asked_by      uuid        NOT NULL,
    asked_at      timestamptz NOT NULL,
    state         text        NOT NULL CHECK (state IN ('waiting', 'offered', 'passed_over', 'taken', 'left')),
    -- Until when places are held for it; null: no offer.
    offered_until timestamptz,
    -- What it became; null: nothing yet.
    booking_id    uuid,
    CONSTRAINT waiting_lists_groups_offer CHECK ((state = 'offered') = (offered_until IS NOT NULL)),
    CONSTRAINT waiting_lists_groups_taken CHECK ((state = 'taken') = (booking_id IS NOT NULL))
);
-- How many groups of a day's list come before one of them.
CREATE INDEX waiting_lists_groups_order_idx ON waiting_lists_groups (club_id, play_date, position)
    WHERE state IN ('waiting', 'offered', 'passed_over');
-- Which offers lapse next.
CREATE INDEX waiting_lists_groups_offered_idx ON waiting_lists_groups (offered_until) WHERE state = 'offered';

CREATE TABLE waiting_lists_players (
    group_id  uuid     NOT NULL,
    -- In the order of the request, from 0.
    standing  smallint NOT NULL,
    member_id uuid     NOT NULL,
    -- Of the group's list: a member's groups of today and later are found without the others.
    play_date date     NOT NULL,
    PRIMARY KEY (group_id, standing)
);
CREATE INDEX waiting_lists_players_member_idx ON waiting_lists_players (member_id, play_date);

ALTER TABLE club_days
    -- [{"group": …, "places": …, "until": …}] in the order of offering, also those past their end that nobody has ended yet;
    -- null: none.
    ADD COLUMN holds jsonb,
    -- Players of the smallest group that waits and has no offer; null: nobody waits.
    ADD COLUMN smallest_waiting integer CHECK (smallest_waiting > 0),
    -- Likewise of those that were not passed over since places last came free.
    ADD COLUMN smallest_in_turn integer CHECK (smallest_in_turn > 0);
-- The days for which somebody waits.
CREATE INDEX club_days_waiting_idx ON club_days (play_date, club_id) WHERE smallest_waiting IS NOT NULL;

-- No event of the past is about a waiting list: the new projection begins where the others are, so that nothing is read
-- again.
INSERT INTO projections (name, position, as_of) SELECT 'waiting_lists', position, as_of FROM projections WHERE name = 'club_days';

-- A new table of the members' read models.
CREATE OR REPLACE FUNCTION read_models_version() RETURNS TABLE (positions bigint, tables bigint) LANGUAGE sql STABLE AS $$
    SELECT sum(position)::bigint,
        to_regclass('public.reservations_bookings')::oid::bigint + to_regclass('public.play_rights_claims')::oid::bigint
        + to_regclass('public.vouchers')::oid::bigint + to_regclass('public.club_days')::oid::bigint
        + to_regclass('public.historic_players')::oid::bigint + to_regclass('public.orders')::oid::bigint
        + to_regclass('public.ledger')::oid::bigint + to_regclass('public.waiting_lists_groups')::oid::bigint
    FROM projections
    WHERE name IN
        ('reservations', 'play_rights', 'vouchers', 'club_days', 'historic_players', 'orders', 'ledger', 'waiting_lists')
$$;

COMMENT ON TABLE waiting_lists_groups IS 'One row per group that waits or waited for places of a club''s full day.';
COMMENT ON COLUMN waiting_lists_groups.group_id IS 'The group.';
COMMENT ON COLUMN waiting_lists_groups.club_id IS 'The club''s slug.';
COMMENT ON COLUMN waiting_lists_groups.play_date IS 'Day of play in Europe/Amsterdam.';
COMMENT ON COLUMN waiting_lists_groups.position IS 'Journal position of the event with which it started to wait: the order of the list.';
COMMENT ON COLUMN waiting_lists_groups.holes IS 'Length of the round: 9 or 18.';
COMMENT ON COLUMN waiting_lists_groups.asked_by IS 'Member who put it on the list, and would lead the round.';
COMMENT ON COLUMN waiting_lists_groups.asked_at IS 'When it started to wait, UTC.';
COMMENT ON COLUMN waiting_lists_groups.state IS
    'waiting, offered (places are held), passed_over (waits; did not take an offer or could not play), taken (a booking) or left.';
COMMENT ON COLUMN waiting_lists_groups.offered_until IS 'Until when places are held for it, UTC; null: no offer.';
COMMENT ON COLUMN waiting_lists_groups.booking_id IS 'The booking that it became; null: none.';
COMMENT ON TABLE waiting_lists_players IS 'The players of groups that wait or waited.';
COMMENT ON COLUMN waiting_lists_players.group_id IS 'The group.';
COMMENT ON COLUMN waiting_lists_players.standing IS 'Place in the order of the request, from 0.';
COMMENT ON COLUMN waiting_lists_players.member_id IS 'The player.';
COMMENT ON COLUMN waiting_lists_players.play_date IS 'Day of play of the group''s list.';
COMMENT ON TABLE club_days IS
    'Active places per club and day, what operators changed for that day, and what its waiting list holds; any other day has no row.';
COMMENT ON COLUMN club_days.holds IS 'Places that are held for groups of the waiting list, with their end; null: none.';
COMMENT ON COLUMN club_days.smallest_waiting IS 'Players of the smallest group that waits without an offer; null: nobody waits.';
COMMENT ON COLUMN club_days.smallest_in_turn IS 'Players of the smallest group that waits and is in turn; null: none is.';
