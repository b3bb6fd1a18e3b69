#!/usr/bin/env bash
# Puts last night's dump into an empty database beside the real one, for a look or for a drill.
set -euo pipefail

target=${1:?name of the new database}
dump=$(aws s3 ls s3://slipway-backups/nightly/ | sort | tail -n 1 | awk '{print $4}')
aws s3 cp "s3://slipway-backups/nightly/$dump" - | age --decrypt -i "$AGE_KEY_FILE" | pg_restore --no-owner -d "$target"
psql "$target" -c 'SELECT count(*) FROM bookings'
