UPDATE {schema}.statements_disputes AS dispute
SET outcome = change.outcome, adjustment_cents = change.adjustment_cents, vat = change.vat, end_reason = change.end_reason,
    ended_at = change.ended_at, end_position = change.end_position
FROM {changes}
WHERE dispute.club_id = change.club_id AND dispute.dispute_id = change.dispute_id
