-- An erasure waits until no mail is queued, and keeps it so until it has ended. It locks the row that says how far mails
-- are queued, and to lock a row one needs a right to write it, which the log-in that serves members does not have of the
-- read models. So the lock is given to whoever may erase: to delete a member is the right that an erasure needs anyhow.
CREATE FUNCTION lock_mail_checkpoint() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    -- Not current_user: that is the owner, in here.
    IF NOT has_table_privilege(session_user, 'members', 'DELETE') THEN
        RAISE EXCEPTION 'permission denied: % may not erase members', session_user USING ERRCODE = 'insufficient_privilege';
    END IF;
    PERFORM FROM projections WHERE name = 'mail' FOR UPDATE;
END;
$$;
COMMENT ON FUNCTION lock_mail_checkpoint() IS 'Waits until no mail is queued, and prevents it until the transaction ends; for whoever may erase members.';
