#!/bin/sh
# Replaces the web servers of docker-compose.yml by those of a new release while members book: `sh deploy/release.sh`,
# with the new sources in place. `.env` names the files (COMPOSE_FILE).
#
# For a moment there are twice as many web servers. The old ones end only when every new one is healthy. Where one does
# not become healthy, all new ones are removed, and the old ones go on.
set -eu
cd "$(dirname "$0")/.."

old=$(docker compose ps --quiet fairway)
if [ -z "$old" ]; then
    echo 'release.sh: no web server runs; `docker compose up --build --detach` starts everything' >&2
    exit 1
fi
count=$(echo "$old" | wc -l)
docker compose build
# They have ended. Made anew, they run with the new release, before its web servers. Compose would stop these, if it
# replaced what they depend on.
docker compose rm --force roles migrate
# Without --no-deps, after which Compose would take each container for a changed one.
if ! docker compose up --detach --no-build --no-recreate --wait --wait-timeout 300 --scale fairway=$((2 * count)) fairway; then
    docker compose logs --tail 20 migrate fairway >&2
    for container in $(docker compose ps --all --quiet fairway); do
        echo "$old" | grep -q "$container" || docker rm --force "$container"
    done
    echo 'release.sh: the new release did not become healthy and was removed; the old one goes on' >&2
    exit 1
fi
# One after the other: each is first unready, then finishes its requests.
for container in $old; do
    docker stop "$container"
    docker rm "$container"
done
# Everything else that changed.
docker compose up --detach --no-build --scale fairway="$count"
