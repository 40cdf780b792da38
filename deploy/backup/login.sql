-- Creates the role of backup.sh: it may copy the whole cluster and read no table. It may be repeated; it sets the
-- password.
\getenv password FAIRWAY_BACKUP_PASSWORD
SELECT 'CREATE ROLE fairway_backup LOGIN REPLICATION' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairway_backup') \gexec
ALTER ROLE fairway_backup PASSWORD :'password' CONNECTION LIMIT 4;
