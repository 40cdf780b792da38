UPDATE {schema}.arrivals_scans AS scan
SET counts = change.counts, reason = change.reason, position = change.position
FROM {changes}
WHERE scan.club_id = change.club_id AND scan.play_date = change.play_date AND scan.scan_id = change.scan_id
