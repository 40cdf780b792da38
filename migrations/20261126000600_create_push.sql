-- News on members' devices by web push (docs/domain.md §3.20): the portal's key, the devices, and what is to be sent.

CREATE TABLE push_keys (
    single      boolean PRIMARY KEY DEFAULT true CHECK (single),
    public_key  bytea NOT NULL CHECK (length(public_key) = 65),
    private_key bytea NOT NULL,
    created_at  timestamptz NOT NULL
);

COMMENT ON TABLE push_keys IS 'The one key pair by which push services know the portal (VAPID, RFC 8292): made when it is first needed.';
COMMENT ON COLUMN push_keys.public_key IS 'An uncompressed point of P-256; browsers subscribe for it.';
COMMENT ON COLUMN push_keys.private_key IS 'Encrypted with a key that is derived from FAIRWAY_SECRET.';

CREATE TABLE push_devices (
    id            uuid PRIMARY KEY,
    member_id     uuid NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    -- No foreign key: an expired session is removed, and the device stays.
    session_id    uuid NOT NULL,
    endpoint_hash bytea NOT NULL CHECK (length(endpoint_hash) = 32),
    subscription  bytea NOT NULL CHECK (length(subscription) <= 2000),
    name          text NOT NULL CHECK (length(name) <= 200),
    shows_details boolean NOT NULL DEFAULT false,
    created_at    timestamptz NOT NULL,
    last_used_at  timestamptz,
    CONSTRAINT push_devices_endpoint_key UNIQUE (endpoint_hash)
);
-- A member's devices, at most 10.
CREATE INDEX push_devices_member_idx ON push_devices (member_id);
-- The devices of a session that ends.
CREATE INDEX push_devices_session_idx ON push_devices (session_id);

COMMENT ON TABLE push_devices IS 'Browsers on which a member switched news on.';
COMMENT ON COLUMN push_devices.session_id IS 'The session in which the member switched it on or last confirmed it: the device is removed when that is ended.';
COMMENT ON COLUMN push_devices.endpoint_hash IS 'SHA-256 of the address at the push service.';
COMMENT ON COLUMN push_devices.subscription IS 'That address and the device''s public keys, encrypted with a key that is derived from FAIRWAY_SECRET.';
COMMENT ON COLUMN push_devices.name IS 'The browser, as it named itself.';
COMMENT ON COLUMN push_devices.shows_details IS 'Whether names and clubs may be shown on the lock screen: the member chose it for this device.';
COMMENT ON COLUMN push_devices.last_used_at IS 'When the push service last took a message (UTC); null: none yet.';

-- Whoever logs out on a device, or ends its session elsewhere, gets no more news there.
CREATE FUNCTION forget_push_devices() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
    DELETE FROM push_devices WHERE session_id = NEW.id;
    RETURN NULL;
END;
$$;
CREATE TRIGGER access_tokens_forget_push_devices AFTER UPDATE OF revoked_at ON access_tokens
    FOR EACH ROW WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL)
    EXECUTE FUNCTION forget_push_devices();

CREATE TABLE push_messages (
    device_id        uuid NOT NULL REFERENCES push_devices (id) ON DELETE CASCADE,
    -- As of the mail about the same: the event's position and the member.
    dedup_key        text NOT NULL CHECK (length(dedup_key) BETWEEN 1 AND 200),
    booking_id       uuid,
    waiting_group_id uuid,
    play_date        date NOT NULL,
    state            text NOT NULL CHECK (state IN ('waiting', 'gathered', 'sent', 'obsolete', 'failed')),
    gathers          boolean NOT NULL,
    ends_at          timestamptz NOT NULL,
    queued_at        timestamptz NOT NULL,
    due_at           timestamptz NOT NULL,
    attempts         integer NOT NULL DEFAULT 0,
    settled_at       timestamptz,
    PRIMARY KEY (device_id, dedup_key),
    CONSTRAINT push_messages_one_subject CHECK (num_nonnulls(booking_id, waiting_group_id) = 1),
    CONSTRAINT push_messages_settled CHECK ((settled_at IS NULL) = (state = 'waiting'))
);
-- What is to be sent next.
CREATE INDEX push_messages_due_idx ON push_messages (due_at) WHERE settled_at IS NULL;
-- What housekeeping removes.
CREATE INDEX push_messages_settled_idx ON push_messages (settled_at) WHERE settled_at IS NOT NULL;

COMMENT ON TABLE push_messages IS 'News for devices: without content, which is composed when it is sent.';
COMMENT ON COLUMN push_messages.state IS 'waiting; sent; gathered: a waiting one tells it; obsolete: nothing to tell any more; failed: the push service did not take it.';
COMMENT ON COLUMN push_messages.gathers IS 'Whether it tells what else happened since.';
COMMENT ON COLUMN push_messages.ends_at IS 'Until when it is of use (UTC): neither the portal nor the push service delivers it later.';
COMMENT ON COLUMN push_messages.due_at IS 'When the next attempt may begin (UTC); a sender that takes it moves this ahead.';
