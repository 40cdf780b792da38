#!/bin/sh
# Does the work of the entry point of the image `postgres` at the first start, as far as the compose files need it.
set -eu
if [ "$1" = postgres ] && [ "$(id -u)" = 0 ]; then
    install -d -o postgres -g postgres -m 0700 "$PGDATA"
    exec gosu postgres sh "$0" "$@"
fi
if [ "$1" = postgres ] && [ ! -s "$PGDATA/PG_VERSION" ]; then
    # Several options, hence without quotes.
    # shellcheck disable=SC2086
    initdb --username=postgres --pwfile="$POSTGRES_PASSWORD_FILE" --pgdata="$PGDATA" ${POSTGRES_INITDB_ARGS:-}
fi
exec "$@"
