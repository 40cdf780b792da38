-- Which payment file has the transfer of a club's month: a statement is paid once, and a file is the same whenever it is
-- taken (docs/domain.md §3.30).
CREATE TABLE club_payments (
    -- Without a reference: a club that an import removes is still owed its last months.
    club_id     text NOT NULL,
    month       date NOT NULL CHECK (extract(day FROM month) = 1),
    message_id  text NOT NULL CHECK (message_id <> ''),
    debtor_name text NOT NULL CHECK (debtor_name <> ''),
    debtor_iban text NOT NULL CHECK (debtor_iban <> ''),
    created_by  text NOT NULL,
    created_at  timestamptz NOT NULL,
    PRIMARY KEY (month, club_id)
);

COMMENT ON TABLE club_payments IS 'The closed months of clubs that are in a payment file.';
COMMENT ON COLUMN club_payments.club_id IS 'The club''s slug.';
COMMENT ON COLUMN club_payments.month IS 'The first day of the month.';
COMMENT ON COLUMN club_payments.message_id IS 'The id of the file, by which the bank knows it.';
COMMENT ON COLUMN club_payments.debtor_name IS 'The company that pays.';
COMMENT ON COLUMN club_payments.debtor_iban IS 'The account from which is paid.';
COMMENT ON COLUMN club_payments.created_by IS 'The name of the operator who made the file.';
COMMENT ON COLUMN club_payments.created_at IS 'When (UTC).';
