#!/usr/bin/env bash
# The searches of an agent on a mirror of invented papers, against their bars. The mirror is made
# first, in a folder that is removed at the end, unless MIRROR names a file to make or to use again.
# The bars hold at a million papers; at another count the figures are printed without.
#
#   bench/search.sh BIN [COUNT [MIRROR]]
set -euo pipefail

bin=$1 count=${2:-1000000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mirror=${3:-$work/mirror.db}

if ! [ -e "$mirror" ]; then
  "$bin/bench_papers" "$count" | "$bin/harvestd" import --quiet --mirror "$mirror" -
fi
bars=()
if [ "$count" != 1000000 ]; then bars=(none); fi
echo "$count generated papers"
"$bin/bench_search" "$mirror" "${bars[@]}"
