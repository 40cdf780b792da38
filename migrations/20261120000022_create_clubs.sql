-- Clubs as `fairway import` brings them. Reference data: read into memory and shared by every request.
CREATE TABLE clubs (
    -- A slug; events name clubs by it, so it never changes.
    id                      text PRIMARY KEY CHECK (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
    name                    text NOT NULL,
    city                    text NOT NULL,
    short_name              text NOT NULL,
    -- Comma-separated, for the filter of the club list.
    keywords                text NOT NULL,
    lat                     double precision NOT NULL CHECK (lat BETWEEN -90 AND 90),
    lon                     double precision NOT NULL CHECK (lon BETWEEN -180 AND 180),
    -- The lengths of round on offer: 9, 18 or both.
    holes                   smallint[] NOT NULL CHECK (holes <@ ARRAY[9, 18]::smallint[] AND cardinality(holes) > 0),
    starttime_description   text NOT NULL,
    -- HTML, sanitised on the way in.
    reservation_instruction text NOT NULL,
    reservation_description text NOT NULL,
    -- Places per member and calendar year.
    max_plays_per_year      integer NOT NULL CHECK (max_plays_per_year >= 0),
    -- Active places per play date; null: no limit.
    daily_capacity          integer CHECK (daily_capacity >= 0),
    -- ISO days of the week, Monday is 1.
    closed_weekdays         smallint[] NOT NULL CHECK (closed_weekdays <@ ARRAY[1, 2, 3, 4, 5, 6, 7]::smallint[])
);

-- Single days on which a club is closed, with the sentence that members read.
CREATE TABLE club_closures (
    club_id text NOT NULL REFERENCES clubs (id) ON DELETE CASCADE,
    date    date NOT NULL,
    reason  text NOT NULL,
    PRIMARY KEY (club_id, date)
);

-- Raised in the transaction of every import. Each authenticated request reads it along with its token, so that a
-- node drops its copy of the reference data at the first request after an import, at no extra cost.
CREATE TABLE reference_version (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    version  bigint NOT NULL
);
INSERT INTO reference_version (version) VALUES (1);
