#!/bin/sh
# Restores the cluster to a moment, from a base backup of backup.sh and the WAL that archive.sh has archived:
#
#   restore.sh '2026-11-22 09:00:00+01' [TIMELINE]
#   restore.sh latest
#
# The server of $PGDATA must be stopped. The old cluster is renamed to $PGDATA.before-…, which
# `replay-tool salvage --old-primary` can read. Nothing is moved before the restored cluster has been started, has
# reached the moment and has been stopped again.
set -eu
moment=${1:?a moment, or latest}
timeline=${2:-latest}
data=${PGDATA:?the folder of the cluster}
backups=${FAIRWAY_BACKUPS:?the folder for backups}
here=$(cd "$(dirname "$0")" && pwd)
umask 077

say() { echo "restore.sh: $*" >&2; }
fail() { say "$*"; exit 1; }

[ ! -e "$data/postmaster.pid" ] || fail "$data is in use: stop its server (or remove postmaster.pid where it was killed)"
if [ "$moment" = latest ]; then
    until=9999999999
else
    until=$(date -u -d "$moment" +%s) || fail "'$moment' is no moment: say it as 2026-11-22 09:00:00+01"
fi
chosen=
for name in $(ls -1 "$backups/base" | sort); do
    [ "$(cat "$backups/base/$name/ended")" -le "$until" ] && chosen=$name
done
[ -n "$chosen" ] || fail "no base backup is as old as that; the oldest is $(ls -1 "$backups/base" | sort | head -n 1)"
say "from $chosen"

new=$data.restored
rm -rf "$new"
mkdir "$new"
tar -xzf "$backups/base/$chosen/base.tar.gz" -C "$new"
tar -xzf "$backups/base/$chosen/pg_wal.tar.gz" -C "$new/pg_wal"
cp "$backups/base/$chosen/backup_manifest" "$new/backup_manifest"
pg_verifybackup --quiet "$new" || fail "$chosen is damaged: nothing was changed; try an older moment"
rm "$new/backup_manifest"

settings=$new/postgresql.auto.conf
cp "$settings" "$settings.kept"
{
    echo "restore_command = 'test -e \"$backups/wal/%f.gz\" && gzip -dc \"$backups/wal/%f.gz\" > \"%p\"'"
    echo "recovery_target_timeline = '$timeline'"
    echo "recovery_target_action = 'promote'"
    [ "$moment" = latest ] || echo "recovery_target_time = '$moment'"
} >> "$settings"
touch "$new/recovery.signal"
echo 'local all all reject' > "$new/restore.hba"
# Archiving is on, since the next restore needs the history of the new timeline from the archive. No role can log in.
pg_ctl --pgdata="$new" --log="$new/restore.log" --silent --no-wait start \
    -o "-c listen_addresses= -c unix_socket_directories='$new' -c archive_mode=on -c hba_file='$new/restore.hba'" \
    -o "-c archive_command='sh \"$here/archive.sh\" \"%p\" \"%f\"'"
# The state alone is not enough: it is `in production` in the backup too. The signal file exists until the moment is
# reached.
is_there() {
    [ ! -e "$new/recovery.signal" ] && pg_controldata "$new" | grep -q '^Database cluster state: *in production$'
}
until is_there; do
    sleep 0.2
    if [ -e "$new/postmaster.pid" ]; then missing=0; else missing=$((${missing:-0} + 1)); fi
    if [ "$missing" -gt 25 ]; then
        tail -n 20 "$new/restore.log" >&2
        fail "the moment was not reached, nothing was changed; where it lies after the last entry of the log, say latest"
    fi
done
pg_ctl --pgdata="$new" --silent --mode=fast --timeout=600 stop
mv "$settings.kept" "$settings"
rm "$new/restore.log" "$new/restore.hba"

if [ -e "$data" ]; then
    before=$data.before-$(date -u +%Y%m%dT%H%M%SZ)
    mv "$data" "$before"
    say "what was there is in $before"
fi
mv "$new" "$data"
sync "$(dirname "$data")"
say "done; start the server, and see docs/operations/backup.md, \"After a restore\""
