-- Differences that an analyst can make of rows of the views: over days, months, clubs, sizes, lengths, ways and passes, and
-- across views. A difference of 1 to 4 is of fewer than five members.
WITH d AS (SELECT month, club_id, sum(players) AS n FROM analytics.rounds_by_day WHERE month < (SELECT date_trunc('month', analytics.today())) GROUP BY 1, 2), attack (what, n) AS (
    SELECT 'day' AS what, players AS n FROM analytics.rounds_by_day
    UNION ALL SELECT 'month', players FROM analytics.rounds_by_month
    UNION ALL SELECT 'month-days', m.players - coalesce(d.n, 0) FROM analytics.rounds_by_month m LEFT JOIN d USING (month, club_id)
    UNION ALL SELECT 'month-named days', m.players - coalesce((SELECT sum(players) FROM analytics.rounds_by_day x WHERE x.play_date IS NOT NULL AND x.month = m.month AND x.club_id = m.club_id), 0) FROM analytics.rounds_by_month m
    UNION ALL SELECT 'club-months', c.players - (SELECT sum(players) FROM analytics.rounds_by_month m WHERE m.club_id = c.club_id) FROM analytics.rounds_by_club c
    UNION ALL SELECT '9', players_9 FROM analytics.rounds_by_month
    UNION ALL SELECT '18', players_18 FROM analytics.rounds_by_month
    UNION ALL SELECT '9 rest', players - players_9 FROM analytics.rounds_by_month
    UNION ALL SELECT 'voucher', players_by_voucher FROM analytics.rounds_by_month
    UNION ALL SELECT 'pass', players - players_by_voucher FROM analytics.rounds_by_month
    UNION ALL SELECT 'rates', unnest(ARRAY[places, taken, cancelled, forfeited, swapped, cancelled - forfeited, taken - cancelled - swapped, places - taken]) FROM analytics.cancellation_rates
    UNION ALL SELECT 'kept all - rounds', sum(r.places - r.cancelled - r.swapped) - (SELECT sum(players) FROM analytics.rounds_by_month m WHERE m.month = r.month) FROM analytics.cancellation_rates r GROUP BY r.month
    UNION ALL SELECT 'kept club - rounds', r.places - r.cancelled - r.swapped - m.players FROM analytics.cancellation_rates r JOIN analytics.rounds_by_month m USING (month, club_id) WHERE club_id <> 'other'
    UNION ALL SELECT 'ways', unnest(ARRAY[places, forfeited, places - forfeited]) FROM analytics.cancellations
    UNION ALL SELECT 'hours', places FROM analytics.cancellation_hours
    UNION ALL SELECT 'rates-hours', (SELECT sum(cancelled) FROM analytics.cancellation_rates r WHERE r.month = h.month) - sum(places) FROM analytics.cancellation_hours h GROUP BY month
    UNION ALL SELECT 'lead', unnest(ARRAY[places, cancelled, places - cancelled, added, places - added]) FROM analytics.lead_times
    UNION ALL SELECT 'groups', rounds * coalesce(group_size, 5) FROM analytics.group_sizes
    UNION ALL SELECT 'rounds-groups', (SELECT rounds FROM analytics.rounds_by_month m WHERE m.month = g.month AND m.club_id = g.club_id) - sum(rounds) FROM analytics.group_sizes g GROUP BY month, club_id
    UNION ALL SELECT 'capacity', unnest(ARRAY[players, (SELECT m.players FROM analytics.rounds_by_month m WHERE m.month = c.month AND m.club_id = c.club_id) - players]) FROM analytics.capacity_by_month c
    -- By the terms of the clubs that rounds name, where no day has others.
    UNION ALL SELECT 'other limited', unnest(ARRAY[c.players - named.limited, named.others - (c.players - named.limited)])
        FROM (SELECT month, sum(players) AS players FROM analytics.capacity_by_month GROUP BY month HAVING count(players) = count(*)) AS c
        JOIN (SELECT m.month, coalesce(sum(m.players) FILTER (WHERE daily_capacity IS NOT NULL), 0) AS limited, coalesce(sum(m.players) FILTER (WHERE club_id = 'other'), 0) AS others
            FROM analytics.rounds_by_month m LEFT JOIN analytics.clubs USING (club_id) GROUP BY m.month) AS named USING (month)
        WHERE NOT EXISTS (SELECT FROM analytics.club_days JOIN analytics.clubs USING (club_id) WHERE capacity IS DISTINCT FROM daily_capacity)
    UNION ALL SELECT 'passes', unnest(ARRAY[passes, idle_passes, passes - idle_passes]) FROM analytics.utilisation_by_month
    UNION ALL SELECT 'terms', unnest(ARRAY[passes, idle_passes, passes - idle_passes, used_up, passes - used_up]) FROM analytics.utilisation_by_pass
    UNION ALL SELECT 'orders', orders FROM analytics.orders_by_month
    UNION ALL SELECT 'sales', vouchers FROM analytics.voucher_sales
    UNION ALL SELECT 'vouchers', unnest(ARRAY[received, used, expired, withdrawn]) FROM analytics.vouchers_by_month
    UNION ALL SELECT 'funnel', unnest(ARRAY[received, used, forfeited, expired, withdrawn, unused, bought, received - bought]) FROM analytics.voucher_funnel
    UNION ALL SELECT 'times', places FROM analytics.booking_times
    UNION ALL SELECT 'renewals', unnest(ARRAY[ended, renewed, same_pass, ended - renewed, renewed - same_pass]) FROM analytics.renewals
    UNION ALL SELECT 'degrees', members FROM analytics.co_player_degrees
    UNION ALL SELECT 'degrees rest', (SELECT members FROM analytics.co_player_network) - sum(members) FROM analytics.co_player_degrees
    UNION ALL SELECT 'alone', alone FROM analytics.co_player_network
    UNION ALL SELECT 'pairs', pairs FROM analytics.co_player_bonds
    UNION ALL SELECT 'links', members FROM analytics.club_links
    UNION ALL SELECT 'rates-lead', r.taken - sum(l.places) FROM analytics.cancellation_rates r JOIN analytics.lead_times l USING (month, club_id) GROUP BY month, club_id, r.taken
    UNION ALL SELECT 'rates-ways', r.cancelled + r.swapped - sum(w.places) FROM analytics.cancellation_rates r JOIN analytics.cancellations w USING (month, club_id) GROUP BY month, club_id, r.cancelled, r.swapped
    UNION ALL SELECT 'swaps-ways', r.swapped - sum(w.places) FROM analytics.cancellation_rates r JOIN analytics.cancellations w USING (month, club_id) WHERE w.mode = 'swap' GROUP BY month, club_id, r.swapped
    UNION ALL SELECT 'hours-ways', h.places - coalesce((SELECT sum(w.places) FROM analytics.cancellations w WHERE w.month = h.month AND w.mode <> 'swap'
        AND CASE h.hours WHEN -24 THEN w.days_before = 0 WHEN 24 THEN w.days_before = 2 WHEN 48 THEN w.days_before IN (3, 4) WHEN 96 THEN w.days_before BETWEEN 5 AND 7 WHEN 168 THEN w.days_before > 7 END), 0)
        FROM analytics.cancellation_hours h WHERE h.hours NOT IN (0, 12)
    UNION ALL SELECT 'limited days', c.players - coalesce((SELECT sum(d.players) FROM analytics.rounds_by_day d JOIN analytics.club_days t USING (play_date, club_id) WHERE d.month = c.month AND d.club_id = c.club_id AND t.capacity IS NOT NULL), 0)
        FROM analytics.capacity_by_month c WHERE club_id <> 'other'
    UNION ALL SELECT 'all limited', sum(m.players) - (SELECT sum(players) FROM analytics.capacity_by_month c WHERE c.month = m.month) FROM analytics.rounds_by_month m GROUP BY month
    UNION ALL SELECT 'rights-rounds', (SELECT sum(used) FROM analytics.utilisation_by_month u WHERE u.month = m.month) + (SELECT sum(used) FROM analytics.vouchers_by_month v WHERE v.month = m.month) - sum(m.players) FROM analytics.rounds_by_month m GROUP BY month
    UNION ALL SELECT 'rights-rounds-rates', (SELECT sum(used) FROM analytics.utilisation_by_month u WHERE u.month = m.month) + (SELECT sum(used) FROM analytics.vouchers_by_month v WHERE v.month = m.month) - sum(m.players)
        - (SELECT sum(forfeited) FROM analytics.cancellation_rates r WHERE r.month = m.month) FROM analytics.rounds_by_month m GROUP BY month
    UNION ALL SELECT 'vouchers-rounds', (SELECT sum(used) FROM analytics.vouchers_by_month v WHERE v.month = m.month) - sum(players_by_voucher) FROM analytics.rounds_by_month m GROUP BY month HAVING count(players_by_voucher) = count(*)
    UNION ALL SELECT 'rates-rights', (SELECT sum(forfeited) FROM analytics.cancellation_rates r WHERE r.month = u.month) - sum(forfeited) FROM analytics.utilisation_by_month u GROUP BY month HAVING count(forfeited) = count(*)
    UNION ALL SELECT 'rights', unnest(ARRAY[used, used_of_rights, used - used_of_rights]) FROM analytics.utilisation_by_month
    UNION ALL SELECT 'sales-orders', sum(o.quantity) - (SELECT sum(vouchers) FROM analytics.voucher_sales s WHERE s.month = o.month) FROM analytics.orders_by_month o WHERE product = 'freevoucher' AND status = 'paid' GROUP BY month
    UNION ALL SELECT 'all orders-sales', sum(o.quantity) - (SELECT sum(vouchers) FROM analytics.voucher_sales s WHERE s.month = o.month) FROM analytics.orders_by_month o GROUP BY month
    UNION ALL SELECT 'terms-renewals', p.passes - (SELECT sum(ended) FROM analytics.renewals r WHERE r.pass = p.pass AND r.month < date_trunc('year', analytics.today())) FROM analytics.utilisation_by_pass p
    UNION ALL SELECT 'all terms-renewals', sum(p.passes) - (SELECT sum(ended) FROM analytics.renewals r WHERE r.month < date_trunc('year', analytics.today())) FROM analytics.utilisation_by_pass p
    UNION ALL SELECT 'funnel-months', f.received - (SELECT sum(v.received) FROM analytics.vouchers_by_month v WHERE v.kind = f.kind AND extract(year FROM v.month) = f.year) FROM analytics.voucher_funnel f
    UNION ALL SELECT 'all funnel-months', sum(f.received) - (SELECT sum(v.received) FROM analytics.vouchers_by_month v WHERE extract(year FROM v.month) = f.year) FROM analytics.voucher_funnel f GROUP BY year
    UNION ALL SELECT 'partly used', passes - idle_passes - used_up FROM analytics.utilisation_by_pass
    UNION ALL SELECT 'mean', (mean_co_players <> round(2.0 * pairs / members, 2))::int FROM analytics.co_player_network
    UNION ALL SELECT 'passes-rounds', sum(u.used) - (SELECT sum(m.players) FROM analytics.rounds_by_month m WHERE m.month = u.month) FROM analytics.utilisation_by_month u
        WHERE NOT EXISTS (SELECT FROM analytics.vouchers_by_month v WHERE v.month >= '2025-01-01') GROUP BY month
    UNION ALL SELECT 'waiting', unnest(ARRAY[players, groups * 4]) FROM analytics.waiting_lists
    UNION ALL SELECT 'arrivals', unnest(ARRAY[places, arrived, places - arrived, walk_ins, arrived - walk_ins, seen_again, arrived - seen_again, annulled, places - arrived - annulled,
        played_less, played_more, arrived - played_less, arrived - played_more, arrived - played_less - played_more]) FROM analytics.arrivals
    UNION ALL SELECT 'rounds-arrivals', m.players - a.places FROM analytics.rounds_by_month m JOIN analytics.arrivals a USING (month, club_id) WHERE club_id <> 'other'
    UNION ALL SELECT 'all rounds-arrivals', (SELECT sum(m.players) FROM analytics.rounds_by_month m WHERE m.month = a.month) - sum(places) FROM analytics.arrivals a GROUP BY month
    UNION ALL SELECT 'arrivals-named days', sum(a.places) - (SELECT sum(players) FROM analytics.rounds_by_day d WHERE d.month = a.month AND play_date IS NOT NULL) FROM analytics.arrivals a GROUP BY month
    UNION ALL SELECT 'lead-walk-ins', (SELECT sum(l.places - l.cancelled) FROM analytics.lead_times l WHERE l.month = a.month AND days_ahead = 0) - sum(walk_ins) FROM analytics.arrivals a GROUP BY month HAVING count(walk_ins) = count(*)
    UNION ALL SELECT 'minutes', arrived FROM analytics.arrival_minutes
    UNION ALL SELECT 'arrivals-minutes', arrived - (SELECT sum(m.arrived) FROM analytics.arrival_minutes m WHERE m.month = a.month AND m.club_id = a.club_id) FROM analytics.arrivals a
    UNION ALL SELECT 'irregular', unnest(ARRAY[scans, accepted, refused, scans - accepted - refused]) FROM analytics.irregular_scans
)
SELECT what::text, count(n) AS tried, count(*) FILTER (WHERE abs(n) BETWEEN 1 AND 4) AS leaks FROM attack GROUP BY what ORDER BY what
