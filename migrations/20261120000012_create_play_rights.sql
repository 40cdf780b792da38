-- Projection `play_rights`: what members may play and what they used of it.
--
-- Counts (used rights per term and month, rounds per club and year) are not stored: a member's claims are few, one
-- index range finds them, and a row that says what happened can be written twice without harm; a counter cannot.
CREATE TABLE play_rights_subscriptions (
    subscription_id uuid     PRIMARY KEY,
    member_id       uuid     NOT NULL,
    amount_cents    bigint   NOT NULL,
    startdate       date     NOT NULL,
    enddate         date     NOT NULL,
    paymentdate     date,
    max_rounds      integer  NOT NULL,
    per_month       integer,
    max_holes       smallint NOT NULL CHECK (max_holes IN (9, 18)),
    name            text     NOT NULL
);
-- Every read asks for the passes of a few members.
CREATE INDEX play_rights_subscriptions_member_idx ON play_rights_subscriptions (member_id);

CREATE TABLE play_rights_claims (
    member_id       uuid    NOT NULL,
    play_date       date    NOT NULL,
    place_id        uuid    NOT NULL,
    -- The right: a season pass, or a voucher when null.
    subscription_id uuid,
    -- Cancelled on the play date: the right stays used, the date and the club's maximum are free again.
    forfeited       boolean NOT NULL,
    club_id         text    NOT NULL,
    -- Events of a claim name all three, so that this one index serves the writing and every read. A member may hold
    -- two claims of one date: one forfeited, then another round.
    PRIMARY KEY (member_id, play_date, place_id)
) WITH (fillfactor = 95);

COMMENT ON TABLE play_rights_subscriptions IS 'One row per season pass.';
COMMENT ON COLUMN play_rights_subscriptions.amount_cents IS 'Price paid, in euro cents.';
COMMENT ON COLUMN play_rights_subscriptions.startdate IS 'First valid day (Europe/Amsterdam), inclusive.';
COMMENT ON COLUMN play_rights_subscriptions.enddate IS 'Last valid day (Europe/Amsterdam), inclusive.';
COMMENT ON COLUMN play_rights_subscriptions.paymentdate IS 'Day of payment; null when not paid yet.';
COMMENT ON COLUMN play_rights_subscriptions.max_rounds IS 'Rounds over the whole term.';
COMMENT ON COLUMN play_rights_subscriptions.per_month IS 'Rounds per calendar month; null for no month limit.';
COMMENT ON COLUMN play_rights_subscriptions.max_holes IS 'Longest round that the pass allows: 9 or 18 holes.';
COMMENT ON TABLE play_rights_claims IS 'One row per used right: active, played or forfeited. A right that was given back has no row.';
COMMENT ON COLUMN play_rights_claims.play_date IS 'Day of play in Europe/Amsterdam; the month and term that it counts in.';
COMMENT ON COLUMN play_rights_claims.place_id IS 'The place that consumed the right.';
COMMENT ON COLUMN play_rights_claims.subscription_id IS 'The season pass; null when a voucher was used.';
COMMENT ON COLUMN play_rights_claims.forfeited IS 'Cancelled on the play date: counts as used, not as a round at the club.';
COMMENT ON COLUMN play_rights_claims.club_id IS 'Slug of the club; counts towards its maximum per year unless forfeited.';
