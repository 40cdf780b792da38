-- On its own: it changes every cancelled place, and may take a while on a large database. It locks these rows alone, since
-- the new column is committed.
SELECT store_left_standings(0, position) FROM journal_head;
