-- What a club's own page shows beside what a booking needs. All of it is optional in a data set: an empty text is not
-- known.
ALTER TABLE clubs
    -- With the house number; the town is `city`.
    ADD COLUMN street text NOT NULL DEFAULT '',
    -- Normalised, such as 1234 AB.
    ADD COLUMN postcode text NOT NULL DEFAULT '',
    -- E.164.
    ADD COLUMN telephone text NOT NULL DEFAULT '',
    -- Becomes a link: schemes that execute code are not allowed.
    ADD COLUMN website text NOT NULL DEFAULT '' CHECK (website = '' OR website LIKE 'https://%'),
    -- Plain text.
    ADD COLUMN greens text NOT NULL DEFAULT '',
    -- HTML, sanitised on the way in.
    ADD COLUMN terms text NOT NULL DEFAULT '';
