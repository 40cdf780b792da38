#!/bin/sh
# Patroni calls this once, on the first primary, with the superuser's address: it makes the database and its log-ins.
set -eu
exec psql --no-psqlrc --quiet --dbname="$1" --file="$(dirname "$0")/roles.sql"
