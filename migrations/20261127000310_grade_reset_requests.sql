-- Requests for a link by mail are counted exactly, however many come at once, and graded: a member of a club who asks for
-- a link on its network is not stopped by others there who asked for theirs.
ALTER TABLE reset_requests
    -- SHA-256 of the e-mail address that the link is for, in lower case, whether there is such a member or not. Null in
    -- rows of the release before.
    ADD COLUMN account bytea,
    -- Whether this client address had asked for a link to the same e-mail address within the time that counts. The release
    -- before says nothing about it; its limit was that of repeats.
    ADD COLUMN repeats boolean NOT NULL DEFAULT true;
COMMENT ON COLUMN reset_requests.account IS 'SHA-256 of the e-mail address that the link is for; null in rows of an older release.';
COMMENT ON COLUMN reset_requests.repeats IS 'Whether the client address asked for the same account before; first tries have a limit of their own.';

-- Counts a request of a client address for a link to an account, and returns null; or counts nothing and returns the time
-- of the oldest request of its grade that counts, when those since `since` have reached their limit. Requests of one
-- client address wait for each other's commit.
CREATE FUNCTION count_link_request(
    asking bytea, meant bytea, first_limit bigint, repeat_limit bigint, since timestamptz, at timestamptz
) RETURNS timestamptz LANGUAGE plpgsql AS $$
DECLARE
    again boolean;
    counted bigint;
    oldest timestamptz;
BEGIN
    -- The first eight bytes of SHA-256 are as good a lock as any.
    PERFORM pg_advisory_xact_lock(('x' || encode(substr(asking, 1, 8), 'hex'))::bit(64)::bigint);
    again := EXISTS (
        SELECT FROM reset_requests WHERE address = asking AND account = meant AND requested_at > since
    );
    SELECT count(*), min(requested_at) INTO counted, oldest
        FROM reset_requests WHERE address = asking AND requested_at > since AND repeats = again;
    IF counted >= (CASE WHEN again THEN repeat_limit ELSE first_limit END) THEN
        RETURN oldest;
    END IF;
    INSERT INTO reset_requests (address, account, repeats, requested_at) VALUES (asking, meant, again, at);
    RETURN NULL;
END;
$$;
COMMENT ON FUNCTION count_link_request IS 'Counts a request for a link by mail, unless its client address has used up what it may.';
