-- $1 schema: whether the server would not use one of its indexes for a query that starts now. An index that was created
-- while older row versions were still needed is used only after every older transaction has ended, in any database of
-- the server.
SELECT EXISTS (
    SELECT FROM pg_index JOIN pg_class ON pg_class.oid = pg_index.indrelid
    WHERE pg_class.relnamespace = $1::regnamespace AND pg_index.indcheckxmin
        AND age(pg_index.xmin) <= age(pg_snapshot_xmin(pg_current_snapshot())::xid)
)
