-- A member's new e-mail address waits until it is confirmed by the link that is mailed to it: a mistyped one changes nothing.
CREATE TABLE address_changes (
    -- SHA-256 of the link's token. Of an address that another member has it is the hash of a token that nobody was sent.
    token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
    member_id uuid NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    email text NOT NULL CHECK (email <> '' AND email = lower(email)),
    -- Otherwise support did.
    asked_by_member boolean NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    -- Set by the confirmation, by a later request, and by whatever ends what opens the account.
    ended_at timestamptz
);
-- How many a member asked for lately; which one waits.
CREATE INDEX address_changes_member_idx ON address_changes (member_id, created_at);
-- Those that served their time are removed in the background.
CREATE INDEX address_changes_created_idx ON address_changes (created_at);

COMMENT ON TABLE address_changes IS 'New e-mail addresses of members that wait for their confirmation, and those of the last day.';
COMMENT ON COLUMN address_changes.email IS 'The new address, in the form of members.email.';
COMMENT ON COLUMN address_changes.asked_by_member IS 'Whether the member asked for it; otherwise support did.';
COMMENT ON COLUMN address_changes.ended_at IS 'When it was confirmed or cancelled (UTC); null: the link works until it expires.';

COMMENT ON COLUMN operator_actions.action IS 'What was done. Reading: view, search, export. To a member: change profile, dismiss news, add favourite, remove favourite, disable, enable, end sessions, remove passkeys, change address, impersonate, grant voucher, grant pass, give right back, cancel places, rehearse erasure, erase, send mail again; refused: one of these that a rule refused. To a club''s day: close day, limit day, reopen day. To content: publish content, save draft, schedule content, discard draft, remove content, order content, undo content change. To operators: add operator, disable operator, enable operator, reset operator. To one''s own account: log in, refused log-in, confirm, refused confirmation. To read models and journal: rebuild, rebuild as a dry run, cancel rebuild, swap read models, verify, cancel verify.';
