#!/bin/sh
# Saves every table and the key into one folder a day; keeps thirty of them. As user gunbai, from cron.
set -eu
umask 077
base=${1:-/var/backups/gunbai}
key=${COMPANION_KEY_FILE:-/var/lib/gunbai/key}
today=$base/$(date +%F)
mkdir -p "$today"
# Whole under its name, or not there at all.
pg_dump --format=custom --file="$today/tables.partial" "${2:-gunbai}"
mv "$today/tables.partial" "$today/tables.dump"
cp "$key" "$today/key"
ls -d "$base"/????-??-?? | sort -r | tail -n +31 | xargs -r rm -r
