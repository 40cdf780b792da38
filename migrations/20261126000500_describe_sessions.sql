-- A member sees where they are logged in, and ends what they do not know.

ALTER TABLE access_tokens
    ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid(),
    ADD COLUMN browser text NOT NULL DEFAULT '' CHECK (length(browser) <= 200),
    ADD COLUMN last_seen_at timestamptz;

COMMENT ON TABLE access_tokens IS 'Who is logged in, and where.';
COMMENT ON COLUMN access_tokens.id IS 'Names the session to its member; neither the token nor its hash, and opens nothing.';
COMMENT ON COLUMN access_tokens.browser IS 'The User-Agent header of the log-in, at most 200 characters; empty: none was sent, or the session is of before this column.';
COMMENT ON COLUMN access_tokens.last_seen_at IS 'The last request, to the hour: not every request writes. Null: none since the first hour after the log-in.';
