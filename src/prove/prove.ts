import { dirname } from 'node:path';
import type { DiagnosedSlot } from '../blocks/slots.ts';
import { parsePercentWithin } from '../config/language/setting.ts';
import { UserError } from '../errors.ts';
import { gate } from '../gate/gate.ts';
import type { Alteration } from '../gate/judgement.ts';
import type { GateRequest } from '../gate/request.ts';
import type { Slice } from '../measurement/measurement.ts';
import { pooledQuantile } from '../measurement/quantiles.ts';
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

/** What is tried where nobody asks for more or less. */
export const USUAL_EXTENT = { runs: '6', slowdown: '20%' };

/** Reads how much is tried, as options have it: 1 to 999 runs, 1 % to 1000 %. @throws UserError, TextError */
export function readExtent({ runs, slowdown }: typeof USUAL_EXTENT): Pick<ProveRequest, 'runs' | 'slowdown'> {
  if (!/^[1-9]\d{0,2}$/.test(runs))
    throw new UserError({ what: `--runs takes a number from 1 to 999, not ${runs.slice(0, 20)}.` });
  return { runs: Number(runs), slowdown: parsePercentWithin(slowdown, { least: 0.01, most: 10 }) };
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
    explain: 'off',
    store: readPlace(undefined, directory),
    subject: await readSubject(directory, environment, signal),
    baseBranch,
    base: { asked: null, trigger: { kind: 'local', baseBranch }, from: 'paired' },
    alterations: [alterHead((slice) => slow(slice, slowdown)), alterHead(hold)],
    link: null,
  } as const;
  const proof: Proof = { suite: '', slowdown, runs: [] };
  for (let run = 1; run <= request.runs; run++) {
    const number = `run ${run} of ${request.runs}`;
    const startedAt = performance.now();
    const phase = (text: string, seconds?: number) => progress.phase(`${number}: ${text}`, seconds);
    const own = { ...progress, phase, done() {} };
    const attempt = new Date().toISOString();
    const { report, altered = [] } = await gate({ ...common, attempt, failOn: [], progress: own });
    const [unchanged, slower, held] = [report, altered[0] ?? report, altered[1] ?? report].map(takeJudged);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    proof.runs.push({ unchanged: unchanged!, slower: slower!, held: held!, seconds });
    proof.suite = report.record.suite;
    progress.note(`${number}: ${unchanged!.verdict}, slower ${slower!.verdict}, few held ${held!.verdict}`);
  }
  progress.done();
  return proof;
}

/** Alters the slices of the head, by the p99 of their stretch. */
function alterHead(alter: (slice: Slice, p99: number) => Slice): Alteration {
  const alterAll = (slots: readonly DiagnosedSlot[]) =>
    slots.map((one) => {
      if (one.slot.arm === 'base') return one;
      const p99 = pooledQuantile(one.slices, 0.99) || 0;
      return { ...one, slices: one.slices.map((slice) => alter(slice, p99)) };
    });
  return (blocks) =>
    blocks.map((block) => ({ ...block, kept: alterAll(block.kept), soak: alterAll(block.soak) }));
}
