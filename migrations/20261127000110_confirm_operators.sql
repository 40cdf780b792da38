-- What harms most (adding an operator, erasing, granting, swapping tables) needs a factor that was given a short time ago:
-- at the log-in, or anew in the session.
ALTER TABLE operator_sessions
    -- When its operator last gave a code, or without an authenticator app the password, anew; null: only at the log-in.
    ADD COLUMN confirmed_at timestamptz;
