-- Calendar feeds (docs/domain.md §4): a secret address per member, under which their calendar program reads their rounds.
-- The address is a signed token of the member's id and this version, so nothing secret is stored. A row is never deleted
-- while its member exists: the version only rises, and an address that ended never works again.
CREATE TABLE calendar_feeds (
    member_id  uuid PRIMARY KEY REFERENCES members (id) ON DELETE CASCADE,
    version    integer NOT NULL CHECK (version > 0),
    is_on      boolean NOT NULL,
    created_at timestamptz NOT NULL
);

COMMENT ON TABLE calendar_feeds IS 'Which address of a member''s calendar feed is valid; no row: never switched on.';
COMMENT ON COLUMN calendar_feeds.version IS 'In the address; rises by one with each new address.';
COMMENT ON COLUMN calendar_feeds.is_on IS 'False: the member switched it off, and no address is valid.';
COMMENT ON COLUMN calendar_feeds.created_at IS 'When the address with this version was made (UTC).';
