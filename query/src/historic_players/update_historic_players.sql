UPDATE {schema}.historic_players AS row
SET active = change.active, met = change.met::uuid[]
FROM {changes}
WHERE row.booking_id = change.booking_id AND row.member_id = change.member_id
