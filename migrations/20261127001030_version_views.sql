-- Which columns of which views a reader may rely on: deploy/analytics/changes.md says how the number rises.
CREATE FUNCTION analytics.contract() RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT '2.0' $$;
COMMENT ON FUNCTION analytics.contract() IS 'Version of the views: the first number rises when a column goes, changes its type or means something else; the second when one is added.';
