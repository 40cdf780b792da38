-- Operators take back what they gave: a voucher (`GrantedVoucherWithdrawn`; the column exists) or a pass of which no right is
-- used (`SubscriptionWithdrawn`). They approve that an order of unused vouchers is paid back (`RefundApproved`). An older
-- release beside this one writes passes without the column.
ALTER TABLE play_rights_subscriptions ADD COLUMN withdrawn boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN play_rights_subscriptions.withdrawn IS 'An operator took it back before a right of it was used: members do not see it any more.';
COMMENT ON COLUMN vouchers.withdrawn IS 'It was taken back: its price was paid back, before it was used or while it was and the round was given up, or an operator withdrew it. Members do not see it any more.';
COMMENT ON COLUMN analytics_vouchers.withdrawn_on IS 'Day (Europe/Amsterdam) on which it was taken back, because its price was or by an operator; null otherwise.';
COMMENT ON COLUMN orders.refund_requested_cents IS 'What the portal has the provider pay back, in euro cents: of a registration, because the order granted nothing; of vouchers, because an operator approved it.';
