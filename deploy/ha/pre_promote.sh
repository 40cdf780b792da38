#!/bin/sh
# Patroni calls this on a standby before it is promoted. It creates the replication slots of the other servers. Patroni
# creates them too, but about 2 s after the promotion; until then no standby can stream and no commit is acknowledged.
#
# Environment: FAIRWAY_POSTGRES_PORT, the port of this server; FAIRWAY_OTHER_SERVERS, the names of the other servers,
# separated by spaces; FAIRWAY_REPLICATION_PASSWORD. An error does not prevent the promotion: Patroni creates the slots
# later.
set -u
set -- $FAIRWAY_OTHER_SERVERS
for name do
    shift
    set -- "$@" --command="CREATE_REPLICATION_SLOT $name PHYSICAL RESERVE_WAL"
done
PGPASSWORD=$FAIRWAY_REPLICATION_PASSWORD PGCONNECT_TIMEOUT=1 timeout 2 psql --no-psqlrc --quiet --output=/dev/null \
    --dbname="host=127.0.0.1 port=$FAIRWAY_POSTGRES_PORT user=replicator replication=true" "$@"
exit 0
