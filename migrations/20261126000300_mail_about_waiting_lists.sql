-- Mails to the players of a group on a waiting list wait uncomposed, as those about rounds do: an offer that has ended
-- before its mail is sent is then not mailed, and an erased member is named in no mail that is sent later. A release
-- before this one never meets such a mail: nothing is written to a waiting list until every node can read it.
ALTER TABLE mail_outbox
    -- The group that the mail is about; null: it is about something else.
    ADD COLUMN waiting_group_id uuid,
    DROP CONSTRAINT mail_outbox_round_is_whole,
    ADD CONSTRAINT mail_outbox_day_of_one_subject
        CHECK (num_nonnulls(booking_id, waiting_group_id) = num_nonnulls(play_date)),
    DROP CONSTRAINT mail_outbox_uncomposed_about_a_round,
    ADD CONSTRAINT mail_outbox_uncomposed_about_a_day CHECK (state <> 'uncomposed' OR play_date IS NOT NULL);

COMMENT ON COLUMN mail_outbox.waiting_group_id IS 'The group on a waiting list that the mail is about, where it is about one.';
COMMENT ON COLUMN mail_outbox.play_date IS 'The day that the booking or the waiting group is about.';
