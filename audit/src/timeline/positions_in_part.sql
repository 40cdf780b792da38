-- $1 the member, $2 the position before the part and $3 its last one, $4 ids of streams that the read models may not have
-- yet, $5 names of events and $6 the kind of actor (null: any), $7 the latest so many. Of each kind of stream the database
-- makes one table of the member's ids in memory, and holds the events of the part against it.
SELECT position FROM events
WHERE position > $2 AND position <= $3
    AND CASE aggregate_type
        WHEN 'Membership' THEN aggregate_id = $1::uuid::text
        WHEN 'Reservation' THEN aggregate_id = ANY($4::text[])
            OR aggregate_id IN (SELECT booking_id::text FROM reservations_places WHERE member_id = $1)
        WHEN 'Voucher' THEN aggregate_id = ANY($4::text[])
            OR aggregate_id IN (SELECT voucher_id::text FROM vouchers WHERE member_id = $1)
        WHEN 'Order' THEN aggregate_id = ANY($4::text[])
            OR aggregate_id IN (SELECT order_id::text FROM orders WHERE member_id = $1)
        -- A day's list has the events of every group: the payload says which.
        WHEN 'WaitingList' THEN payload -> event_type ->> 'group' IN
            (SELECT group_id::text FROM waiting_lists_players WHERE member_id = $1
             UNION ALL SELECT group_id::text FROM waiting_lists_groups WHERE asked_by = $1 AND joins IS NOT NULL)
        WHEN 'ArrivalList' THEN $1::uuid::text IN
            (payload -> event_type ->> 'member', payload -> event_type -> 'round' ->> 'member')
        ELSE false
    END
    AND ($5::text[] IS NULL OR event_type = ANY($5))
    AND ($6::text IS NULL OR split_part(actor, ':', 1) = $6)
ORDER BY position DESC LIMIT $7
