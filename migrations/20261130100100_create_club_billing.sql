-- Who clubs and the portal's own company are on invoices, and to which account is paid (docs/domain.md §3.30). The journal
-- keeps them as they were when a month was closed.
CREATE TABLE club_billing (
    -- Without a reference: a club that an import removes is still owed its last months.
    club_id      text PRIMARY KEY,
    name         text NOT NULL CHECK (name <> ''),
    street       text NOT NULL CHECK (street <> ''),
    postal_code  text NOT NULL CHECK (postal_code <> ''),
    city         text NOT NULL CHECK (city <> ''),
    registration text NOT NULL CHECK (registration <> ''),
    vat_number   text NOT NULL CHECK (vat_number <> ''),
    iban         text NOT NULL CHECK (iban <> ''),
    changed_by   text NOT NULL,
    changed_at   timestamptz NOT NULL
);

CREATE TABLE own_billing (
    only_row     boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    name         text NOT NULL CHECK (name <> ''),
    street       text NOT NULL CHECK (street <> ''),
    postal_code  text NOT NULL CHECK (postal_code <> ''),
    city         text NOT NULL CHECK (city <> ''),
    registration text NOT NULL CHECK (registration <> ''),
    vat_number   text NOT NULL CHECK (vat_number <> ''),
    iban         text NOT NULL CHECK (iban <> ''),
    changed_by   text NOT NULL,
    changed_at   timestamptz NOT NULL
);

COMMENT ON TABLE club_billing IS 'Who clubs are on invoices.';
COMMENT ON COLUMN club_billing.club_id IS 'The club''s slug.';
COMMENT ON COLUMN club_billing.name IS 'The legal name.';
COMMENT ON COLUMN club_billing.street IS 'Street and number.';
COMMENT ON COLUMN club_billing.postal_code IS 'The postal code, such as 1234 AB.';
COMMENT ON COLUMN club_billing.city IS 'The town.';
COMMENT ON COLUMN club_billing.registration IS 'The number at the Chamber of Commerce.';
COMMENT ON COLUMN club_billing.vat_number IS 'The VAT number.';
COMMENT ON COLUMN club_billing.iban IS 'The account to which is paid.';
COMMENT ON COLUMN club_billing.changed_by IS 'The name of the operator who changed it last.';
COMMENT ON COLUMN club_billing.changed_at IS 'When (UTC).';
COMMENT ON TABLE own_billing IS 'Who the company behind the portal is on invoices. One row.';
COMMENT ON COLUMN own_billing.only_row IS 'Allows one row.';
COMMENT ON COLUMN own_billing.name IS 'The legal name.';
COMMENT ON COLUMN own_billing.street IS 'Street and number.';
COMMENT ON COLUMN own_billing.postal_code IS 'The postal code, such as 1234 AB.';
COMMENT ON COLUMN own_billing.city IS 'The town.';
COMMENT ON COLUMN own_billing.registration IS 'The number at the Chamber of Commerce.';
COMMENT ON COLUMN own_billing.vat_number IS 'The VAT number.';
COMMENT ON COLUMN own_billing.iban IS 'The account from which is paid.';
COMMENT ON COLUMN own_billing.changed_by IS 'The name of the operator who changed it last.';
COMMENT ON COLUMN own_billing.changed_at IS 'When (UTC).';
