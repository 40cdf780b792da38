#!/bin/sh
# Makes the random secrets of the compose files that a folder does not hold yet: `sh deploy/secrets.sh FOLDER`. Said again
# it changes nothing; to change one, remove its file first.
#
# Containers read them as users of their own, so the files are for everybody and the folder is for root alone. The folder of
# the demonstration is a volume, which containers mount as it is: there the folder lets them in.
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
        # 256 bit of the kernel's randomness, as letters and digits.
        od -An -N32 -tx1 /dev/urandom | tr -d ' \n' > "$folder/.$name"
        chmod 0444 "$folder/.$name"
        mv "$folder/.$name" "$folder/$name"
    fi
done
