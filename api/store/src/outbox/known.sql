-- The state of causes of mails in the outbox. $1 to $4 the causes: key, recipient, booking, play date; $5 now; $6 since
-- when a mail is recent; $7 the causes' events.
WITH in_hand AS MATERIALIZED (
    SELECT mail.position, mail.member_id, mail.play_date, mails_in_hand.queued_at
    FROM mails_in_hand, UNNEST(positions, member_ids, play_dates) AS mail (position, member_id, play_date)
)
SELECT
    (SELECT email FROM members WHERE members.id = cause.member_id) AS address,
    EXISTS (SELECT FROM mail_outbox WHERE mail_outbox.dedup_key = cause.dedup_key)
        OR EXISTS (
            SELECT FROM sent_round_mails AS sent
            WHERE sent.booking_id = cause.booking_id AND sent.position = cause.position
                AND cause.member_id = ANY (sent.member_ids)
        )
        OR (cause.position, cause.member_id) IN (SELECT position, member_id FROM in_hand) AS is_queued,
    greatest(
        (
            SELECT max(queued_at) FROM mail_outbox
            WHERE member_id = cause.member_id AND play_date = cause.play_date AND queued_at > $6
                AND NOT gathers AND state <> 'gathered' AND waiting_group_id IS NULL
                -- A reminder tells no change.
                AND NOT starts_with(mail_outbox.dedup_key, 'reminder:')
        ),
        (
            -- By the member's bookings of that day: their commands waited until the read models showed them.
            SELECT max(sent.queued_at)
            FROM (
                SELECT cause.booking_id
                UNION
                SELECT place.booking_id FROM reservations_places AS place
                WHERE place.member_id = cause.member_id AND place.play_date = cause.play_date
            ) AS booking JOIN sent_round_mails AS sent USING (booking_id)
            WHERE sent.queued_at > $6 AND cause.member_id = ANY (sent.member_ids)
        ),
        last_in_hand.queued_at
    ) AS last_without_waiting,
    EXISTS (
        SELECT FROM mail_outbox
        WHERE member_id = cause.member_id AND play_date = cause.play_date AND booking_id = cause.booking_id
            AND gathers AND settled_at IS NULL AND due_at > $5
            -- A sender that has it in hand may have composed it.
            AND attempts = 0
    ) AS waits
FROM UNNEST($1::text[], $2::uuid[], $3::uuid[], $4::date[], $7::bigint[])
    WITH ORDINALITY AS cause (dedup_key, member_id, booking_id, play_date, position, number)
LEFT JOIN (
    SELECT member_id, play_date, max(queued_at) AS queued_at FROM in_hand GROUP BY member_id, play_date
) AS last_in_hand USING (member_id, play_date)
ORDER BY number
