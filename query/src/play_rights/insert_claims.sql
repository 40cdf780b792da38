INSERT INTO {schema}.play_rights_claims (member_id, play_date, place_id, subscription_id, forfeited, club_id)
SELECT * FROM UNNEST($1::uuid[], $2::date[], $3::uuid[], $4::uuid[], $5::boolean[], $6::text[])
