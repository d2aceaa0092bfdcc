/** Runs a profiler for each process of `$PIDS`, of which some are shells, and puts together what came of it. */
const each = (command: string) =>
  `for PID in $PIDS; do ${command} & done; wait; cat "$OUT".* > "$OUT" 2> /dev/null && rm "$OUT".*`;

/** Commands that take samples of the processes `$PIDS` for `$SECONDS` and write collapsed stacks to `$OUT`, by their names. */
export const PRESETS: Readonly<Record<string, string>> = {
  'py-spy': each(
    'py-spy record --pid $PID --duration $SECONDS --rate 1000 --gil --nonblocking --format raw --function --full-filenames --output "$OUT.$PID"',
  ),
  'async-profiler': each(
    `asprof -d $SECONDS -e ctimer -i 1ms -X '*CompileBroker::*' -o collapsed -f "$OUT.$PID" $PID`,
  ),
  perf: `perf record -q -e cpu-clock:u -F 1000 --call-graph fp --no-buildid-cache -o "$OUT.data" -p $(echo $PIDS | tr ' ' ,) -- sleep $SECONDS && perf report --stdio --no-inline --no-children --sort sym -g folded,0,caller,function,count -i "$OUT.data" | sed -nE 's/^([0-9]+) ([^ ].*)$/\\2 \\1/p' > "$OUT" && rm "$OUT.data"`,
  pprof: `PPROF_TMPDIR="$OUT.d" go tool pprof -traces "$URL/debug/pprof/profile?seconds=$SECONDS" | awk '/^-+\\+/ { if (s) print s, n; s = "" } $1 ~ /^[0-9.]+m?s$/ { n = int($1 * ($1 ~ /ms/ ? 0.1 : 100) + 0.5); s = $2; next } s && NF && !/^-/ { s = $1 ";" s } END { exit !NR }' > "$OUT" && rm -r "$OUT.d"`,
};
