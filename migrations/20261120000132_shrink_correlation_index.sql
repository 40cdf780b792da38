-- Request ids grow with time, and so do positions: a summary of each few pages finds one request's events as well as an
-- entry per event does, and costs an append next to nothing. (B-tree: one more of three entries per event.)
DROP INDEX events_correlation_idx;
CREATE INDEX events_correlation_idx ON events USING brin (correlation_id)
    WITH (pages_per_range = 16, autosummarize = on);
