-- The state of causes of mails in the outbox. $1 to $4 the causes: key, recipient, booking, play date; $5 now; $6 since
-- when a mail is recent.
SELECT
    EXISTS (SELECT FROM mail_outbox WHERE mail_outbox.dedup_key = cause.dedup_key)
        OR NOT EXISTS (SELECT FROM members WHERE members.id = cause.member_id) AS is_settled,
    (
        SELECT max(queued_at) FROM mail_outbox
        WHERE member_id = cause.member_id AND play_date = cause.play_date AND queued_at > $6
            AND NOT gathers AND state <> 'gathered' AND waiting_group_id IS NULL
            -- A reminder tells no change.
            AND NOT starts_with(mail_outbox.dedup_key, 'reminder:')
    ) AS last_without_waiting,
    EXISTS (
        SELECT FROM mail_outbox
        WHERE member_id = cause.member_id AND play_date = cause.play_date AND booking_id = cause.booking_id
            AND gathers AND settled_at IS NULL AND due_at > $5
            -- A sender that has it in hand may have composed it.
            AND attempts = 0
    ) AS waits
FROM UNNEST($1::text[], $2::uuid[], $3::uuid[], $4::date[])
    WITH ORDINALITY AS cause (dedup_key, member_id, booking_id, play_date, number)
ORDER BY number
