#!/bin/sh
# Replaces the web servers of docker-compose.yml by those of a new release while members book: `sh deploy/release.sh`,
# with the new sources in place.
#
# For a moment there are twice as many web servers. The old ones end only when every new one is healthy. Where one does
# not become healthy, or this is interrupted before, all new ones are removed, and the old ones go on.
set -eu
cd "$(dirname "$0")/.."

old=$(docker compose ps --quiet fairway)
if [ -z "$old" ]; then
    echo 'release.sh: no web server runs; `docker compose up --build --detach` starts everything' >&2
    exit 1
fi
# Where `.env` names no files, those that they were started with: Compose would take the demonstration's.
if [ -z "${COMPOSE_FILE:-}" ] && ! grep -q '^COMPOSE_FILE=' .env 2>/dev/null; then
    first=$(echo "$old" | head -n 1)
    files='{{index .Config.Labels "com.docker.compose.project.config_files"}}'
    COMPOSE_FILE=$(docker inspect --format "$files" "$first" | tr , :)
    export COMPOSE_FILE
fi
count=$(echo "$old" | wc -l)
docker compose build

remove_new() {
    trap '' INT TERM
    docker compose logs --tail 20 migrate fairway >&2 || true
    for container in $(docker compose ps --all --quiet fairway); do
        echo "$old" | grep -q "$container" || docker rm --force "$container"
    done
    # Where they cannot end they would start again and again.
    docker compose rm --force --stop roles migrate
    echo 'release.sh: the new release did not become healthy and was removed; the old one goes on' >&2
    exit 1
}
trap remove_new INT TERM
# They have ended. Made anew, they run with the new release, before its web servers. Compose would stop these, if it
# replaced what they depend on.
docker compose rm --force roles migrate
# Without --no-deps, after which Compose would take each container for a changed one.
docker compose up --detach --no-build --no-recreate --wait --wait-timeout 300 --scale fairway=$((2 * count)) fairway || remove_new
trap - INT TERM
# One after the other: each is first unready, then finishes its requests.
for container in $old; do
    docker stop "$container"
    docker rm "$container"
done
# Everything else that changed.
docker compose up --detach --no-build --scale fairway="$count"
