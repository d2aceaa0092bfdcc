import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BlockOptions } from '../blocks/block.ts';
import { runProgram } from '../blocks/program.ts';
import type { Config } from '../config/config.ts';
import type { Arm } from '../measurement/measurement.ts';
import { isLatency } from '../metrics/metric.ts';
import { layOutTurns } from '../plan/layout.ts';
import { EXPLANATION_SECONDS, type Plan } from '../plan/plan.ts';
import type { Program } from '../plan/slot.ts';
import { takesTurns } from '../plan/stretches.ts';
import { quoteLine, runChild } from '../processes/child.ts';
import { childEnvironment } from '../processes/environment.ts';
import { listMembers, listProcesses } from '../processes/procfs.ts';
import { bindGit, type Git, gitEnvironment } from '../revision/git.ts';
import type { RunningInstance } from '../services/instance.ts';
import { type Instances, startInstances, stopInstances } from '../services/instances.ts';
import type { Surroundings } from '../services/surroundings.ts';
import { isMoreWork, listProcessorCosts } from '../verdict/costs.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { type Change, DIFF, readChange } from './functions/change.ts';
import { findRise, type ProfiledRound, type Risen } from './functions/rise.ts';
import { countSamples } from './functions/stacks.ts';
import preload from './node.child.js';

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

const ARMS = ['base', 'head'] as const;

/** Length (s) of a round, and rounds in which both arms become warm. */
const ROUND_SECONDS = 3;
const WARM_UP_ROUNDS = 2;
/** Time (s) that a command may take beside its samples. */
const PATIENCE_SECONDS = 10;

/**
 * Looks for the function or package that takes the processor time by which a scenario has become slower, on one more start of
 * each arm, with a profiler. It never decides, and whatever fails is a note. Empty where `explain` is off, where nothing is
 * slower by more work, or where both arms cannot take turns.
 */
export async function explainRegression(
  verdict: Verdict,
  { plan, blocks, config }: { plan: Plan; config: Config; blocks: readonly unknown[] },
  tops: Record<Arm, string> | undefined,
  options: Omit<BlockOptions, 'planned'>,
): Promise<Risen[]> {
  const { arms, progress, folder } = options;
  const { head, base } = arms;
  const slowest = findSlowest(verdict);
  const step = plan.steps.find((one) => one.label === slowest?.label);
  if (config.explain === 'off' || !step || !slowest || !tops || !base) return [];
  if (!takesTurns(plan, step) || head.signal.aborted) return [];
  progress.phase(`looking for what takes the processor time of ${step.label}`, EXPLANATION_SECONDS);
  try {
    const bind = (arm: Arm) => bindGit(tops[arm], gitEnvironment(head.environment), head.signal);
    // Arms and profilers start and stop in the rest of the time.
    const program = layOutTurns(plan, step, EXPLANATION_SECONDS - 8);
    const command = config.explain === 'auto' ? null : (PRESETS[config.explain] ?? config.explain);
    const rounds = await profileArms(program, command, {
      ...options,
      arms: { head, base },
      tops,
      block: blocks.length,
    });
    const risen = findRise(rounds, slowest, await readDiff(bind('base'), bind('head'), folder));
    return risen === null ? [] : [{ label: step.label, ...risen }];
  } catch (error) {
    progress.note(`what takes the processor time could not be looked for: ${(error as Error).message}`);
    return [];
  }
}

/** Finds the scenario whose processor time has grown most, of those that are slower. */
function findSlowest(verdict: Verdict): { label: string; base: number; head: number } | undefined {
  if (verdict.invalid.length > 0 || verdict.faults.length > 0) return undefined;
  const slower = new Set(
    verdict.changes
      .filter(({ code, metric }) => code === 'regressed' && isLatency(metric))
      .map(({ label }) => label),
  );
  return listProcessorCosts(verdict)
    .filter((cost) => slower.has(cost.label) && isMoreWork(cost))
    .sort((a, b) => b.change.value - a.change.value)[0];
}

/** Number of the round by the clock. */
const readRound = () => Math.floor(Date.now() / 1000 / ROUND_SECONDS);

/**
 * Profiles both arms under load, round after round, on one more start of each. What is measured elsewhere has no
 * profiler. Empty where no command is given and something else than Node runs. Profiles stay in `folder`.
 *
 * @param program load on both arms in turns
 * @param command writes collapsed stacks; null for the profiler of Node
 * @throws ServiceFailure
 * @throws Error where the command fails
 */
