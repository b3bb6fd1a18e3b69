#!/usr/bin/env bash
# Refuses migrations that would block the tables while the marina is open.
set -euo pipefail

failed=0
for file in db/migrations/*.sql; do
  if grep -Eiq 'ALTER TABLE .* (TYPE|SET NOT NULL)' "$file"; then
    echo "$file rewrites a table: add a new column and copy in small batches instead" >&2
    failed=1
  fi
  if grep -Eiq 'CREATE INDEX (IF NOT EXISTS )?[a-z_]+ ON (bookings|outbox)' "$file" && ! grep -q 'CONCURRENTLY' "$file"; then
    case "$file" in *000[1-3]_*) ;; *) echo "$file builds an index without CONCURRENTLY" >&2; failed=1 ;; esac
  fi
done
exit "$failed"
