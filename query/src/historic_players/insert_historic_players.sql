INSERT INTO {schema}.historic_players (booking_id, member_id, play_date, active, met)
SELECT booking_id, member_id, play_date, active, met::uuid[]
FROM UNNEST($1::uuid[], $2::uuid[], $3::date[], $4::boolean[], $5::text[])
    AS new (booking_id, member_id, play_date, active, met)
