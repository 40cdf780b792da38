-- A link by which an operator looks on as a member belongs to the operator and to the session in which it was made: it, and
-- the session that came of it, end with them.
ALTER TABLE impersonations
    -- No foreign keys: an ended session is deleted, and the record stays.
    ADD COLUMN operator_id uuid,
    ADD COLUMN operator_session_id uuid;
-- What an operator still holds.
CREATE INDEX impersonations_operator_idx ON impersonations (operator_id);

COMMENT ON COLUMN impersonations.operator_id IS 'The operator''s account; null for a command on a machine, which states a name only.';
COMMENT ON COLUMN impersonations.operator_session_id IS 'The operator''s session in which the link was made; null for a command on a machine.';
