-- Grafana's login: whatever the role `analyst` may do, and nothing more. Safe to repeat; it changes the password.
\getenv password GRAFANA_DATABASE_PASSWORD
SELECT 'CREATE ROLE grafana LOGIN' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'grafana') \gexec
ALTER ROLE grafana PASSWORD :'password' CONNECTION LIMIT 8;
-- A question that takes longer is a mistake, and members are waiting.
ALTER ROLE grafana SET statement_timeout = '30s';
ALTER ROLE grafana SET default_transaction_read_only = on;
GRANT analyst TO grafana;
