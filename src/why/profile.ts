import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BlockOptions } from '../blocks/block.ts';
import { runProgram } from '../blocks/program.ts';
import type { Arm } from '../measurement/measurement.ts';
import type { Program } from '../plan/slot.ts';
import { quoteLine, runChild } from '../processes/child.ts';
import { childEnvironment } from '../processes/environment.ts';
import { listMembers, listProcesses } from '../processes/procfs.ts';
import type { RunningInstance } from '../services/instance.ts';
import { type Instances, startInstances, stopInstances } from '../services/instances.ts';
import type { Surroundings } from '../services/surroundings.ts';
import type { ProfiledRound } from './functions/rise.ts';
import { countSamples, type Sources } from './functions/stacks.ts';
import program from './node.child.js';

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

type ProfilingOptions = Omit<BlockOptions, 'planned' | 'arms'> & {
  arms: Record<Arm, Surroundings>;
  /** Number of the block, from 0, after all that were measured. */
  block: number;
  /** Command that writes collapsed stacks; null for the profiler of Node. */
  command: string | null;
  /** Lays out load on both arms in turns that takes so long (s). */
  layOut(seconds: number): Program;
  sources: Record<Arm, Sources>;
  /** Longest time (s) until all is stopped, `STOP_SECONDS` later; length (s) of a round. */
  seconds: number;
  roundSeconds: number;
};

const ARMS = ['base', 'head'] as const;

/** Most rounds, those in which both arms become warm, and time (s) that k6 takes to start and to end. */
const MOST_ROUNDS = 12;
const WARM_UP_ROUNDS = 2;
const ENDS_SECONDS = 4;
/** Time (s) in which services stop after that, and least time (s) that each of their commands has for it. */
const STOP_SECONDS = 4;
const LEAST_STOP_SECONDS = 1;
/** Time (s) that a command may take beside its samples. */
const PATIENCE_SECONDS = 10;
/** Most characters of the profiles of one arm in one round. */
const MOST_CHARACTERS = 16_000_000;

const LATE = 'services and profilers took so long to start that no time is left for it';

/**
 * Profiles both arms under load, round after round, on one more start of each. What is measured elsewhere has no
 * profiler. Empty where no command is given and something else than Node runs. Whatever hangs, a start, a command, k6 or a
 * stop, is ended when its time is over. Profiles stay in `folder`.
 *
 * @throws ServiceFailure
 * @throws Error where the command fails, or no time is left for it
 */
export async function profileArms(options: ProfilingOptions): Promise<ProfiledRound[]> {
  const { arms, folder, layOut, shared, k6, seed, block, seconds, roundSeconds, command, sources } = options;
  const until = performance.now() + 1000 * seconds;
  const limit = AbortSignal.timeout(1000 * seconds);
  /** Number of the round by the clock. */
  const readRound = () => Math.floor(Date.now() / 1000 / roundSeconds);
  const instances: Instances = { running: new Map(), starts: 0 };
  const stemOf = (arm: Arm) => join(folder, `profile-${arm}.`);
  const surround = (arm: Arm): Surroundings => ({
    ...arms[arm],
    ...(command === null && { preload: writePreload(stemOf(arm), roundSeconds) }),
    signal: AbortSignal.any([arms[arm].signal, limit]),
    grace(wanted) {
      const left = until + 1000 * STOP_SECONDS - performance.now();
      return Math.min(arms[arm].grace(wanted), Math.max(1000 * LEAST_STOP_SECONDS, left));
    },
  });
  const own = { head: surround('head'), base: surround('base') };
  const runBoth = (round: number, length: number) =>
    Promise.all(
      ARMS.map((arm) =>
        runCommand(command!, own[arm], instances.running.get(arm)!, length, `${stemOf(arm)}${round}.txt`),
      ),
    );
  try {
    await startInstances(instances, { arms: own, together: ARMS, block, part: options.part });
    limit.throwIfAborted();
    if (command === null && !ARMS.every((arm) => existsSync(`${stemOf(arm)}here`))) return [];
    // Whoever may not look into a process learns that at once.
    if (command !== null) await runBoth(0, 1);
    const left = Math.min(MOST_ROUNDS * roundSeconds, (until - performance.now()) / 1000 - ENDS_SECONDS);
    if (left < roundSeconds) throw new Error(LATE);
    const around = { around: own.head, k6, folder, instances: instances.running, shared, block, seed };
    const began = readRound();
    const running = runProgram(layOut(left), 'profile', around);
    const isOver = running.then(() => true);
    const runRound = () =>
      runBoth(readRound(), roundSeconds).then(
        () => false,
        () => true,
      );
    // What fails later, for instance since a worker has ended, ends the profile.
    while (command !== null && !(await Promise.race([isOver, runRound()])));
    const { crash, failure } = await running;
    if (crash !== null || failure !== null) return [];
    const read = (arm: Arm, round: number) =>
      countSamples(readTexts(folder, `profile-${arm}.${round}.`), sources[arm]);
    // Before that the code is being compiled.
    const first = began + 1 + WARM_UP_ROUNDS;
    return Array.from({ length: Math.max(0, readRound() - first) }, (_, i) => ({
      base: read('base', first + i),
      head: read('head', first + i),
    }));
  } catch (error) {
    throw limit.aborted && !arms.head.signal.aborted ? new Error(LATE) : error;
  } finally {
    await stopInstances(instances);
  }
}

/** Writes the program that Node loads first. @returns its path */
function writePreload(stem: string, roundSeconds: number): string {
  const text = `const STEM = ${JSON.stringify(stem)};\nconst MS = ${1000 * roundSeconds};\n${program}`;
  writeFileSync(`${stem}cjs`, text, { mode: 0o600 });
  return `${stem}cjs`;
}

/** Runs a command that writes stacks of an instance to `path`. @throws Error with its last line, where it fails */
async function runCommand(
  command: string,
  { environment, config, signal, keeper }: Surroundings,
  { sessions, targetUrl }: RunningInstance,
  length: number,
  path: string,
): Promise<void> {
  const pids = listMembers(listProcesses() ?? [], sessions).map(({ pid }) => pid);
  const own = { PIDS: pids.join(' '), SECONDS: `${length}`, OUT: path, URL: targetUrl, LC_ALL: 'C' };
  const outcome = await runChild({
    file: 'sh',
    arguments: ['-c', command],
    cwd: config.directory,
    environment: childEnvironment(environment, { ...keeper.mark, ...own }),
    timeoutMs: 1000 * (length + PATIENCE_SECONDS),
    signal,
  });
  if (outcome.kind === 'ended' && outcome.exitCode === 0 && existsSync(path)) return;
  const said = 'output' in outcome ? `: ${quoteLine(outcome.output, 'last')}` : '';
  throw new Error(`\`explain\` wrote no stacks${said}`);
}

/** Reads the profiles of a round, as far as they are not too much. */
function readTexts(folder: string, stem: string): string[] {
  let left = MOST_CHARACTERS;
  const own = readdirSync(folder).filter((name) => name.startsWith(stem) && name.endsWith('.txt'));
  return own.flatMap((name) => {
    const stat = statSync(join(folder, name));
    left -= stat.size;
    return stat.isFile() && left >= 0 ? [readFileSync(join(folder, name), 'utf8')] : [];
  });
}
