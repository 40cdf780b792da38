#!/bin/sh
# PostgreSQL's archive_command: `archive.sh "%p" "%f"` copies a completed WAL segment to $FAIRWAY_BACKUPS/wal. It
# succeeds only when the copy is on disk; until then PostgreSQL retains the segment and repeats the command.
set -eu
path=${1:?the path of the piece}
name=${2:?its name}
folder=${FAIRWAY_BACKUPS:?the folder for backups}/wal
umask 077
mkdir -p "$folder"
if [ -e "$folder/$name.gz" ]; then
    # PostgreSQL was killed before it received the success of an earlier call.
    gzip -dc "$folder/$name.gz" | cmp -s - "$path" && exit 0
    echo "archive.sh: $folder/$name.gz is there with another content: two servers share this folder" >&2
    exit 1
fi
gzip -nc "$path" > "$folder/.$name.new"
sync "$folder/.$name.new"
mv "$folder/.$name.new" "$folder/$name.gz"
sync "$folder"
