#!/bin/sh
# Makes base backups in $FAIRWAY_BACKUPS/base. restore.sh restores one of them and replays the archived WAL.
#
#   backup.sh now     makes one, and removes all but the newest $FAIRWAY_BACKUPS_KEPT and the WAL before them
#   backup.sh daily   does the same whenever the newest is a day old, until it is stopped
#   backup.sh check   exits with status 0 if the newest is at most 26 hours old
#
# PGHOST, PGUSER and PGPASSWORD are those of a role with the attribute REPLICATION.
set -eu
base=${FAIRWAY_BACKUPS:?the folder for backups}/base
umask 077

take() {
    mkdir -p "$base"
    # Incomplete backups of a run that was killed.
    rm -rf "$base"/.*.new
    name=$(date -u +%Y%m%dT%H%M%SZ)
    # The name contains the second, and a backup with this name exists.
    while [ -e "$base/$name" ]; do
        sleep 1
        name=$(date -u +%Y%m%dT%H%M%SZ)
    done
    new=$base/.$name.new
    pg_basebackup --no-password --pgdata="$new" --format=tar --gzip --checkpoint=fast --wal-method=stream \
        --label="fairway $name" || return 1
    # Stores the first WAL segment that it needs, and the first moment to which it can be restored.
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
    retained=${FAIRWAY_BACKUPS_KEPT:?how many base backups are kept}
    [ "$retained" -ge 1 ]
    for name in $(ls -1 "$base" | sort | head -n "-$retained"); do
        rm -rf "${base:?}/$name"
    done
    oldest=$(ls -1 "$base" | sort | head -n 1)
    pg_archivecleanup -x .gz "$FAIRWAY_BACKUPS/wal" "$(cat "$base/$oldest/first_wal")"
}

# Whether there is a backup that is at most $1 minutes old.
is_younger_than() {
    [ -d "$base" ] && [ -n "$(find "$base" -mindepth 1 -maxdepth 1 -name '2*' -mmin "-$1")" ]
}

case ${1:-} in
now)
    take
    prune
    ;;
daily)
    # Without a trap, the first process of a container ignores SIGTERM.
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
