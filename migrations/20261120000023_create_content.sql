-- What the editors write. All HTML is sanitised on the way in.
CREATE TABLE news (
    id        uuid PRIMARY KEY,
    title     text NOT NULL,
    contents  text NOT NULL,
    post_date date NOT NULL,
    -- Shown on the start screen until the member dismisses it.
    important boolean NOT NULL
);
CREATE INDEX news_post_date_idx ON news (post_date DESC);

-- An important item that a member does not want to see again.
CREATE TABLE news_dismissals (
    member_id    uuid NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    news_id      uuid NOT NULL REFERENCES news (id) ON DELETE CASCADE,
    dismissed_at timestamptz NOT NULL,
    PRIMARY KEY (member_id, news_id)
);

CREATE TABLE faq_categories (
    id      uuid PRIMARY KEY,
    -- Place on the screen, as in the data set.
    ordinal integer NOT NULL,
    name    text NOT NULL
);

CREATE TABLE faq_questions (
    category_id uuid NOT NULL REFERENCES faq_categories (id) ON DELETE CASCADE,
    ordinal     integer NOT NULL,
    question    text NOT NULL,
    answer      text NOT NULL,
    PRIMARY KEY (category_id, ordinal)
);

-- Static pages, such as `contact-fairway` and `info`.
CREATE TABLE pages (
    slug     text PRIMARY KEY,
    title    text NOT NULL,
    contents text NOT NULL
);
