-- Bought vouchers know their order; where its price was paid back, they can be used no more.
ALTER TABLE vouchers
    ADD COLUMN order_id  uuid,
    ADD COLUMN withdrawn boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN vouchers.order_id IS 'Order that paid for it; null when it was granted or imported.';
COMMENT ON COLUMN vouchers.withdrawn IS 'Its price was paid back before it was used: members do not see it any more.';
