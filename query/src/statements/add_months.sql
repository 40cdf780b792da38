INSERT INTO {schema}.statements_months (
    club_id, month, position, closed_at, as_of, amounts, arrivals, walk_ins, absences, corrections, adjustments, net_cents,
    vat_cents, total_cents, lines_hash, invoice, invoice_number
)
SELECT
    club_id, month, position, closed_at, as_of, amounts::jsonb, arrivals, walk_ins, absences, corrections, adjustments,
    net_cents, vat_cents, total_cents, lines_hash, invoice::jsonb, invoice_number
FROM {changes}
