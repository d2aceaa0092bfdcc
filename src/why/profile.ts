import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BlockOptions } from '../blocks/block.ts';
import { runProgram } from '../blocks/program.ts';
import { type Arm, armSchema } from '../measurement/measurement.ts';
import type { Program } from '../plan/slot.ts';
import { quoteOutcome, runChild } from '../processes/child.ts';
import { childEnvironment } from '../processes/environment.ts';
import { isFile } from '../processes/file.ts';
import { limitSignal } from '../processes/limit.ts';
import { readPart } from '../processes/log.ts';
import { listMembers, listProcesses } from '../processes/procfs.ts';
import { type Instances, startInstances, stopInstances } from '../services/instances.ts';
import type { Surroundings } from '../services/surroundings.ts';
import { countSamples, type Samples, type Sources } from './functions/stacks.ts';
import program from './node.child.js?text';

/** Runs a profiler for each process of `$PIDS`, some of which are shells, and combines the results. */
const each = (command: string) =>
  `for PID in $PIDS; do ${command} & done; wait; cat "$OUT".* > "$OUT" 2> /dev/null && rm "$OUT".*`;

/** Presets by name: commands that sample the processes `$PIDS` for `$SECONDS` and write collapsed stacks to `$OUT`. */
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

/** Blocks of loads have names from 1, those of searches from 1001. */
const NAME = 2000;
/** Rounds of the load, and those in which the code is compiled. */
const ROUNDS = 10;
const WARM_UP_ROUNDS = 2;
/** Time (s) for starts and everything else besides the rounds, and for a command besides its sampling. */
const SPARE_SECONDS = 40;
const PATIENCE_SECONDS = 10;
/** Time (ms) that a stop may take at the end. */
const STOP_MS = 2000;
/** Maximum number of bytes that are read of an arm in a round, divided equally among its files. */
const MOST_BYTES = 16_000_000;

/**
 * Profiles both arms under load, round after round, on one more start of each. Other measurements run without a
 * profiler. Profiles stay in `folder`.
 *
 * @param command writes collapsed stacks; null for the profiler of Node
 * @param layOut lays out load on both arms, in turns, of this length (s), which is that of ten rounds
 * @returns the samples of each round; empty if no command is given and something other than Node runs
 * @throws ServiceFailure; Error if the command fails
 */
export async function profileArms(
  { arms, ...options }: Omit<BlockOptions, 'planned'> & { arms: Record<Arm, Surroundings> },
  command: string | null,
  sources: Record<Arm, Sources>,
  layOut: (seconds: number) => Program,
  roundSeconds = 3,
): Promise<Record<Arm, Samples>[]> {
  const { folder, part } = options;
  const instances: Instances = { running: new Map(), starts: 0 };
  const readRound = () => Math.floor(Date.now() / 1000 / roundSeconds);
  const stemOf = (arm: Arm) => join(folder, `profile-${arm}.`);
  const signal = limitSignal(arms.head.signal, 1000 * (ROUNDS * roundSeconds + SPARE_SECONDS));
  const surround = (arm: Arm): Surroundings => {
    const grace = (wanted: number) => arms[arm].grace(signal.aborted ? Math.min(wanted, STOP_MS) : wanted);
    if (command !== null) return { ...arms[arm], signal, grace };
    const preload = `${stemOf(arm)}cjs`;
    const text = `const STEM = ${JSON.stringify(stemOf(arm))};\nconst MS = ${1000 * roundSeconds};\n${program}`;
    writeFileSync(preload, text, { mode: 0o600 });
    return { ...arms[arm], signal, grace, preload };
  };
  const own = { head: surround('head'), base: surround('base') };
  /** Has the command write stacks of an instance. @throws Error with its last line, if it fails */
  const run = async (arm: Arm, round: number, seconds: number) => {
    const { environment, config, keeper } = own[arm];
    const { sessions, targetUrl } = instances.running.get(arm)!;
    const pids = listMembers(listProcesses() ?? [], sessions).map(({ pid }) => pid);
    const path = `${stemOf(arm)}${round}.txt`;
    const told = { PIDS: pids.join(' '), SECONDS: `${seconds}`, OUT: path, URL: targetUrl, LC_ALL: 'C' };
    const outcome = await runChild({
      file: 'sh',
      arguments: ['-c', command!],
      cwd: config.directory,
      environment: childEnvironment(environment, { ...keeper.mark, ...told }),
      timeoutMs: 1000 * (seconds + PATIENCE_SECONDS),
      signal,
    });
    if (outcome.kind === 'ended' && outcome.exitCode === 0 && existsSync(path)) return;
    throw new Error(`\`explain\` wrote no stacks: ${quoteOutcome(outcome)}`);
  };
  const runBoth = (round: number, seconds: number) =>
    Promise.all(armSchema.options.map((arm) => run(arm, round, seconds)));
  try {
    await startInstances(instances, { arms: own, together: armSchema.options, block: NAME, part });
    signal.throwIfAborted();
    if (command === null && !armSchema.options.every((arm) => existsSync(`${stemOf(arm)}here`))) return [];
    // Without permission to look into a process, a profiler fails at once.
    if (command !== null) await runBoth(0, 1);
    const first = readRound() + 1 + WARM_UP_ROUNDS;
    const around = { ...options, around: own.head, instances: instances.running };
    const running = runProgram(layOut(ROUNDS * roundSeconds), 'profile', around);
    const profile = (): Promise<never> => runBoth(readRound(), roundSeconds).then(profile);
    // A later failure, for instance because a worker has ended, ends the profile.
    if (command !== null) await Promise.race([running, profile().catch(() => {})]);
    const { crash, failure } = await running;
    if (crash !== null || failure !== null) return [];
    const files = readdirSync(folder).map((name) => join(folder, name));
    const read = (arm: Arm, round: number) => {
      const written = files.filter((file) => file.startsWith(`${stemOf(arm)}${round}.`) && isFile(file));
      const parts = written.map((file) => readPart(file, 0, Math.floor(MOST_BYTES / written.length)));
      return countSamples(parts.join('\n'), sources[arm]);
    };
    const rounds = Array.from({ length: Math.max(0, readRound() - first) }, (_, i) => first + i);
    return rounds.map((round) => ({ base: read('base', round), head: read('head', round) }));
  } finally {
    await stopInstances(instances);
  }
}
