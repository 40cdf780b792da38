#!/bin/sh
# Base backups in $FAIRWAY_BACKUPS/base, from which restore.sh goes on with the archived log.
#
#   backup.sh now     one, and away with what is older than the newest $FAIRWAY_BACKUPS_KEPT and the log before them
#   backup.sh daily   the same whenever the newest is a day old, until it is ended
#   backup.sh check   status 0 when the newest is at most 26 hours old
#
# PGHOST, PGUSER and PGPASSWORD name a log-in with the right REPLICATION.
set -eu
base=${FAIRWAY_BACKUPS:?the folder for backups}/base
umask 077

take() {
    mkdir -p "$base"
    # What a kill left half done.
    rm -rf "$base"/.*.new
    name=$(date -u +%Y%m%dT%H%M%SZ)
    # Named after its second, and one of this second is there.
    while [ -e "$base/$name" ]; do
        sleep 1
        name=$(date -u +%Y%m%dT%H%M%SZ)
    done
    new=$base/.$name.new
    pg_basebackup --no-password --pgdata="$new" --format=tar --gzip --checkpoint=fast --wal-method=stream \
        --label="fairway $name" || return 1
    # The first piece of the log that it needs, and the first moment that can be restored from it.
    tar -xzOf "$new/base.tar.gz" --occurrence=1 backup_label \
        | sed -n 's/^START WAL LOCATION: .*(file \([0-9A-F]*\))$/\1/p' > "$new/first_wal" || return 1
    [ -s "$new/first_wal" ] || return 1
    date -u +%s > "$new/ended"
    sync "$new"
    mv -T "$new" "$base/$name"
    sync "$base"
    echo "backup.sh: $name is done"
}

prune() {
    kept=${FAIRWAY_BACKUPS_KEPT:?how many base backups are kept}
    [ "$kept" -ge 1 ]
    for name in $(ls -1 "$base" | sort | head -n "-$kept"); do
        rm -rf "${base:?}/$name"
    done
    oldest=$(ls -1 "$base" | sort | head -n 1)
    pg_archivecleanup -x .gz "$FAIRWAY_BACKUPS/wal" "$(cat "$base/$oldest/first_wal")"
}

# Whether one is at most so many minutes old.
is_younger_than() {
    [ -d "$base" ] && [ -n "$(find "$base" -mindepth 1 -maxdepth 1 -name '2*' -mmin "-$1")" ]
}

case ${1:-} in
now)
    take
    prune
    ;;
daily)
    # As the first process of a container it would not hear SIGTERM otherwise.
    trap 'exit 0' TERM INT
    while :; do
        if ! is_younger_than 1435; then
            if take; then prune || echo "backup.sh: old backups could not be removed" >&2; else
                echo "backup.sh: the base backup failed and is tried again" >&2
            fi
        fi
        sleep 300 &
        wait $!
    done
    ;;
check)
    is_younger_than 1560
    ;;
*)
    echo "backup.sh: now, daily or check" >&2
    exit 2
    ;;
esac
