-- What can be bought, and what was bought outside the journal. Amounts are cents.

-- One row: the shop's settings, as imported. Absent until the first import.
CREATE TABLE settings (
    only_row                   boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    federation_year            integer NOT NULL,
    -- [{key, description, price_cents}]
    federation_packages        jsonb NOT NULL,
    -- [{holes, price_cents}]
    free_vouchers              jsonb NOT NULL,
    free_voucher_validity_days integer NOT NULL CHECK (free_voucher_validity_days > 0),
    free_voucher_max_per_year  integer NOT NULL CHECK (free_voucher_max_per_year >= 0),
    -- [{id, name}]
    payment_methods            jsonb NOT NULL
);

-- Renewal offers: to one member, or public where no member is named.
CREATE TABLE offers (
    id           uuid PRIMARY KEY,
    member_id    uuid REFERENCES members (id) ON DELETE CASCADE,
    -- Place on the screen, as in the data set.
    ordinal      integer NOT NULL,
    amount_cents bigint NOT NULL CHECK (amount_cents >= 0),
    name         text NOT NULL,
    url          text NOT NULL,
    properties   text[] NOT NULL
);
CREATE INDEX offers_member_idx ON offers (member_id);

-- The federation card that a member holds for a year.
CREATE TABLE federation_registrations (
    member_id uuid NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    year      integer NOT NULL,
    -- The package's key in the settings of its time.
    package   text NOT NULL,
    PRIMARY KEY (member_id, year)
);
