UPDATE {schema}.historic_players AS row
SET active = change.active, met = change.met::uuid[]
FROM UNNEST($1::uuid[], $2::uuid[], $3::boolean[], $4::text[]) AS change (booking_id, member_id, active, met)
WHERE row.booking_id = change.booking_id AND row.member_id = change.member_id
