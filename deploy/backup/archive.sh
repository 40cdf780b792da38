#!/bin/sh
# PostgreSQL's archive_command: `archive.sh "%p" "%f"` copies a finished piece of the log to $FAIRWAY_BACKUPS/wal. It says
# yes only once the copy is on disk: PostgreSQL keeps the piece until then, and tries again for as long as it takes.
set -eu
path=${1:?the path of the piece}
name=${2:?its name}
folder=${FAIRWAY_BACKUPS:?the folder for backups}/wal
umask 077
mkdir -p "$folder"
if [ -e "$folder/$name.gz" ]; then
    # PostgreSQL was killed before it heard of the yes.
    gzip -dc "$folder/$name.gz" | cmp -s - "$path" && exit 0
    echo "archive.sh: $folder/$name.gz is there with another content: two servers share this folder" >&2
    exit 1
fi
gzip -nc "$path" > "$folder/.$name.new"
sync "$folder/.$name.new"
mv "$folder/.$name.new" "$folder/$name.gz"
sync "$folder"
