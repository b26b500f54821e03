#!/usr/bin/env bash
# A whole harvest from the local arXiv, without pauses, beside plain SQLite on the same rows
# (reference.sql). Fails when harvestd misses a bar: 1.2 times the records per second, 150 MiB.
#
#   bench/harvest.sh BIN [RECORDS]
set -euo pipefail

bin=$(cd "$1" && pwd)
records=${2:-200000}
reference=$(cd "$(dirname "$0")" && pwd)/reference.sql
export no_proxy=127.0.0.1

work=$(mktemp -d)
standin=
finish() {
  if [ -n "$standin" ]; then kill "$standin" && wait "$standin" || true; fi
  rm -rf "$work"
}
trap finish EXIT
cd "$work"

"$bin/standin" --generate "$records" >standin.out &
standin=$!
until grep --quiet '^listening ' standin.out; do
  kill -0 "$standin"
  sleep 0.1
done
url=$(sed -n 's/^listening //p' standin.out)

"$bin/bench_measure" harvestd.txt "$bin/harvestd" init --quiet --mirror mirror.db \
  --oai-base-url "$url/oai" --oai-request-delay-ms 0
kill "$standin"
wait "$standin" || true
standin=

# The shadow tables of the full-text index come with it.
sqlite3 mirror.db "SELECT sql || ';' FROM sqlite_schema WHERE sql IS NOT NULL
  AND (name NOT LIKE 'papers_fts_%' OR type = 'view') ORDER BY rowid" >schema.sql
sqlite3 -csv mirror.db 'SELECT * FROM papers ORDER BY rowid' >papers.csv
sqlite3 -csv mirror.db 'SELECT * FROM paper_categories ORDER BY rowid' >paper_categories.csv
stored=$(sqlite3 mirror.db 'SELECT COUNT(*) FROM papers')

"$bin/bench_measure" sqlite3.txt sqlite3 reference.db <"$reference"
[ "$(sqlite3 reference.db 'SELECT COUNT(*) FROM papers')" = "$stored" ]

awk -v count="$stored" '
  { rate[FNR == NR ? 1 : 2] = count / $1; mib[FNR == NR ? 1 : 2] = $2 / 1024 }
  END {
    printf "harvest of %d records          records/s   peak MiB\n", count
    printf "  harvestd, whole program      %9.0f  %9.1f\n", rate[1], mib[1]
    printf "  sqlite3 reference.sql        %9.0f  %9.1f\n", rate[2], mib[2]
    fast = rate[1] >= 1.2 * rate[2]
    small = mib[1] < 150
    printf "  ratio %.2f (bar 1.20)%s, memory %.1f MiB (bar 150)%s\n", rate[1] / rate[2],
      fast ? "" : " MISSED", mib[1], small ? "" : " MISSED"
    exit !(fast && small)
  }' harvestd.txt sqlite3.txt
