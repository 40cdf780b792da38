-- What operators may call what they grant to a member. These names become part of events, which are kept for good, so they
-- are chosen from a list and not written for one member.
ALTER TABLE settings
    -- Titles of granted vouchers, in Dutch: members read them.
    ADD COLUMN voucher_titles text[] NOT NULL DEFAULT ARRAY['Compensatie', 'Bonusvoucher', 'Cadeauvoucher'],
    -- Names of granted passes, in Dutch.
    ADD COLUMN pass_names text[] NOT NULL DEFAULT ARRAY['Seizoenspas', 'Proefpas', 'Cadeaupas'];
