-- Names are read with every list and change a few times a year. Nodes hold them in memory; each authenticated request
-- reads this number along with its session, so that no node shows a name that was changed, or erased, before.
CREATE TABLE member_names (
    only_row    boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    version     bigint NOT NULL,
    -- The transaction that raised it last: one that changes ten thousand members raises it once.
    transaction xid8 NOT NULL
);
INSERT INTO member_names (version, transaction) VALUES (1, pg_current_xact_id());

CREATE FUNCTION raise_member_names_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE member_names SET version = version + 1, transaction = pg_current_xact_id()
    WHERE transaction <> pg_current_xact_id();
    RETURN NULL;
END;
$$;

-- Deferred, so that a transaction takes the row's lock last and holds it only while it commits. No trigger for new
-- members: nobody holds the name of one who does not exist.
CREATE CONSTRAINT TRIGGER members_raise_names_version
    AFTER DELETE OR UPDATE OF email, first_name, prefix, last_name, initials, street, housenumber, postcode, city,
        telephone, gender, birthdate
    ON members DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION raise_member_names_version();