async function profileArms(
  program: Program,
  command: string | null,
  options: Omit<BlockOptions, 'planned' | 'arms'> & {
    arms: Record<Arm, Surroundings>;
    tops: Record<Arm, string>;
    block: number;
  },
): Promise<ProfiledRound[]> {
  const { arms, folder, shared, k6, seed, block, part, tops } = options;
  const instances: Instances = { running: new Map(), starts: 0 };
  const stemOf = (arm: Arm) => join(folder, `profile-${arm}.`);
  const surround = (arm: Arm): Surroundings =>
    command === null ? { ...arms[arm], preload: writePreload(stemOf(arm)) } : arms[arm];
  const own = { head: surround('head'), base: surround('base') };
  const runBoth = (round: number, length: number) =>
    Promise.all(
      ARMS.map((arm) =>
        runCommand(command!, own[arm], instances.running.get(arm)!, length, `${stemOf(arm)}${round}.txt`),
      ),
    );
  try {
    await startInstances(instances, { arms: own, together: ARMS, block, part });
    if (command === null && !ARMS.every((arm) => existsSync(`${stemOf(arm)}here`))) return [];
    // A profiler that may not look into a process says so at once.
    if (command !== null) await runBoth(0, 1);
    const around = { around: own.head, k6, folder, instances: instances.running, shared, block, seed };
    const began = readRound();
    const running = runProgram(program, 'profile', around);
    let isOver = command === null;
    const end = () => {
      isOver = true;
    };
    running.then(end, end);
    // What fails later, for instance since a worker has ended, ends the profile.
    while (!isOver) await runBoth(readRound(), ROUND_SECONDS).catch(end);
    const { crash, failure } = await running;
    if (crash !== null || failure !== null) return [];
    const read = (arm: Arm, round: number) => {
      const files = readdirSync(folder).filter((name) => name.startsWith(`profile-${arm}.${round}.`));
      return countSamples(
        files.map((name) => readFileSync(join(folder, name), 'utf8')),
        [tops[arm], realpathSync(tops[arm])],
      );
    };
    // Before that the code is being compiled.
    const first = began + 1 + WARM_UP_ROUNDS;
    return Array.from({ length: Math.max(0, readRound() - first) }, (_, i) => ({
      base: read('base', first + i),
      head: read('head', first + i),
    }));
  } finally {
    await stopInstances(instances);
  }
}

/** Writes the program that Node loads first. @returns its path */
function writePreload(stem: string): string {
  const text = `const STEM = ${JSON.stringify(stem)};\nconst MS = ${1000 * ROUND_SECONDS};\n${preload}`;
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

/** Which pattern of git's finds the function that a hunk begins in. */
const DRIVERS =
  '*.c=cpp *.cc=cpp *.cpp=cpp *.h=cpp *.cs=csharp *.ex=elixir *.go=golang *.java=java *.kt=kotlin *.php=php *.py=python *.rb=ruby *.rs=rust *.js=js *.cjs=js *.mjs=js *.ts=js *.cts=js *.mts=js *.jsx=js *.tsx=js';
/** Git has none for JavaScript. */
const JAVASCRIPT =
  '!^[ \t]*(if|else|for|while|switch|catch|return|do|throw|await|new|try)[^A-Za-z0-9_$]\n^[ \t]*(((export|default|async|static|public|private|protected|override|get|set)[ \t]+)*(function[ \t*].*|[#A-Za-z_$][A-Za-z0-9_$]*[ \t]*\\(.*\\{[ \t]*|(const|let|var)[ \t]+[A-Za-z_$][A-Za-z0-9_$]*[^=]*=[ \t]*(async[ \t]*)?(function|\\([^()]*\\)[^=]*=>|[A-Za-z_$][A-Za-z0-9_$]*[ \t]*=>).*))$';

/** Reads what a change touches. */
async function readDiff(base: Git, head: Git, folder: string): Promise<Change> {
  const path = join(folder, 'profile.attributes');
  writeFileSync(path, `${DRIVERS.replaceAll(' ', '\n').replaceAll('=', ' diff=')}\n`);
  const settings = [`core.attributesFile=${path}`, 'core.quotePath=false', `diff.js.xfuncname=${JAVASCRIPT}`];
  const { stdout: from } = await base(['rev-parse', 'HEAD']);
  const order = [...settings.flatMap((one) => ['-c', one]), ...DIFF.split(' '), from, 'HEAD', '--'];
  const { ok, stdout } = await head(order, { timeoutMs: 5000 });
  return readChange(ok ? stdout : '');
}
