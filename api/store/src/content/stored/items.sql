-- $1 a kind, $2 a key; null: every one. Each item is a row of its file in a data set.
SELECT kind, key, row
FROM (
    SELECT 'settings' AS kind, 'settings' AS key, 1::bigint AS position, jsonb_build_object(
        'federation_year', federation_year,
        'federation_packages', federation_packages,
        'free_vouchers', free_vouchers,
        'free_voucher_validity_days', free_voucher_validity_days,
        'free_voucher_max_per_year', free_voucher_max_per_year,
        'payment_methods', payment_methods,
        'voucher_titles', to_jsonb(voucher_titles),
        'pass_names', to_jsonb(pass_names)
    ) AS row
    FROM settings
    UNION ALL
    SELECT 'club', id, row_number() OVER (ORDER BY name, id), jsonb_build_object(
        'id', id,
        'name', name,
        'city', city,
        'short_name', short_name,
        'keywords', keywords,
        'lat', lat,
        'lon', lon,
        'holes', to_jsonb(holes),
        'starttime_description', starttime_description,
        'reservation_instruction', reservation_instruction,
        'reservation_description', reservation_description,
        'max_plays_per_year', max_plays_per_year,
        'daily_capacity', daily_capacity,
        'closed_weekdays', (
            SELECT coalesce(jsonb_agg(
                (ARRAY['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])[day] ORDER BY nth
            ), '[]')
            FROM unnest(closed_weekdays) WITH ORDINALITY AS closed (day, nth)
        ),
        'closures', (
            SELECT coalesce(jsonb_agg(jsonb_build_object('date', date, 'reason', reason) ORDER BY date), '[]')
            FROM club_closures WHERE club_id = clubs.id
        ),
        'street', street,
        'postcode', postcode,
        'telephone', telephone,
        'website', website,
        'greens', greens,
        'terms', terms,
        'photos', (
            SELECT coalesce(jsonb_agg(jsonb_build_object('file', hash || '.png', 'alt', alt) ORDER BY ordinal), '[]')
            FROM club_photos WHERE club_id = clubs.id
        )
    )
    FROM clubs
    UNION ALL
    SELECT 'offer', id::text, row_number() OVER (ORDER BY ordinal, id), jsonb_build_object(
        'amount_cents', amount_cents, 'name', name, 'url', url, 'properties', to_jsonb(properties)
    )
    FROM offers WHERE member_id IS NULL
    UNION ALL
    SELECT 'news', id::text, row_number() OVER (ORDER BY post_date DESC, id), jsonb_build_object(
        'title', title, 'contents', contents, 'post_date', post_date, 'important', important
    )
    FROM news
    UNION ALL
    SELECT 'faq', id::text, row_number() OVER (ORDER BY ordinal, id), jsonb_build_object(
        'name', name,
        'questions', (
            SELECT coalesce(jsonb_agg(jsonb_build_object('question', question, 'answer', answer) ORDER BY asked.ordinal), '[]')
            FROM faq_questions asked WHERE category_id = faq_categories.id
        )
    )
    FROM faq_categories
    UNION ALL
    SELECT 'page', slug, row_number() OVER (ORDER BY slug), jsonb_build_object(
        'slug', slug, 'title', title, 'contents', contents
    )
    FROM pages
) items
WHERE ($1::text IS NULL OR kind = $1) AND ($2::text IS NULL OR key = $2)
ORDER BY kind, position
