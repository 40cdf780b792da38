UPDATE {schema}.play_rights_claims AS claim
SET forfeited = true
FROM UNNEST($1::uuid[], $2::date[], $3::uuid[]) AS ended (member_id, play_date, place_id)
WHERE claim.member_id = ended.member_id
    AND claim.play_date = ended.play_date
    AND claim.place_id = ended.place_id
