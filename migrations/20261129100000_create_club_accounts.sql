-- The people and devices of clubs, at /club: an account belongs to one club, and an address has one account. A shared
-- device is no account: a manager pairs it, and whoever stands before it works with it.
CREATE TABLE club_accounts (
    id                 uuid PRIMARY KEY,
    -- Without a reference: a club that an import removes leaves its accounts, which then log in nowhere.
    club_id            text NOT NULL,
    email              text NOT NULL CHECK (email <> '' AND email = lower(email)),
    name               text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    role               text NOT NULL CHECK (role IN ('desk', 'manager', 'treasurer')),
    password_hash      text,
    second_factor      bytea,
    -- A code is used once.
    second_factor_step bigint NOT NULL DEFAULT 0,
    created_at         timestamptz NOT NULL,
    disabled_at        timestamptz,
    last_seen_at       timestamptz,
    CONSTRAINT club_accounts_email_key UNIQUE (email)
);
CREATE INDEX club_accounts_club_idx ON club_accounts (club_id);

CREATE TABLE club_links (
    account_id uuid PRIMARY KEY REFERENCES club_accounts (id),
    token_hash bytea NOT NULL CHECK (length(token_hash) = 32),
    expires_at timestamptz NOT NULL,
    CONSTRAINT club_links_token_key UNIQUE (token_hash)
);

CREATE TABLE club_sessions (
    id           uuid PRIMARY KEY,
    token_hash   bytea NOT NULL CHECK (length(token_hash) = 32),
    account_id   uuid NOT NULL REFERENCES club_accounts (id),
    browser      text NOT NULL,
    created_at   timestamptz NOT NULL,
    last_used_at timestamptz NOT NULL,
    -- Absolute: use does not prolong it.
    expires_at   timestamptz NOT NULL,
    -- No foreign key: a session goes by itself, or with the passkey.
    passkey_id   uuid,
    CONSTRAINT club_sessions_token_key UNIQUE (token_hash)
);
CREATE INDEX club_sessions_account_idx ON club_sessions (account_id);
CREATE INDEX club_sessions_expires_idx ON club_sessions (expires_at);

-- The columns are those of members' passkeys, and so are the statements.
CREATE TABLE club_passkeys (
    id            uuid PRIMARY KEY,
    account_id    uuid NOT NULL REFERENCES club_accounts (id),
    credential_id bytea NOT NULL CHECK (length(credential_id) BETWEEN 1 AND 1023),
    credential    jsonb NOT NULL,
    name          text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
    created_at    timestamptz NOT NULL,
    last_used_at  timestamptz,
    CONSTRAINT club_passkeys_credential_id_key UNIQUE (credential_id)
);
CREATE INDEX club_passkeys_account_idx ON club_passkeys (account_id);

-- None is deleted: the journal names the device of a scan.
CREATE TABLE club_devices (
    id             uuid PRIMARY KEY,
    club_id        text NOT NULL,
    name           text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
    -- Null once its access has ended.
    token_hash     bytea CHECK (length(token_hash) = 32),
    paired_at      timestamptz NOT NULL,
    paired_by      text NOT NULL,
    last_seen_at   timestamptz NOT NULL,
    last_synced_at timestamptz,
    waiting_scans  bigint,
    revoked_at     timestamptz,
    CONSTRAINT club_devices_token_key UNIQUE (token_hash),
    CHECK ((token_hash IS NULL) = (revoked_at IS NOT NULL))
);
CREATE INDEX club_devices_club_idx ON club_devices (club_id) WHERE revoked_at IS NULL;

CREATE TABLE club_pairings (
    token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
    club_id    text NOT NULL,
    name       text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
    made_by    uuid NOT NULL REFERENCES club_accounts (id),
    expires_at timestamptz NOT NULL
);

CREATE TABLE club_actions (
    id        uuid PRIMARY KEY,
    at        timestamptz NOT NULL,
    club_id   text NOT NULL,
    user_id   uuid NOT NULL,
    user_name text NOT NULL,
    action    text NOT NULL CHECK (action <> ''),
    subject   text NOT NULL,
    reason    text NOT NULL,
    member_id uuid
);
CREATE INDEX club_actions_club_idx ON club_actions (club_id, at);
CREATE INDEX club_actions_member_idx ON club_actions (member_id, at) WHERE member_id IS NOT NULL;
CREATE TRIGGER club_actions_append_only BEFORE UPDATE OR DELETE ON club_actions
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_history();
CREATE TRIGGER club_actions_no_truncate BEFORE TRUNCATE ON club_actions
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history();

