-- $1, $2: only what is before this instant and id. $3: the pattern of an operator's name. $4, $5: the pattern of a subject,
-- or a member's id. $6: how many. Each part reads its latest rows by an index (operator_actions_at_idx,
-- impersonations_pkey, whose ids sort by time).
WITH acts AS (
    (SELECT id, at, operator, operator_id, action, subject, member_id, reason FROM operator_actions
     WHERE ($1::timestamptz IS NULL OR (at, id) < ($1, $2::uuid))
         AND ($3::text IS NULL OR operator ILIKE $3)
         AND ($4::text IS NULL OR action ILIKE $4 OR subject ILIKE $4 OR member_id = $5::uuid)
     ORDER BY at DESC, id DESC LIMIT $6)
    UNION ALL
    (SELECT id, created_at, operator, operator_id, 'impersonate', CASE WHEN used_at IS NULL THEN 'link, not used' ELSE 'link, used' END,
         member_id, reason FROM impersonations
     WHERE ($1::timestamptz IS NULL OR (created_at, id) < ($1, $2::uuid))
         AND ($3::text IS NULL OR operator ILIKE $3)
         AND ($4::text IS NULL OR 'impersonate' ILIKE $4 OR member_id = $5::uuid)
     ORDER BY created_at DESC, id DESC LIMIT $6)
)
SELECT acts.id, acts.at, acts.operator, acts.operator_id, acts.action, acts.subject, acts.member_id,
    CASE WHEN member.id IS NOT NULL THEN concat_ws(' ', member.first_name, nullif(member.prefix, ''), member.last_name) END AS member_name, acts.reason
FROM acts LEFT JOIN members member ON member.id = acts.member_id
ORDER BY acts.at DESC, acts.id DESC LIMIT $6
