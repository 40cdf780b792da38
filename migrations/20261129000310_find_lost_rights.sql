-- The page of a member shows each right that was lost or came back late, with the event that tells by whom and why. Few rows
-- of the ledger are such, so the index is small, and building it keeps a lock on the table for a tenth of a second for each
-- million rows.
CREATE INDEX ledger_lost_idx ON ledger (member_id, kind, position) WHERE kind IN ('forfeited', 'restored');
