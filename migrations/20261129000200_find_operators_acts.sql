-- The record of operators answers who touched somebody, what a ticket led to, and what one did oneself. Most of its rows are
-- views and searches: acts have indexes without them. Writing the indexes keeps a lock on the table for a second for each
-- hundred thousand rows.
CREATE INDEX operator_actions_acts_idx ON operator_actions (at, id) WHERE action NOT IN ('view', 'search');
CREATE INDEX operator_actions_operator_idx ON operator_actions (operator_id, at, id) WHERE action NOT IN ('view', 'search');

-- The ids in a text, of whichever kind: a list's or a search's record names everybody whom it showed. Only functions that need
-- no extension.
CREATE FUNCTION uuids_in(written text) RETURNS uuid[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ARRAY(
    SELECT found[1]::uuid
    FROM regexp_matches(written, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g') AS found
);
CREATE INDEX operator_actions_subject_idx ON operator_actions USING gin (uuids_in(subject));

COMMENT ON FUNCTION uuids_in(text) IS 'The ids (UUIDs) in a text, such as the subject of an operator''s act.';
COMMENT ON COLUMN operator_actions.action IS 'What was done. Reading: view, search, export. To a member: change profile, dismiss news, add favourite, remove favourite, disable, enable, end sessions, remove passkeys, change address, impersonate, grant voucher, grant pass, give right back, cancel places, rehearse erasure, erase, send mail again; refused: one of these that a rule refused. To a club''s day: close day, limit day, reopen day. To content: publish content, save draft, schedule content, discard draft, remove content, order content, undo content change. To operators: add operator, disable operator, enable operator, reset operator, change roles. To one''s own account: log in, refused log-in, confirm, refused confirmation. To read models and journal: rebuild, rebuild as a dry run, cancel rebuild, swap read models, verify, cancel verify. Of figures for analysts: publish.';
