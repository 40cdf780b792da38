-- The members who were active in one booking with a member at the same time, one row per booking: what the plain tables
-- ask of the read model historic_players. A query over its rows becomes part of the statement that asks, and is planned
-- with it; a function that returns one value, as shared_a_booking, is planned anew in every statement.
--
-- shared_a_booking remains for nodes of the former release.
CREATE FUNCTION co_players_of(a_member uuid) RETURNS TABLE (met uuid[]) LANGUAGE sql STABLE AS $$
    SELECT met FROM historic_players WHERE member_id = a_member
$$;

-- What a request sees of the members' read models: the sum of the projections' positions, which grows with every step
-- of a projector, and which tables they are, since a rebuild replaces tables at the same positions. Each projection has
-- one table here; a rebuild replaces all of its tables together, and later tables have higher numbers.
CREATE FUNCTION read_models_version() RETURNS TABLE (positions bigint, tables bigint) LANGUAGE sql STABLE AS $$
    SELECT sum(position)::bigint,
        to_regclass('public.reservations_bookings')::oid::bigint + to_regclass('public.play_rights_claims')::oid::bigint
        + to_regclass('public.vouchers')::oid::bigint + to_regclass('public.club_days')::oid::bigint
        + to_regclass('public.historic_players')::oid::bigint + to_regclass('public.orders')::oid::bigint
        + to_regclass('public.ledger')::oid::bigint
    FROM projections
    WHERE name IN ('reservations', 'play_rights', 'vouchers', 'club_days', 'historic_players', 'orders', 'ledger')
$$;
