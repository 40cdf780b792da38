-- Members who live across the border could not fill in a postcode, without which nobody may book.
ALTER TABLE members
    -- Of the address: ISO 3166-1, two capitals. It decides the form of the postcode. The release before this one stores none,
    -- and takes Dutch postcodes only.
    ADD COLUMN country text NOT NULL DEFAULT 'NL' CHECK (country ~ '^[A-Z]{2}$');
