-- What members asked for and a rule refused. A refusal is no event: nothing happened. It is recorded beside the journal,
-- so that who answers the telephone can say what was refused, when and why. Ids alone: no name and no address.
CREATE TABLE refusals (
    id          uuid PRIMARY KEY,
    -- When it was decided; events that were recorded up to then were known to the decision.
    at          timestamptz NOT NULL,
    -- Who asked. Erasing a member takes their refusals along.
    member_id   uuid NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    -- The command, such as `BookRound`.
    command     text NOT NULL CHECK (length(command) BETWEEN 1 AND 40),
    -- The stable code of the rule, such as `player_already_plays`.
    rule        text NOT NULL CHECK (length(rule) BETWEEN 1 AND 60),
    -- The Dutch sentence with its numbers, without the first name that the member read before it.
    sentence    text NOT NULL CHECK (length(sentence) BETWEEN 1 AND 500),
    -- The player whom the rule is about, if it is about one.
    about       uuid,
    club_id     text,
    play_date   date,
    holes       smallint CHECK (holes IN (9, 18)),
    -- The players whom the command names, in its order.
    players     uuid[] NOT NULL DEFAULT '{}' CHECK (cardinality(players) <= 4),
    -- The booking that was to be changed; null: a new one was asked for, or the command is about no booking.
    booking_id  uuid,
    -- The id of the request, as in the log.
    request_id  uuid NOT NULL,
    -- An operator worked under the member's account.
    by_operator boolean NOT NULL
);
-- Newest first, page by page, and what is older than 90 days.
CREATE INDEX refusals_at_idx ON refusals (at);
-- Those of one member; and erasing the member.
CREATE INDEX refusals_member_idx ON refusals (member_id, at);
-- Those of one rule, and how many each rule has.
CREATE INDEX refusals_rule_idx ON refusals (rule, at);

COMMENT ON TABLE refusals IS 'Commands of members that a rule refused, of the last 90 days.';
COMMENT ON COLUMN refusals.rule IS 'The stable code of the rule (docs/domain.md §3).';
COMMENT ON COLUMN refusals.at IS 'Instant (UTC) of the decision.';
