#!/bin/sh
# PgBouncer does not read the environment: this script writes its address, its database and its user to files that only
# it can read.
#
# Environment: FAIRWAY_HA_CONFIG, the folder of pgbouncer.ini; FAIRWAY_PGBOUNCER_FOLDER, the folder of the written
# files; FAIRWAY_PGBOUNCER_LISTEN and FAIRWAY_PGBOUNCER_DATABASE, each host:port; FAIRWAY_WEB_PASSWORD.
set -eu
umask 077
cd "$FAIRWAY_PGBOUNCER_FOLDER"
printf '"fairway_web" "%s"\n' "$FAIRWAY_WEB_PASSWORD" > userlist.txt
printf 'listen_addr = %s\nlisten_port = %s\n\n[databases]\nfairway = host=%s port=%s dbname=fairway\n' \
    "${FAIRWAY_PGBOUNCER_LISTEN%:*}" "${FAIRWAY_PGBOUNCER_LISTEN##*:}" \
    "${FAIRWAY_PGBOUNCER_DATABASE%:*}" "${FAIRWAY_PGBOUNCER_DATABASE##*:}" > address.ini
exec pgbouncer --quiet "$FAIRWAY_HA_CONFIG/pgbouncer.ini"
