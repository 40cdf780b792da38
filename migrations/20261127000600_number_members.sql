-- A data set names its people by their address alone, so a new address made a second member without rounds. They are known by
-- a number too, and by the addresses that they had. Nothing that is stored can break this: no member has a number yet.
ALTER TABLE members
    -- As the data set writes it; empty when there is none. Only an import writes it.
    ADD COLUMN member_number text NOT NULL DEFAULT '' CHECK (length(member_number) <= 50);
CREATE UNIQUE INDEX members_member_number_idx ON members (member_number) WHERE member_number <> '';

COMMENT ON COLUMN members.member_number IS 'Number of the member in the data set, by which an import knows them whatever their address is; empty: none.';

CREATE TABLE former_addresses (
    member_id uuid NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    email     text NOT NULL CHECK (email <> '' AND email = lower(email)),
    left_at   timestamptz NOT NULL,
    -- Several members may have had one address, one after another. Operators search by it.
    PRIMARY KEY (email, member_id)
);
CREATE INDEX former_addresses_member_idx ON former_addresses (member_id);

COMMENT ON TABLE former_addresses IS 'Addresses that members had before the present one: a data set may still name them.';
COMMENT ON COLUMN former_addresses.email IS 'In the form of members.email; never the present address of the same member.';
COMMENT ON COLUMN former_addresses.left_at IS 'When the member got another address (UTC).';

ALTER TABLE erased_members
    ADD COLUMN number_hash bytea CHECK (length(number_hash) = 32),
    ADD COLUMN former_email_hashes bytea[] NOT NULL DEFAULT '{}';

COMMENT ON COLUMN erased_members.number_hash IS 'Keyed hash of the number of the data set; null where there was none, and after readmission.';
COMMENT ON COLUMN erased_members.former_email_hashes IS 'Keyed hashes of the addresses that the member had before; empty after readmission.';

-- Mails to an address that a member had, or will have, are the member's: they are erased with them. Both columns were never
-- filled before, so every row fits.
ALTER TABLE mail_outbox
    DROP CONSTRAINT mail_outbox_one_recipient,
    ADD CONSTRAINT mail_outbox_has_recipient CHECK (num_nonnulls(member_id, address) >= 1);

-- What operators' reading tools need, as of the other columns of a member.
DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairway_reader') THEN
        GRANT SELECT (member_number) ON members TO fairway_reader;
        GRANT SELECT (member_id, email) ON former_addresses TO fairway_reader;
    END IF;
END;
$$;
