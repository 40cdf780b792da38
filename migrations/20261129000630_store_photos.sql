-- Operators upload photos in the browser. The web application still may not write the tables: it adds a photo by this
-- function, which changes none that is there. `migrations/last` says who may call it.
CREATE FUNCTION store_photo(photo text, largest integer, high integer, widths integer[], pictures bytea[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public AS $$
    INSERT INTO photos (hash, width, height) VALUES (photo, largest, high) ON CONFLICT DO NOTHING;
    INSERT INTO photo_sizes (hash, width, webp)
        SELECT photo, size.width, size.webp FROM unnest(widths, pictures) AS size (width, webp)
        ON CONFLICT DO NOTHING;
$$;
COMMENT ON FUNCTION store_photo(text, integer, integer, integer[], bytea[]) IS 'Adds a photo of a club, by its hash and the pixels of its largest size, with a WebP for each width.';
REVOKE EXECUTE ON FUNCTION store_photo(text, integer, integer, integer[], bytea[]) FROM PUBLIC;
