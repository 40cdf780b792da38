#!/bin/sh
# Generates the random secrets of the compose files that a folder does not contain yet: `sh deploy/secrets.sh FOLDER`.
# Existing secrets are not changed; to change one, remove its file first.
#
# Containers run as different users, so every user may read the files, but only root may enter the folder. The folder of
# the demonstration is a volume that containers mount, so every user may enter it.
set -eu
folder=${1:?the folder of the secrets}
umask 022
if [ ! -d "$folder" ]; then
    mkdir -p "$folder"
    chmod 0700 "$folder"
fi
for name in postgres_password owner_password web_password projector_password reader_password analyst_password \
    backup_password grafana_database_password grafana_admin_password fairway_secret metrics_token; do
    if [ ! -s "$folder/$name" ]; then
        # 256 random bits from the kernel, as hexadecimal digits.
        od -An -N32 -tx1 /dev/urandom | tr -d ' \n' > "$folder/.$name"
        chmod 0444 "$folder/.$name"
        mv "$folder/.$name" "$folder/$name"
    fi
done
