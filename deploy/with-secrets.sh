#!/bin/sh
# Runs a program that reads passwords only from its environment: for every variable …PASSWORD_FILE, sets …PASSWORD to
# the content of that file, for this program only. Other variables that name files (SSL_CERT_FILE) are not changed.
#
#   PGPASSWORD_FILE=/run/secrets/postgres_password sh with-secrets.sh psql …
set -eu
for name in $(env | sed -n 's/^\([A-Z][A-Z0-9_]*PASSWORD\)_FILE=..*/\1/p'); do
    eval "file=\$${name}_FILE"
    value=$(cat "$file")
    if [ -z "$value" ]; then
        echo "with-secrets.sh: $file is empty" >&2
        exit 1
    fi
    export "$name=$value"
    unset "${name}_FILE"
done
exec "$@"
