-- Places say when they ended in the order of their booking's events, so that they tell who met whom.
ALTER TABLE reservations_places ADD COLUMN left_standing integer;
COMMENT ON COLUMN reservations_places.left_standing IS
    'When the place ended, in the order of standing: who joined then or later did not meet it. Null while active.';

-- Stores when places ended, from the events after a position and up to another. A projector of the former release does not,
-- so whoever follows it calls this again.
CREATE FUNCTION store_left_standings(after bigint, up_to bigint) RETURNS void LANGUAGE sql AS $$
    UPDATE reservations_places AS place
    -- As the projection counts: the first places have 0 to 3, and later events 4 more than their sequence.
    SET left_standing = 4 + ended.sequence
    FROM (
        SELECT events.sequence, places.id::uuid AS place_id
        FROM events
        CROSS JOIN LATERAL (SELECT payload -> event_type AS fact) AS facts
        CROSS JOIN LATERAL (
            SELECT CASE WHEN event_type = 'PlayerSwapped' THEN fact -> 'left' ->> 'place' ELSE fact ->> 'place' END AS id
            WHERE event_type <> 'RoundCancelledByClub'
            UNION ALL
            SELECT cancelled ->> 'place' FROM jsonb_array_elements(fact -> 'places') AS cancelled
            WHERE event_type = 'RoundCancelledByClub'
        ) AS places
        WHERE events.position > after AND events.position <= up_to AND aggregate_type = 'Reservation'
            AND event_type IN ('PlaceCancelled', 'PlaceCancelledByOperator', 'PlayerSwapped', 'RoundCancelledByClub')
    ) AS ended
    WHERE place.place_id = ended.place_id AND place.cancelled_at IS NOT NULL AND place.left_standing IS NULL
$$;
