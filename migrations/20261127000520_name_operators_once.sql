-- What operators did is read by their names, so two of them must not have the same one, in any case of letters, with accents
-- or without. Names that are taken twice are not changed here: only people know who is whom.
DO $$
DECLARE
    shared text;
BEGIN
    SELECT string_agg(accounts, '; ' ORDER BY accounts) INTO shared
    FROM (
        SELECT string_agg(format('%s <%s>', name, email), ', ' ORDER BY email) AS accounts
        FROM operators GROUP BY folded(name) HAVING count(*) > 1
    ) AS by_name;
    IF shared IS NOT NULL THEN
        RAISE EXCEPTION 'operators share a name: %. Nothing was changed. Give each a name of its own (as the owner of the tables: UPDATE operators SET name = ''…'' WHERE email = ''…''), and migrate again', shared;
    END IF;
END;
$$;
CREATE UNIQUE INDEX operators_name_idx ON operators (folded(name));
COMMENT ON INDEX operators_name_idx IS 'No two operators have the same name, in the form for searching.';

COMMENT ON COLUMN operator_actions.action IS 'What was done. Reading: view, search, export. To a member: change profile, dismiss news, add favourite, remove favourite, disable, enable, end sessions, remove passkeys, impersonate, grant voucher, grant pass, give right back, cancel places, rehearse erasure, erase, send mail again; refused: one of these that a rule refused. To a club''s day: close day, limit day, reopen day. To content: publish content, save draft, schedule content, discard draft, remove content, order content, undo content change. To operators: add operator, disable operator, enable operator, reset operator. To one''s own account: log in, refused log-in, confirm, refused confirmation. To read models and journal: rebuild, rebuild as a dry run, cancel rebuild, swap read models, verify, cancel verify.';
COMMENT ON COLUMN operator_actions.operator IS 'The operator''s name as given; unknown: a log-in to an address that no operator has.';