COMMENT ON TABLE club_accounts IS 'The accounts of people at clubs.';
COMMENT ON COLUMN club_accounts.id IS 'Names it in the journal, too.';
COMMENT ON COLUMN club_accounts.club_id IS 'The club.';
COMMENT ON COLUMN club_accounts.email IS 'The address to log in with, in small letters.';
COMMENT ON COLUMN club_accounts.name IS 'As the manager who invited them wrote it.';
COMMENT ON COLUMN club_accounts.role IS 'What they may do: desk, manager, treasurer (docs/domain.md, 3.25).';
COMMENT ON COLUMN club_accounts.password_hash IS 'Argon2id in PHC form; null until the person chose one by their link.';
COMMENT ON COLUMN club_accounts.second_factor IS 'The secret of the authenticator app, encrypted under a key derived from FAIRWAY_SECRET; null: none.';
COMMENT ON COLUMN club_accounts.second_factor_step IS 'The time step of the last code that was accepted.';
COMMENT ON COLUMN club_accounts.created_at IS 'When they were invited first (UTC).';
COMMENT ON COLUMN club_accounts.disabled_at IS 'Since when it is disabled (UTC); null: it is not.';
COMMENT ON COLUMN club_accounts.last_seen_at IS 'The last use of a session, to the minute (UTC); null: never.';
COMMENT ON TABLE club_links IS 'Invitations: links by which people at clubs choose a password and a second factor, one at a time for each.';
COMMENT ON COLUMN club_links.account_id IS 'The account.';
COMMENT ON COLUMN club_links.token_hash IS 'SHA-256 of the link''s token.';
COMMENT ON COLUMN club_links.expires_at IS 'When it stops to work (UTC).';
COMMENT ON TABLE club_sessions IS 'Log-ins of people at clubs.';
COMMENT ON COLUMN club_sessions.id IS 'Names it.';
COMMENT ON COLUMN club_sessions.token_hash IS 'SHA-256 of the cookie.';
COMMENT ON COLUMN club_sessions.account_id IS 'The account.';
COMMENT ON COLUMN club_sessions.browser IS 'The browser, as it names itself; shortened.';
COMMENT ON COLUMN club_sessions.created_at IS 'The log-in (UTC).';
COMMENT ON COLUMN club_sessions.last_used_at IS 'The last use, to the minute (UTC): seven days later it has ended.';
COMMENT ON COLUMN club_sessions.expires_at IS 'When it ends in any case (UTC).';
COMMENT ON COLUMN club_sessions.passkey_id IS 'The passkey by which it began, with which it ends; null: a password.';
COMMENT ON TABLE club_passkeys IS 'Keys on devices of people at clubs by which they log in, in place of password and code; a new invitation deletes them.';
COMMENT ON COLUMN club_passkeys.id IS 'Names it.';
COMMENT ON COLUMN club_passkeys.account_id IS 'The account.';
COMMENT ON COLUMN club_passkeys.credential_id IS 'What the device calls it.';
COMMENT ON COLUMN club_passkeys.credential IS 'The public key, the counter and the flags, as webauthn-rs reads them.';
COMMENT ON COLUMN club_passkeys.name IS 'As its owner called it.';
COMMENT ON COLUMN club_passkeys.created_at IS 'When it was added (UTC).';
COMMENT ON COLUMN club_passkeys.last_used_at IS 'The last log-in with it (UTC); null: none yet.';
COMMENT ON TABLE club_devices IS 'Shared devices of clubs, which a manager paired.';
COMMENT ON COLUMN club_devices.id IS 'Names it in the journal, too.';
COMMENT ON COLUMN club_devices.club_id IS 'The club.';
COMMENT ON COLUMN club_devices.name IS 'As the manager called it.';
COMMENT ON COLUMN club_devices.token_hash IS 'SHA-256 of the cookie; null once its access has ended.';
COMMENT ON COLUMN club_devices.paired_at IS 'When it was paired (UTC).';
COMMENT ON COLUMN club_devices.paired_by IS 'The name of the manager.';
COMMENT ON COLUMN club_devices.last_seen_at IS 'The last use, to the minute (UTC): 60 days later its access has ended.';
COMMENT ON COLUMN club_devices.last_synced_at IS 'When it last sent its scans or asked for the list (UTC); null: never.';
COMMENT ON COLUMN club_devices.waiting_scans IS 'How many scans it said it still had to send; null: it never said.';
COMMENT ON COLUMN club_devices.revoked_at IS 'When its access was ended (UTC); null: it was not.';
COMMENT ON TABLE club_pairings IS 'Codes that make one browser a device of a club; a used one is deleted.';
COMMENT ON COLUMN club_pairings.token_hash IS 'SHA-256 of the code.';
COMMENT ON COLUMN club_pairings.club_id IS 'The club.';
COMMENT ON COLUMN club_pairings.name IS 'The name of the device.';
COMMENT ON COLUMN club_pairings.made_by IS 'The manager.';
COMMENT ON COLUMN club_pairings.expires_at IS 'When it stops to work (UTC).';
COMMENT ON TABLE club_actions IS 'The acts of clubs'' accounts and devices, and what they looked at. Append-only.';
COMMENT ON COLUMN club_actions.id IS 'Names it; of a look, the same for the same look in the same session.';
COMMENT ON COLUMN club_actions.at IS 'When (UTC).';
COMMENT ON COLUMN club_actions.club_id IS 'The club.';
COMMENT ON COLUMN club_actions.user_id IS 'The account or the device.';
COMMENT ON COLUMN club_actions.user_name IS 'Its name then.';
COMMENT ON COLUMN club_actions.action IS 'What was done: view, or the act.';
COMMENT ON COLUMN club_actions.subject IS 'To what, by its kind and id or the name of an account or device.';
COMMENT ON COLUMN club_actions.reason IS 'Why, where the act asks for it; else empty.';
COMMENT ON COLUMN club_actions.member_id IS 'The member, if it was one.';

COMMENT ON COLUMN operator_actions.action IS 'What was done. Reading: view, search, export. To a member: change profile, dismiss news, add favourite, remove favourite, disable, enable, end sessions, remove passkeys, change address, correct profile, impersonate, grant voucher, grant pass, withdraw voucher, withdraw pass, refund order, give right back, cancel places, rehearse erasure, erase, send mail again, add note, remove note; refused: one of these that a rule refused. To a club''s day: close day, limit day, reopen day. To content: publish content, save draft, schedule content, discard draft, remove content, order content, undo content change. To operators: add operator, disable operator, enable operator, reset operator, change roles. To clubs'' accounts and devices: invite club account, invite club account again, disable club account, enable club account, revoke club device. To one''s own account: log in, refused log-in, confirm, refused confirmation, add passkey, remove passkey. To read models and journal: rebuild, rebuild as a dry run, cancel rebuild, swap read models, verify, cancel verify. Of figures for analysts: publish.';
