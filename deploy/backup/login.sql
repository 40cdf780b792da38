-- The log-in of backup.sh: it copies the whole cluster and can read no table. Safe to repeat; it changes the password.
\getenv password FAIRWAY_BACKUP_PASSWORD
SELECT 'CREATE ROLE fairway_backup LOGIN REPLICATION' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairway_backup') \gexec
ALTER ROLE fairway_backup PASSWORD :'password' CONNECTION LIMIT 4;
