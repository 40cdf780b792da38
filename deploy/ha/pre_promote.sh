#!/bin/sh
# Patroni calls this on a standby that is about to lead: it makes the replication slots of the others. Patroni makes them
# too, but some 2 s after the promotion, and until then no standby gets through and no commit is acknowledged.
#
# In the environment: FAIRWAY_POSTGRES_PORT, this server's; FAIRWAY_OTHER_SERVERS, the names of the others with a space
# between them; FAIRWAY_REPLICATION_PASSWORD. Whatever goes wrong, the server is promoted: Patroni makes them later.
set -u
set -- $FAIRWAY_OTHER_SERVERS
for name do
    shift
    set -- "$@" --command="CREATE_REPLICATION_SLOT $name PHYSICAL RESERVE_WAL"
done
PGPASSWORD=$FAIRWAY_REPLICATION_PASSWORD PGCONNECT_TIMEOUT=1 timeout 2 psql --no-psqlrc --quiet --output=/dev/null \
    --dbname="host=127.0.0.1 port=$FAIRWAY_POSTGRES_PORT user=replicator replication=true" "$@"
exit 0
