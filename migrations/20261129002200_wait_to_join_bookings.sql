-- Co-players wait to join a booking (`CoPlayersStartedWaiting`; docs/domain.md §3.19). Who put them on the list is no player of
-- the group, and sees it all the same. An older release beside this one writes groups without the column.
ALTER TABLE waiting_lists_groups ADD COLUMN joins uuid;
CREATE INDEX waiting_lists_groups_joins_idx ON waiting_lists_groups (asked_by, play_date) WHERE joins IS NOT NULL;
COMMENT ON COLUMN waiting_lists_groups.joins IS 'The booking that its players want to join; null: they want one of their own.';
COMMENT ON COLUMN waiting_lists_groups.asked_by IS 'Member who put it on the list, and would lead a round of its own.';
COMMENT ON COLUMN waiting_lists_groups.booking_id IS 'The booking that it became or joined; null: none.';
