-- The names that were stored before. In a migration of its own: the lock of the new column is not kept until all are written.
UPDATE members SET folded_name = folded(first_name || ' ' || prefix || ' ' || last_name);
