-- A note of an operator for colleagues, about a member: "called twice about vouchers". No event, since it is a text about a
-- person: it goes with the member's erasure, and the member reads it in the download of their data.
CREATE TABLE member_notes (
    id uuid PRIMARY KEY,
    member_id uuid NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    at timestamptz NOT NULL,
    -- The operator's name as it was then; accounts are never deleted.
    operator text NOT NULL CHECK (operator <> ''),
    operator_id uuid NOT NULL,
    text text NOT NULL CHECK (length(text) BETWEEN 1 AND 1000)
);
-- The notes on a member, latest first.
CREATE INDEX member_notes_member_idx ON member_notes (member_id, at);

COMMENT ON TABLE member_notes IS 'Notes of operators on members, for colleagues; erased with the member.';
COMMENT ON COLUMN member_notes.at IS 'When it was written (UTC).';
COMMENT ON COLUMN member_notes.operator IS 'The name of the operator who wrote it.';
COMMENT ON COLUMN member_notes.operator_id IS 'The account of the operator who wrote it.';
COMMENT ON COLUMN member_notes.text IS 'The note, at most 1000 characters; may have several lines.';

COMMENT ON COLUMN operator_actions.action IS 'What was done. Reading: view, search, export. To a member: change profile, dismiss news, add favourite, remove favourite, disable, enable, end sessions, remove passkeys, change address, impersonate, grant voucher, grant pass, give right back, cancel places, rehearse erasure, erase, send mail again, add note, remove note; refused: one of these that a rule refused. To a club''s day: close day, limit day, reopen day. To content: publish content, save draft, schedule content, discard draft, remove content, order content, undo content change. To operators: add operator, disable operator, enable operator, reset operator, change roles. To one''s own account: log in, refused log-in, confirm, refused confirmation. To read models and journal: rebuild, rebuild as a dry run, cancel rebuild, swap read models, verify, cancel verify. Of figures for analysts: publish.';
