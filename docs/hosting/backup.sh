#!/bin/sh
# Saves every table and the key into one folder a day; keeps thirty of them. As user gunbai, from gunbai-backup.timer.
set -eu
umask 077
base=${1:-/var/backups/gunbai}
key=${COMPANION_KEY_FILE:-/var/lib/gunbai/key}
today=$base/$(date +%F)
# Whole under its day's name, or not there at all: a night that failed is no backup, and puts no older one away.
partial=$(mktemp -d "$base/.partial.XXXXXX")
trap 'rm -rf "$partial"' EXIT
pg_dump --format=custom --file="$partial/tables.dump" "${2:-gunbai}"
pg_restore --list "$partial/tables.dump" > /dev/null
cp "$key" "$partial/key"
rm -rf "$today"
mv "$partial" "$today"
ls -d "$base"/????-??-?? | sort -r | tail -n +31 | xargs -r rm -r
