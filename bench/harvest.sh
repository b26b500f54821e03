#!/usr/bin/env bash
# A mirror of invented papers from beginning to end, each part against its bar: the first harvest
# from the local arXiv, without pauses, beside plain SQLite on the same rows (reference.sql); then a
# refresh that brings nothing, a quick verify, an import of the same papers, and a migration from
# version 3. Fails when a bar is missed.
#
#   bench/harvest.sh BIN RECORDS RATIO MIB
#
# RATIO: how many times the reference's records per second harvest and import have to reach.
# MIB: what they may keep in memory.
set -euo pipefail

bin=$(cd "$1" && pwd)
records=$2 ratio=$3 mib=$4
here=$(cd "$(dirname "$0")" && pwd)
export no_proxy=127.0.0.1
status=0

work=$(mktemp -d)
standin=
stop_standin() {
  if [ -n "$standin" ]; then kill "$standin" && wait "$standin" || true; fi
  standin=
}
trap 'stop_standin; rm -rf "$work"' EXIT
cd "$work"

measure() { "$bin/bench_measure" "$@" >/dev/null; }

# bar NAME VALUE UNIT least|most LIMIT: prints a figure and whether it keeps its bar.
bar() {
  awk -v name="$1" -v value="$2" -v unit="$3" -v kind="$4" -v limit="$5" 'BEGIN {
    kept = kind == "least" ? value >= limit : value < limit
    printf "  %-42s %9.2f %-9s bar %s %g: %s\n", name, value, unit,
      kind == "least" ? "at least" : "under", limit, kept ? "passed" : "MISSED"
    exit !kept
  }' || status=1
}

# figure FILE EXPRESSION: a sum over what bench_measure wrote: wall, cpu, peak, q1, q2, q3, q4.
figure() {
  awk -v count="$records" '{ wall = $1; cpu = $2; peak = $3 / 1024
    rate = count / wall; q1 = $4; q2 = $5; q3 = $6; q4 = $7
    print '"$2"' }' "$1"
}

# filled FILE WHAT: speed and memory of a program that filled a whole mirror.
filled() {
  bar "$2, times the reference" "$(awk -v a="$(figure "$1" rate)" \
    -v b="$(figure reference.txt rate)" 'BEGIN { print a / b }')" x least "$ratio"
  printf '  %-42s %9.0f records/s, %.0f s of processor time\n' "$2" \
    "$(figure "$1" rate)" "$(figure "$1" cpu)"
  bar "$2, peak memory" "$(figure "$1" peak)" MiB most "$mib"
  printf '  %-42s %s MiB\n' 'at 25, 50, 75 and 100 % of the time' "$(figure "$1" \
    'int(q1 / 1024) ", " int(q2 / 1024) ", " int(q3 / 1024) ", " int(q4 / 1024)')"
  # What grows with the file would double from a quarter of it to all of it.
  bar "$2, last quarter to second, memory" "$(figure "$1" 'q4 / q2')" x most 1.25
}

harvestd() { measure "$1" "$bin/harvestd" "${@:2}"; }

start_standin() {
  "$bin/standin" --generate "$records" >standin.out &
  standin=$!
  until grep --quiet '^listening ' standin.out; do
    kill -0 "$standin"
    sleep 0.1
  done
  url=$(sed -n 's/^listening //p' standin.out)
}

harvest() {
  start_standin
  local from=(--mirror mirror.db --oai-base-url "$url/oai" --oai-request-delay-ms 0)
  harvestd init.txt init --quiet "${from[@]}"
  harvestd refresh.txt refresh --quiet "${from[@]}"
  stop_standin
}

reference() {
  sqlite3 mirror.db <"$here/format_alone.sql"
  # The shadow tables of the full-text index come with it.
  sqlite3 mirror.db "SELECT sql || ';' FROM sqlite_schema WHERE sql IS NOT NULL
    AND (name NOT LIKE 'papers_fts_%' OR type = 'view') ORDER BY rowid" >schema.sql
  sqlite3 -csv mirror.db 'SELECT * FROM papers ORDER BY rowid' >papers.csv
  sqlite3 -csv mirror.db 'SELECT * FROM paper_categories ORDER BY rowid' >paper_categories.csv
  measure reference.txt sqlite3 reference.db <"$here/reference.sql"
  local stored count='SELECT COUNT(*) FROM papers'
  stored=$(sqlite3 mirror.db "$count")
  [ "$stored" = "$records" ]
  [ "$(sqlite3 reference.db "$count")" = "$stored" ]
  rm reference.db papers.csv paper_categories.csv
}

import() {
  "$bin/harvestd" export --quiet --mirror mirror.db papers.ndjson
  harvestd import.txt import --quiet --mirror imported.db papers.ndjson
  rm papers.ndjson imported.db*
}

migration() {
  sqlite3 mirror.db <"$here/version3.sql"
  {
    echo 'from the beginning'
    "$bin/harvestd" migrate --mirror mirror.db
  } | while IFS= read -r line; do
    printf '%s %s\n' "$(date +%s.%N)" "$line"
  done >migration.txt
}

# The time from the last line of one step to the last line of the next; the first begins with the command.
migration_steps() {
  awk '
    begin == "" { begin = $1 }
    match($0, /v[0-9]+->v[0-9]+( \([^)]*\))?/) {
      step = substr($0, RSTART, RLENGTH)
      if (!(step in last)) order[++steps] = step
      last[step] = $1
    }
    END {
      for (i = 1; i <= steps; ++i) {
        printf "  %-42s %9.1f s\n", "migration " order[i], last[order[i]] - begin
        begin = last[order[i]]
      }
    }' migration.txt
}

harvest
harvestd verify.txt verify --quick --quiet --mirror mirror.db
reference
import
migration

echo "$records generated records"
printf '  %-42s %9.0f records/s\n' 'sqlite3 reference.sql' "$(figure reference.txt rate)"
filled init.txt 'first harvest'
filled import.txt 'import'
bar 'refresh with nothing new, processor time' "$(figure refresh.txt 'cpu * 1000')" ms most 50
bar 'verify --quick' "$(figure verify.txt wall)" s most 1
migration_steps
exit "$status"
