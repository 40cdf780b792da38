#!/bin/sh
# Patroni calls this once, on the first primary, with the superuser's address: it makes the database and its log-ins.
set -eu
exec psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --dbname="$1" --file="$(dirname "$0")/post_init.sql"
