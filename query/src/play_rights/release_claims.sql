DELETE FROM {schema}.play_rights_claims AS claim
USING {changes}
WHERE claim.member_id = change.member_id
    AND claim.play_date = change.play_date
    AND claim.place_id = change.place_id
