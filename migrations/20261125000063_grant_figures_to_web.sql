-- Operators see the figures at their screens: `fairway serve` under a log-in of its own reads the views for analysts,
-- which count and name nobody.
CREATE FUNCTION grant_figures_to_web() RETURNS void LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairway_web') THEN
        GRANT USAGE ON SCHEMA analytics TO fairway_web;
        GRANT SELECT ON ALL TABLES IN SCHEMA analytics TO fairway_web;
        -- A rebuild of the projections makes the views anew.
        ALTER DEFAULT PRIVILEGES IN SCHEMA analytics GRANT SELECT ON TABLES TO fairway_web;
    END IF;
END;
$$;
COMMENT ON FUNCTION grant_figures_to_web() IS 'Lets the log-in of fairway serve read the figures; may be repeated.';
REVOKE EXECUTE ON FUNCTION grant_figures_to_web() FROM PUBLIC;
SELECT grant_figures_to_web();
