INSERT INTO clubs (
    id, name, city, short_name, keywords, lat, lon, holes, starttime_description, reservation_instruction,
    reservation_description, max_plays_per_year, daily_capacity, closed_weekdays,
    street, postcode, telephone, website, greens, terms
)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
ON CONFLICT (id) DO UPDATE SET
    name = excluded.name,
    city = excluded.city,
    short_name = excluded.short_name,
    keywords = excluded.keywords,
    lat = excluded.lat,
    lon = excluded.lon,
    holes = excluded.holes,
    starttime_description = excluded.starttime_description,
    reservation_instruction = excluded.reservation_instruction,
    reservation_description = excluded.reservation_description,
    max_plays_per_year = excluded.max_plays_per_year,
    daily_capacity = excluded.daily_capacity,
    closed_weekdays = excluded.closed_weekdays,
    street = excluded.street,
    postcode = excluded.postcode,
    telephone = excluded.telephone,
    website = excluded.website,
    greens = excluded.greens,
    terms = excluded.terms
