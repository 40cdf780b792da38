-- Players who come in another's stead (docs/domain.md §3.18): how the places of the two began and ended. The events are
-- the source; a swapped place is neither added nor cancelled.

ALTER TABLE analytics_places
    DROP CONSTRAINT analytics_places_entry_check,
    ADD CONSTRAINT analytics_places_entry_check CHECK (entry IN ('booked', 'added', 'imported', 'swapped')),
    DROP CONSTRAINT analytics_places_cancel_mode_check,
    ADD CONSTRAINT analytics_places_cancel_mode_check
        CHECK (cancel_mode IN ('own', 'group', 'removal', 'operator', 'club', 'swap'));
COMMENT ON COLUMN analytics_places.entry IS
    'booked (with the round), added (later), swapped (in another player''s stead) or imported (recorded after it was played).';
COMMENT ON COLUMN analytics_places.cancel_mode IS
    'own, group (by the master), removal (of a co-player), operator (for the player), club or swap (another player came); null while active.';
COMMENT ON COLUMN analytics.cancellations.mode IS
    'own (the player), group (the master, for all), removal (the master, of one player), operator (for the player), club (the day was closed or limited) or swap (another player came instead).';
COMMENT ON COLUMN analytics.cancellation_rates.cancelled IS
    'Of these, cancelled, forfeited and swapped ones included.';
