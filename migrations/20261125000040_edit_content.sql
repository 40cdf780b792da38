-- Content that operators write at their screens (docs/decisions.md, "Content in the browser"): what changed, and what is
-- not published yet. What members read stays in the tables of before.

-- Every change of an item of content, by an operator, by an import or by its schedule. Append-only; holds no personal data
-- but operators' names.
CREATE TABLE content_changes (
    -- Rises in the order of the changes: content is written by one transaction at a time. An item's version is its last one.
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at          timestamptz NOT NULL,
    kind        text NOT NULL CHECK (kind IN ('news', 'faq', 'page', 'offer', 'settings', 'club')),
    -- The item: the id of news, of a heading of questions or of an offer, the slug of a page or a club, or `settings`.
    key         text NOT NULL,
    -- What was done: add, save, draft, schedule, discard, remove, undo, import; by the schedule: appear, vanish, refuse.
    action      text NOT NULL,
    -- The item's whole state before and after: {published, draft, appears_at, vanishes_at, has_vanished}, in which a row is
    -- one of the data set's format.
    before      jsonb NOT NULL,
    after       jsonb NOT NULL,
    -- Who: an operator's name, `import` or `schedule`.
    operator    text NOT NULL CHECK (operator <> ''),
    operator_id uuid,
    reason      text NOT NULL CHECK (reason <> '')
);
CREATE INDEX content_changes_item_idx ON content_changes (kind, key, id DESC);
COMMENT ON TABLE content_changes IS 'Every change of content, with the state before and after.';

-- What is not published: a draft, with the time at which it appears if it has one; and when an item vanishes.
CREATE TABLE content_schedule (
    kind         text NOT NULL CHECK (kind IN ('news', 'faq', 'page', 'offer', 'settings', 'club')),
    key          text NOT NULL,
    -- A row of the data set's format, sanitised; null: only the end of the published item is planned.
    draft        jsonb,
    -- When the draft is published; null: it waits for an operator.
    appears_at   timestamptz,
    -- When the item is taken from the members; its text becomes a draft again.
    vanishes_at  timestamptz,
    -- Whether the draft is the text of an item that vanished.
    has_vanished boolean NOT NULL DEFAULT false,
    PRIMARY KEY (kind, key),
    CHECK (draft IS NOT NULL OR vanishes_at IS NOT NULL),
    CHECK (draft IS NOT NULL OR appears_at IS NULL),
    CHECK (vanishes_at > appears_at)
);
COMMENT ON TABLE content_schedule IS 'Drafts of content, and when items appear and vanish.';
