-- $1 club, $2 day: the arrivals, and after them the scans that were irregular, which alone have an id.
SELECT
    NULL::uuid AS scan_id, NULL::text AS kind, place_id, booking_id, member_id, holes, played_holes, arrived_at AS scanned_at,
    arrived_by AS scanned_by, method, walk_in, by_decision, seen_again, annulled_at, NULL::boolean AS counts,
    NULL::text AS reason, 0 AS position
FROM arrivals_places
WHERE club_id = $1 AND play_date = $2
UNION ALL
SELECT
    scan_id, kind, place_id, booking_id, member_id, holes, NULL, scanned_at, scanned_by, method, NULL, NULL, NULL, NULL, counts,
    reason, position
FROM arrivals_scans
WHERE club_id = $1 AND play_date = $2 AND kind NOT IN ('arrival', 'seen_again')
ORDER BY scanned_at, position
