import { dirname } from 'node:path';
import { parsePercentWithin } from '../config/language/setting.ts';
import { UserError } from '../errors.ts';
import { gate } from '../gate/gate.ts';
import type { GateRequest } from '../gate/request.ts';
import { readPlace } from '../records/store.ts';
import { findBaseBranch, readSubject } from '../revision/subject.ts';
import { alterHead, hold, slow } from './proof/plant.ts';
import { type Proof, takeJudged } from './proof/proof.ts';

type ProveRequest = ReturnType<typeof readExtent> &
  Pick<GateRequest, 'configPath' | 'only' | 'budgetSeconds' | 'environment' | 'progress' | 'signal'>;

/** Parses how much is tried: 1 to 999 runs of unchanged code, and 1 % to 1000 % as a fraction. @throws UserError, TextError */
export function readExtent({ runs = '6', slowdown = '20%' }: { runs?: string; slowdown?: string }) {
  if (!/^[1-9]\d{0,2}$/.test(runs))
    throw new UserError({ what: `--runs takes a number from 1 to 999, not ${runs.slice(0, 20)}.` });
  return { runs: Number(runs), slowdown: parsePercentWithin(slowdown, { least: 0.01, most: 10 }) };
}

/**
 * Tries the gate itself on code that is the same on both arms: each measurement is judged as it is, as if every response of
 * the head took longer, and as if the head held a few. Nothing is recorded.
 *
 * @throws UserError for what the user must change, Interrupted if the signal is aborted
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
    progress.note(number);
    const { report, altered = [] } = await gate({ ...common, failOn: [], attempt: new Date().toISOString() });
    const unchanged = takeJudged(report);
    const [slower = unchanged, held = unchanged] = altered.map(takeJudged);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    proof.runs.push({ unchanged, slower, held, seconds });
    proof.suite = report.record.suite;
    progress.note(`${number}: ${unchanged.verdict}, slower ${slower.verdict}, few held ${held.verdict}`);
  }
  progress.done();
  return proof;
}
