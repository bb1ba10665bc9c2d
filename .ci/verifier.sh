#!/usr/bin/env bash
# The JavaScript verifier, from a clean clone: its tests, and the built file byte for byte.
set -euo pipefail
cd "$(dirname "$0")/../verifier"

# What the tests of pages meet; without root, those that need a missing one skip and say so.
if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
  missing=()
  command -v npm >/dev/null 2>&1 || missing+=(nodejs npm)
  command -v chromium >/dev/null 2>&1 || missing+=(chromium)
  if [ "${#missing[@]}" -gt 0 ]; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
  fi
fi

npm ci --no-audit --no-fund --loglevel=error
if grep -q '"resolved"' package-lock.json; then
  echo "package-lock.json names a registry's address: keep .npmrc beside it" >&2
  exit 1
fi
npm test

built="$(mktemp)"
trap 'rm -f "$built"' EXIT
node build.js "$built"
cmp "$built" ../p2pqwirkle/audit/pages/verifier.js || {
  echo "p2pqwirkle/audit/pages/verifier.js is not what its sources give: npm run build" >&2
  exit 1
}
