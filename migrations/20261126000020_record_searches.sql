-- A search shows names and addresses of members: it is recorded as a view is, without a reason. Which persons were shown is
-- recorded by their ids, never what was written.
ALTER TABLE operator_actions
    DROP CONSTRAINT operator_actions_reason_check,
    ADD CONSTRAINT operator_actions_reason_check CHECK (reason <> '' OR action IN ('view', 'search'));

COMMENT ON COLUMN operator_actions.action IS 'What was done. Reading: view, search, export. To a member: change profile, dismiss news, add favourite, remove favourite, disable, enable, end sessions, impersonate, grant voucher, grant pass, give right back, cancel places, erase, send mail again; refused: one of these that a rule refused. To a club''s day: close day, limit day, reopen day. To content: publish content, save draft, schedule content, discard draft, remove content, order content, undo content change. To operators: add operator, disable operator, enable operator, reset operator. To read models and journal: rebuild, rebuild as a dry run, cancel rebuild, swap read models, verify, cancel verify.';
COMMENT ON COLUMN operator_actions.subject IS 'To what: the kind and id of a subject, for a search how it was found and the ids that were shown, the exported table and its format, the fields of a profile, the id of an item or of a favourite, the account, an operator''s name, projections. Names of things, never values of a person.';
COMMENT ON COLUMN operator_actions.reason IS 'Why, as given; holds no personal data. Empty for a view and a search.';
