import { randomInt } from 'node:crypto';
import { dirname } from 'node:path';
import { parsePercentWithin } from '../config/language/percent.ts';
import { readConfig } from '../config/read.ts';
import { chooseSource, selectScenarios } from '../config/selection.ts';
import { UserError } from '../errors.ts';
import { gate } from '../gate/gate.ts';
import type { GateRequest } from '../gate/request.ts';
import { describeMachine } from '../machine/machine.ts';
import { planVariants } from '../plan/planning.ts';
import { addSeconds } from '../plan/wall.ts';
import { childEnvironment } from '../processes/environment.ts';
import type { Progress } from '../progress.ts';
import { readPlace } from '../records/stores/place.ts';
import { formatSeconds } from '../report/format/numbers.ts';
import { coreCount } from '../report/words/terms.ts';
import { findCheckout } from '../revision/checkout.ts';
import { findBaseBranch, readSubject } from '../revision/subject.ts';
import { NO_PLANT, type Plant } from '../services/relay.ts';
import { seedRandom } from '../statistics/random.ts';
import { assertFit } from './fitness.ts';
import { chooseLeft, dealRuns, type Proof } from './proof/proof.ts';
import { chooseHold, type RunKind, type TriedRun, takeRun } from './proof/run.ts';
import { nameKind } from './proof/words.ts';

export type ProveRequest = Pick<
  GateRequest,
  'configPath' | 'only' | 'failOn' | 'k6Version' | 'budgetSeconds' | 'environment' | 'progress' | 'signal'
> & {
  /** Runs of unchanged code; of each kind of slowdown there are two thirds as many. */
  runs: number;
  /** Slowdown of every answer that is planted, fraction. */
  slowdown: number;
};

/** Fewest and most runs of unchanged code: with one nothing could be clear, and nobody waits for more. */
const RUNS = { least: 2, most: 100 };
const SLOWDOWN = { least: 0.01, most: 10 };

/** What is tried where nobody asks for more or less. */
export const USUAL_EXTENT = { runs: '6', slowdown: '20%' };

/** Reads how much is tried, as options and inputs have it. @throws UserError, TextError */
export function readExtent({ runs, slowdown }: typeof USUAL_EXTENT): Pick<ProveRequest, 'runs' | 'slowdown'> {
  const count = Number(runs);
  if (!(Number.isInteger(count) && count >= RUNS.least && count <= RUNS.most))
    throw new UserError({
      what: `${JSON.stringify(runs.slice(0, 20))} is no number of runs: expected a whole one from ${RUNS.least} to ${RUNS.most}.`,
      hint: 'So many runs are of unchanged code, and two thirds as many of each slowdown.',
    });
  return { runs: count, slowdown: parsePercentWithin(slowdown, SLOWDOWN) };
}

/** Share of answers that are held. From twice 1 % on, a p99 is one of them. */
const HELD_SHARE = 0.02;

/**
 * Tries the gate itself: on code that is the same in both arms, with and without a planted slowdown, in mixed order. It
 * ends before its plan where the answer is clear. Nothing is recorded.
 *
 * @throws UserError for what the user must change, Interrupted when the signal is aborted
 */
export async function tryGate(request: ProveRequest): Promise<Proof> {
  const { configPath, only, environment, signal, progress, slowdown } = request;
  const directory = dirname(configPath);
  const calling = { command: 'tailgate prove', variables: childEnvironment(environment) };
  const whole = selectScenarios(readConfig(configPath, process.cwd(), { only, calling }), only);
  assertFit(whole, await findCheckout(whole.directory, environment, signal));
  const config = chooseSource(whole, 'paired');
  const { budgetSeconds } = request;
  const plans = planVariants(config, { budgetSeconds, paired: true }).map(({ plan }) => plan);
  const expected = addSeconds(plans).wall.last;
  const baseBranch = await findBaseBranch(directory, environment, signal);
  const common = {
    ...request,
    record: false,
    explain: 'off',
    store: readPlace(undefined, directory),
    subject: await readSubject(directory, environment, signal),
    baseBranch,
    base: { asked: null, trigger: { kind: 'local', baseBranch }, from: 'paired' },
    link: null,
  } as const;
  const { cores, cpuModel } = describeMachine();
  const planned = dealRuns(request.runs, seedRandom(randomInt(2 ** 31)));
  const proof: Proof = {
    suite: config.suite,
    day: '',
    machine: `${coreCount(cores)}, ${cpuModel}`,
    slowdown,
    heldShare: HELD_SHARE,
    holdMs: 0,
    planned,
    runs: [],
  };
  progress.note(
    `${planned.length} runs of about ${formatSeconds(expected)}, builds on top: about ${formatSeconds(roundUp(planned.length * expected))} in all, less where the answer is clear before`,
  );
  // How long answers are held follows from what unchanged code takes, so one such run comes first.
  const isHeld = (kind: RunKind) => kind === 'held' && proof.holdMs === 0;
  const choose = (left: RunKind[]) => [...left].sort((a, b) => Number(isHeld(a)) - Number(isHeld(b)));
  for (let left = planned; left.length > 0; left = choose(chooseLeft(left.slice(1), proof.runs))) {
    const kind = left[0]!;
    const number = proof.runs.length + 1;
    const of = number + left.length - 1;
    const startedAt = performance.now();
    const elapsed = () => (performance.now() - startedAt) / 1000;
    const each = expectSeconds(proof.runs) ?? expected;
    const own = prefix(progress, () => {
      const seconds = Math.max(0, left.length * each - elapsed());
      return `run ${number} of ${of}, about ${formatSeconds(roundUp(seconds))} left`;
    });
    const attempt = new Date().toISOString();
    const { report } = await gate({ ...common, plant: choosePlant(kind, proof), attempt, progress: own });
    const run = takeRun(kind, report, elapsed(), slowdown);
    proof.runs.push(run);
    proof.day = attempt.slice(0, 10);
    if (proof.holdMs === 0 && kind === 'unchanged' && run.blocks !== null) proof.holdMs = chooseHold(run);
    progress.note(`run ${number} of ${of}, ${nameKind(kind, proof)}: ${describeRun(run)}`);
  }
  progress.done();
  return proof;
}

function choosePlant(kind: RunKind, { slowdown, heldShare, holdMs }: Proof): Plant {
  if (kind === 'slower') return { ...NO_PLANT, slowdown };
  return kind === 'held' ? { ...NO_PLANT, heldShare, holdMs } : NO_PLANT;
}

function describeRun({ kind, blocks, headline, seconds }: TriedRun): string {
  const bad = kind === 'unchanged' ? 'a false alarm' : 'noticed';
  const good = kind === 'unchanged' ? 'passed' : 'not noticed';
  const result = blocks === null ? 'not measured' : blocks ? bad : good;
  return `${result} in ${formatSeconds(seconds)} (${headline})`;
}

/** Computes how long (s) the runs so far took on average; null before the first. */
function expectSeconds(runs: readonly TriedRun[]): number | null {
  return runs.length === 0 ? null : runs.reduce((sum, { seconds }) => sum + seconds, 0) / runs.length;
}

/** Rounds seconds up to whole minutes, from two minutes on: nobody knows them better. */
function roundUp(seconds: number): number {
  return seconds < 120 ? Math.ceil(seconds / 10) * 10 : Math.ceil(seconds / 60) * 60;
}

/** Puts words before all that a run shows. */
function prefix(progress: Progress, words: () => string): Progress {
  return {
    phase: (text, seconds) => progress.phase(`${words()}: ${text}`, seconds),
    note: (text) => progress.note(`  ${text}`),
    interim() {},
    done() {},
  };
}
