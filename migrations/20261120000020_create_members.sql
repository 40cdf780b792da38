-- The people who can log in. Plain rows, not events: a member edits these fields, and erasing a person must leave
-- nothing behind. The journal knows a member by the id alone.
CREATE TABLE members (
    id              uuid PRIMARY KEY,
    -- Unique in lower case: addresses are compared without regard to case.
    email           text NOT NULL CHECK (email <> '' AND email = lower(email)),
    -- Argon2id in PHC form; it carries its own parameters, so that a log-in can tell when to hash again.
    password_hash   text NOT NULL,
    first_name      text NOT NULL CHECK (first_name <> ''),
    -- Empty when there is none, as everywhere in the HTTP API.
    prefix          text NOT NULL DEFAULT '',
    last_name       text NOT NULL,
    initials        text NOT NULL DEFAULT '',
    street          text NOT NULL DEFAULT '',
    housenumber     text NOT NULL DEFAULT '',
    -- Normalised: `1234 AB`.
    postcode        text NOT NULL DEFAULT '',
    city            text NOT NULL DEFAULT '',
    -- Federation number: `NL` and 8 digits, or empty.
    gsn             text NOT NULL DEFAULT '',
    -- E.164, or empty.
    telephone       text NOT NULL DEFAULT '',
    gender          text NOT NULL DEFAULT '' CHECK (gender IN ('', 'M', 'F')),
    birthdate       date,
    is_club_member  boolean NOT NULL DEFAULT false,
    handicap        numeric(4, 2) CHECK (handicap BETWEEN -10 AND 54),
    golfassociation text NOT NULL DEFAULT '',
    -- The one place that says when a profile is complete: reads, bookings and the profile screen agree.
    profile_complete boolean NOT NULL GENERATED ALWAYS AS (
        initials <> '' AND street <> '' AND housenumber <> '' AND postcode <> '' AND city <> ''
        AND telephone <> '' AND gender <> '' AND birthdate IS NOT NULL
    ) STORED,
    -- Set to end every session of a member and to refuse new ones.
    disabled_at     timestamptz,
    created_at      timestamptz NOT NULL,
    CONSTRAINT members_email_key UNIQUE (email)
);
