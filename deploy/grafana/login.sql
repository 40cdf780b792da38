-- Creates Grafana's role, with the rights of the role `analyst` only. It may be repeated; it sets the password.
\getenv password GRAFANA_DATABASE_PASSWORD
SELECT 'CREATE ROLE grafana LOGIN' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'grafana') \gexec
ALTER ROLE grafana PASSWORD :'password' CONNECTION LIMIT 8;
-- A query that takes longer is a mistake and slows down members.
ALTER ROLE grafana SET statement_timeout = '30s';
GRANT analyst TO grafana;
\ir ../database/limits.sql
