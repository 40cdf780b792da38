-- The seal was made before the role of those who only look: on a new cluster there was nobody to grant it to.
DO $$
BEGIN
    GRANT SELECT ON seal TO fairway_reader;
EXCEPTION WHEN undefined_object THEN
    NULL;
END;
$$;
