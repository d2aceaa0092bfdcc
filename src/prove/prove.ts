import { dirname } from 'node:path';
import type { Block } from '../blocks/block.ts';
import type { DiagnosedSlot } from '../blocks/diagnosis.ts';
import { parsePercentWithin } from '../config/language/setting.ts';
import { UserError } from '../errors.ts';
import { gate } from '../gate/gate.ts';
import type { Alteration } from '../gate/judgement.ts';
import type { GateRequest } from '../gate/request.ts';
import type { Slice } from '../measurement/measurement.ts';
import { pooledQuantile } from '../measurement/quantiles.ts';
import type { Progress } from '../progress.ts';
import { readPlace } from '../records/store.ts';
import { findBaseBranch, readSubject } from '../revision/subject.ts';
import { hold, slow } from './proof/plant.ts';
import { type Proof, takeJudged } from './proof/proof.ts';

export type ProveRequest = Pick<
  GateRequest,
  'configPath' | 'only' | 'budgetSeconds' | 'environment' | 'progress' | 'signal'
> & {
  /** Runs of unchanged code. */
  runs: number;
  /** Slowdown of every answer that is planted, fraction. */
  slowdown: number;
};

const RUNS = { least: 2, most: 1000 };
const SLOWDOWN = { least: 0.01, most: 10 };

/** What is tried where nobody asks for more or less. */
export const USUAL_EXTENT = { runs: '6', slowdown: '20%' };

/** Reads how much is tried, as options have it. @throws UserError, TextError */
export function readExtent({ runs, slowdown }: typeof USUAL_EXTENT): Pick<ProveRequest, 'runs' | 'slowdown'> {
  const count = Number(runs);
  if (!(Number.isInteger(count) && count >= RUNS.least && count <= RUNS.most))
    throw new UserError({
      what: `${JSON.stringify(runs.slice(0, 20))} is no number of runs: expected a whole one from ${RUNS.least} to ${RUNS.most}.`,
      hint: 'So many runs are made, such as `--runs 20`.',
    });
  return { runs: count, slowdown: parsePercentWithin(slowdown, SLOWDOWN) };
}

/**
 * Tries the gate itself on code that is the same in both arms: each measurement is judged as it is, as if every answer of the
 * head took longer, and as if the head held a few. Nothing is recorded.
 *
 * @throws UserError for what the user must change, Interrupted when the signal is aborted
 */
export async function tryGate(request: ProveRequest): Promise<Proof> {
  const { configPath, environment, signal, progress, slowdown } = request;
  const directory = dirname(configPath);
  const baseBranch = await findBaseBranch(directory, environment, signal);
  const common = {
    ...request,
    record: false,
    explain: 'off',
    store: readPlace(undefined, directory),
    subject: await readSubject(directory, environment, signal),
    baseBranch,
    base: { asked: null, trigger: { kind: 'local', baseBranch }, from: 'paired' },
    alterations: [plantSlowdown(slowdown), plantHolds],
    link: null,
  } as const;
  const proof: Proof = { suite: '', slowdown, runs: [] };
  for (let run = 1; run <= request.runs; run++) {
    const number = `run ${run} of ${request.runs}`;
    const startedAt = performance.now();
    const own: Progress = {
      phase: (text, seconds) => progress.phase(`${number}: ${text}`, seconds),
      note: (text) => progress.note(`  ${text}`),
      done() {},
    };
    const attempt = new Date().toISOString();
    const { report, altered: [other, another] = [] } = await gate({
      ...common,
      attempt,
      failOn: [],
      progress: own,
    });
    const unchanged = takeJudged(report);
    const [slower, held] = [takeJudged(other ?? report), takeJudged(another ?? report)];
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    proof.runs.push({ unchanged, slower, held, seconds });
    proof.suite = report.record.suite;
    const [first, second, third] = [unchanged, slower, held].map(({ blocks }) =>
      blocks === null ? 'not measured' : blocks ? 'blocks' : 'passes',
    );
    progress.note(`${number}: ${first} (${unchanged.headline}); slower ${second}, few held ${third}`);
  }
  progress.done();
  return proof;
}

/** Makes every answer of the head take longer by a share (fraction). */
function plantSlowdown(share: number): Alteration {
  return (blocks) => alterHead(blocks, () => (slice) => slow(slice, share));
}

/** Holds a few answers of the head, by the p99 of their stretch. */
function plantHolds(blocks: readonly Block[]): Block[] {
  return alterHead(blocks, ({ slices }) => {
    const p99 = pooledQuantile(slices, 0.99) || 0;
    return (slice) => hold(slice, p99);
  });
}

function alterHead(
  blocks: readonly Block[],
  alter: (slot: DiagnosedSlot) => (slice: Slice) => Slice,
): Block[] {
  const alterAll = (slots: readonly DiagnosedSlot[]) =>
    slots.map((one) => (one.slot.arm === 'head' ? { ...one, slices: one.slices.map(alter(one)) } : one));
  return blocks.map((block) => ({ ...block, kept: alterAll(block.kept), soak: alterAll(block.soak) }));
}
