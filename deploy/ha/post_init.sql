-- The database and who may log in to it. Everything inside is made by `fairway migrate`.
\getenv owner_password FAIRWAY_DATABASE_PASSWORD
\getenv web_password FAIRWAY_WEB_PASSWORD

-- The owner: migrates, rebuilds, verifies. Serving steps down from it to fairway_app.
CREATE ROLE fairway LOGIN CREATEROLE PASSWORD :'owner_password';
CREATE DATABASE fairway OWNER fairway;

-- The application's role and, for whoever comes through PgBouncer, a log-in with its rights and nothing more.
CREATE ROLE fairway_app NOLOGIN;
GRANT fairway_app TO fairway;
CREATE ROLE fairway_web LOGIN PASSWORD :'web_password' IN ROLE fairway_app;
-- Through a pooler no session sets these for itself. No statement_timeout: it would give up the wait for the standby.
ALTER ROLE fairway_web SET idle_in_transaction_session_timeout = '10s';
