-- A log-in is counted as a failure before its password is checked, and forgiven when it was right: whoever tries a
-- thousand at once, or hangs up before the answer, is counted all the same (docs/security.md, 2).

-- Which attempt a failure stands for, so that a right password takes back its own and no other. Null in rows of the
-- release before, and in those that make an abandoned attempt count for more.
ALTER TABLE login_failures ADD COLUMN attempt uuid;

-- Counts an attempt of an account from an address, unless one of them has used up what it may; says what counted before.
-- `*_count` is the number of failures since `since`; `*_room_from` the oldest of those that fill the limit. Nothing was
-- counted when a count has reached its limit. Exact, however many attempts come at once and on however many nodes: those
-- of one account or address wait for each other's commit.
CREATE FUNCTION count_login_attempt(
    account bytea, account_limit bigint, address bytea, address_limit bigint,
    since timestamptz, at timestamptz, attempt uuid,
    OUT account_count bigint, OUT account_room_from timestamptz,
    OUT address_count bigint, OUT address_room_from timestamptz
) LANGUAGE plpgsql AS $$
DECLARE
    -- The first eight bytes of a SHA-256 are as good a lock as any.
    account_lock bigint := ('x' || encode(substr(account, 1, 8), 'hex'))::bit(64)::bigint;
    address_lock bigint := ('x' || encode(substr(address, 1, 8), 'hex'))::bit(64)::bigint;
BEGIN
    -- In one order everywhere, so that two attempts never wait for each other.
    PERFORM pg_advisory_xact_lock(least(account_lock, address_lock));
    PERFORM pg_advisory_xact_lock(greatest(account_lock, address_lock));
    SELECT count(*), (array_agg(failed_at ORDER BY failed_at DESC))[account_limit]
        INTO account_count, account_room_from
        FROM login_failures WHERE scope = 'account' AND key = account AND failed_at > since;
    SELECT count(*), (array_agg(failed_at ORDER BY failed_at DESC))[address_limit]
        INTO address_count, address_room_from
        FROM login_failures WHERE scope = 'address' AND key = address AND failed_at > since;
    IF account_count < account_limit AND address_count < address_limit THEN
        INSERT INTO login_failures (scope, key, failed_at, attempt)
        VALUES ('account', account, at, attempt), ('address', address, at, attempt);
    END IF;
END
$$;
COMMENT ON FUNCTION count_login_attempt IS 'Counts a log-in as failed before its password is checked; a right password takes that back.';
