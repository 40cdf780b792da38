-- What operators did to a member that the journal has no event for: changing a profile or hiding a news item while
-- looking on as the member, shutting the account, opening it again. Kept like the rest of this record, also after the
-- member was erased: it names them by id only.
ALTER TABLE operator_actions
    -- To whom it was done; null: to no single member.
    ADD COLUMN member_id uuid;
CREATE INDEX operator_actions_member_idx ON operator_actions (member_id, at) WHERE member_id IS NOT NULL;

COMMENT ON TABLE operator_actions IS 'What operators did that the journal has no event for: taking personal data out, changing a profile, hiding a news item, shutting an account. Written with the act, or before it.';
COMMENT ON COLUMN operator_actions.at IS 'Instant (UTC): of an export by the database''s clock, of the rest by the portal''s.';
COMMENT ON COLUMN operator_actions.action IS 'What was done: export, change profile, dismiss news, disable, enable.';
COMMENT ON COLUMN operator_actions.subject IS 'To what: the exported table and its format, the fields of the profile, the id of the item, the account. Names, never values.';
COMMENT ON COLUMN operator_actions.member_id IS 'To whom, where it was done to one member.';

-- replay-tool tells it in a member's timeline.
DO $$
BEGIN
    GRANT SELECT ON operator_actions TO fairway_reader;
EXCEPTION WHEN undefined_object THEN
    NULL;
END;
$$;

-- Nodes hold members in memory, and with them whether they are disabled.
CREATE CONSTRAINT TRIGGER members_raise_names_version_when_disabled
    AFTER UPDATE OF disabled_at ON members DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION raise_member_names_version();
