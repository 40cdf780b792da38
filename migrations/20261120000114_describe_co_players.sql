-- Who plays with whom, without saying who. No view has a row per member or per pair of members, and none an id: not even
-- a pseudonym, since who knows three co-players of somebody would find them in a graph without names. What is counted
-- are members and pairs, and a count below five is left out. Views that leave out are barriers.
CREATE VIEW analytics.co_player_degrees WITH (security_barrier) AS
WITH degrees AS (
    SELECT count(DISTINCT other) AS degree
    FROM historic_players LEFT JOIN LATERAL unnest(met) AS other ON true
    GROUP BY member_id
)
SELECT lowest, highest, count(*) AS members
FROM degrees
JOIN (VALUES (0, 0), (1, 1), (2, 2), (3, 4), (5, 9), (10, 19), (20, 49), (50, NULL)) AS bins (lowest, highest)
    ON degree >= lowest AND (highest IS NULL OR degree <= highest)
GROUP BY lowest, highest
HAVING count(*) >= 5;
COMMENT ON VIEW analytics.co_player_degrees IS 'How many members have how many different co-players. Classes of fewer than five members are left out.';
COMMENT ON COLUMN analytics.co_player_degrees.lowest IS 'Fewest co-players of the class; 0 is who has only ever booked alone.';
COMMENT ON COLUMN analytics.co_player_degrees.highest IS 'Most co-players of the class; null for no limit.';
COMMENT ON COLUMN analytics.co_player_degrees.members IS 'Members in the class, 5 or more.';

CREATE VIEW analytics.co_player_bonds WITH (security_barrier) AS
WITH pairs AS (
    SELECT count(*) AS together
    FROM historic_players CROSS JOIN LATERAL unnest(met) AS other
    WHERE other > member_id GROUP BY member_id, other
)
SELECT lowest, highest, count(*) AS pairs
FROM pairs
JOIN (VALUES (1, 1), (2, 2), (3, 4), (5, 9), (10, 19), (20, NULL)) AS bins (lowest, highest)
    ON together >= lowest AND (highest IS NULL OR together <= highest)
GROUP BY lowest, highest
HAVING count(*) >= 5;
COMMENT ON VIEW analytics.co_player_bonds IS 'How many pairs of members were booked together how often. Classes of fewer than five pairs are left out.';
COMMENT ON COLUMN analytics.co_player_bonds.lowest IS 'Fewest rounds together of the class.';
COMMENT ON COLUMN analytics.co_player_bonds.highest IS 'Most rounds together of the class; null for no limit.';
COMMENT ON COLUMN analytics.co_player_bonds.pairs IS 'Pairs in the class, 5 or more.';

CREATE VIEW analytics.club_links WITH (security_barrier) AS
WITH visits AS (
    SELECT DISTINCT member_id, club_id FROM play_rights_claims WHERE NOT forfeited
)
SELECT one.club_id AS club_id, other.club_id AS other_club_id, count(*) AS members
FROM visits AS one JOIN visits AS other ON other.member_id = one.member_id AND other.club_id > one.club_id
GROUP BY 1, 2
HAVING count(*) >= 5;
COMMENT ON VIEW analytics.club_links IS 'Which clubs have players in common: one row per pair of clubs that at least five members both played.';
COMMENT ON COLUMN analytics.club_links.club_id IS 'The club whose slug comes first in the alphabet.';
COMMENT ON COLUMN analytics.club_links.other_club_id IS 'The other club''s slug.';
COMMENT ON COLUMN analytics.club_links.members IS 'Members who played both, 5 or more.';

CREATE VIEW analytics.co_player_network WITH (security_barrier) AS
WITH degrees AS (
    SELECT count(DISTINCT other) AS degree
    FROM historic_players LEFT JOIN LATERAL unnest(met) AS other ON true
    GROUP BY member_id
)
SELECT
    count(*) AS members, (sum(degree) / 2)::bigint AS pairs, round(avg(degree), 2) AS mean_co_players,
    percentile_disc(0.5) WITHIN GROUP (ORDER BY degree) AS median_co_players,
    count(*) FILTER (WHERE degree = 0) AS alone
FROM degrees
HAVING count(*) >= 5;
COMMENT ON VIEW analytics.co_player_network IS 'The network of co-players in one row; empty while fewer than five members are in it.';
COMMENT ON COLUMN analytics.co_player_network.members IS 'Members who were ever booked.';
COMMENT ON COLUMN analytics.co_player_network.pairs IS 'Pairs of members who were ever booked together.';
COMMENT ON COLUMN analytics.co_player_network.mean_co_players IS 'Different co-players per member, on average.';
COMMENT ON COLUMN analytics.co_player_network.median_co_players IS 'Different co-players of the member in the middle.';
COMMENT ON COLUMN analytics.co_player_network.alone IS 'Members who only ever booked alone.';

CREATE VIEW analytics.freshness AS
SELECT
    projections.name AS projection, projections.position, projections.as_of, journal_head.position - projections.position AS behind,
    projections.state
FROM projections CROSS JOIN journal_head;
COMMENT ON VIEW analytics.freshness IS 'How far each read model has followed the journal. The views read analytics, reservations, play_rights, orders and historic_players.';
COMMENT ON COLUMN analytics.freshness.projection IS 'The read model.';
COMMENT ON COLUMN analytics.freshness.position IS 'Last position of the journal in it.';
COMMENT ON COLUMN analytics.freshness.as_of IS 'When the event at that position was recorded, UTC; null before the first.';
COMMENT ON COLUMN analytics.freshness.behind IS 'Events of the journal that are not in it yet.';
COMMENT ON COLUMN analytics.freshness.state IS 'running, stopped or failing.';
