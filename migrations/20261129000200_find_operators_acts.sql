-- The record of operators answers who touched somebody, what a ticket led to, and what one did oneself. Most of its rows are
-- views and searches: acts have indexes without them. While the indexes are written, operators' screens wait, and members do
-- not: a hundred thousand records that name ten persons each take some ten seconds.
CREATE INDEX operator_actions_acts_idx ON operator_actions (at, id) WHERE action NOT IN ('view', 'search');
CREATE INDEX operator_actions_operator_idx ON operator_actions (operator_id, at, id) WHERE action NOT IN ('view', 'search');

-- A list's or a search's record names everybody whom it showed: the ids among its words. A record of one member, as most are,
-- has the member in a column. No function of ours: a pattern for ids takes ten times as long, and each ANALYZE evaluates it.
CREATE INDEX operator_actions_subject_idx ON operator_actions USING gin (string_to_array(translate(subject, ',', ' '), ' '))
    WHERE member_id IS NULL;

COMMENT ON COLUMN operator_actions.action IS 'What was done. Reading: view, search, export. To a member: change profile, dismiss news, add favourite, remove favourite, disable, enable, end sessions, remove passkeys, change address, impersonate, grant voucher, grant pass, give right back, cancel places, rehearse erasure, erase, send mail again; refused: one of these that a rule refused. To a club''s day: close day, limit day, reopen day. To content: publish content, save draft, schedule content, discard draft, remove content, order content, undo content change. To operators: add operator, disable operator, enable operator, reset operator, change roles. To one''s own account: log in, refused log-in, confirm, refused confirmation. To read models and journal: rebuild, rebuild as a dry run, cancel rebuild, swap read models, verify, cancel verify. Of figures for analysts: publish.';
