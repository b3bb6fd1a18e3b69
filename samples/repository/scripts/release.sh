#!/usr/bin/env bash
# Tags a version, builds the image and rolls it out one copy at a time.
set -euo pipefail

version=$(date -u +%Y.%m.%d)-$(git rev-parse --short HEAD)
git tag "v$version"
docker build -f deploy/Dockerfile -t "registry.example.org/slipway:$version" .
docker push "registry.example.org/slipway:$version"

for copy in 1 2; do
  echo "copy $copy"
  ./scripts/replace-copy.sh "$copy" "$version"
  # The next one waits until this one answers for a whole minute.
  ./scripts/wait-healthy.sh "$copy" 60
done
