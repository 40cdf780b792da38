-- Projection `vouchers`: every voucher and what became of it. Whether one has expired is asked with today's date.
CREATE TABLE vouchers (
    voucher_id uuid     PRIMARY KEY,
    member_id  uuid     NOT NULL,
    -- The place that uses it and that place's day; both null while unused.
    place_id   uuid,
    used_when  date,
    expires    date     NOT NULL,
    holes      smallint NOT NULL CHECK (holes IN (9, 18)),
    -- The place was cancelled on the play date: the voucher stays used.
    forfeited  boolean  NOT NULL,
    kind       text     NOT NULL CHECK (kind IN ('bonus', 'free')),
    title      text     NOT NULL,
    CONSTRAINT vouchers_used_is_whole CHECK ((place_id IS NULL) = (used_when IS NULL) AND (place_id IS NOT NULL OR NOT forfeited))
) WITH (fillfactor = 90); -- using and releasing rewrite a row in place
-- A member's vouchers, and those of several members that are not expired yet.
CREATE INDEX vouchers_member_idx ON vouchers (member_id, expires);

COMMENT ON TABLE vouchers IS 'One row per voucher: an extra play right, granted (bonus) or bought (free).';
COMMENT ON COLUMN vouchers.place_id IS 'Place that uses the voucher; null while unused.';
COMMENT ON COLUMN vouchers.used_when IS 'Play date (Europe/Amsterdam) of that place; null while unused.';
COMMENT ON COLUMN vouchers.expires IS 'Last valid day (Europe/Amsterdam), inclusive.';
COMMENT ON COLUMN vouchers.holes IS 'Longest round that it allows: 9 or 18 holes.';
COMMENT ON COLUMN vouchers.forfeited IS 'Its place was cancelled on the play date, so that it stays used.';
COMMENT ON COLUMN vouchers.kind IS 'bonus (granted) or free (bought).';
