UPDATE {schema}.waiting_lists_groups AS waiting
SET state = change.state, offered_until = change.offered_until, booking_id = change.booking_id
FROM {changes}
WHERE waiting.group_id = change.group_id
