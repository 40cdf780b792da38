-- When members downloaded their data. It bounds how often that is possible on all nodes together: a download is the most
-- that one request can ask for, and whoever took over a session must not fetch everything again and again.
CREATE TABLE data_downloads (
    id            uuid PRIMARY KEY,
    member_id     uuid NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    downloaded_at timestamptz NOT NULL
);
-- How often a member did so lately, and the list in the download itself.
CREATE INDEX data_downloads_member_idx ON data_downloads (member_id, downloaded_at);

COMMENT ON TABLE data_downloads IS 'Downloads of the members'' own data, of the last 90 days.';
COMMENT ON COLUMN data_downloads.downloaded_at IS 'Instant (UTC).';
