#!/bin/sh
# Patroni calls this once, on the first primary, with the superuser's connection string. It creates the database and its
# roles.
set -eu
exec psql --no-psqlrc --quiet --dbname="$1" --file="$(dirname "$0")/roles.sql"
