import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { StepMeasurement } from '../blocks/collection.ts';
import type { Config, Work } from '../config/config.ts';
import { RECORDED_LEVELS } from '../measurement/levels.ts';
import type { Arm, Sketch } from '../measurement/measurement.ts';
import type { Step } from '../plan/step.ts';
import type { RecordedStep } from './record.ts';
import { CODE, listWorkFiles, readWorkFile } from './work-files.ts';

/** What else determines the values: deployments are elsewhere, and only compared with deployments. */
type Around = Pick<Config, 'deployments' | 'measure'>;
type Digested = Pick<Step, 'work' | 'variant' | 'env'> & { load?: object; goal?: object };

/**
 * Returns the SHA-256 of the load, or the goal, of a step or search, of its requests or script, variant and declared
 * warm-up, without SLOs. Two measurements with the same digest may be compared.
 */
export function digestStep(step: Digested, { deployments, measure }: Around): string {
  const { work, variant, env, load, goal } = step;
  const sent =
    work.kind === 'script' ? describeScript(work) : { requests: work.requests, data: digestData(work) };
  const where = { variant, env: variant && env, deployed: deployments !== undefined };
  return hash(JSON.stringify({ sent, load, goal, ...where, warmUp: measure.warmUpSeconds }));
}

const hash = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

/** A script, and the code of its own that it imports. Data that it opens may be large, or be its own output. */
function describeScript(work: Extract<Work, { kind: 'script' }>): object {
  const files = [work.path, ...listWorkFiles(work).filter((path) => CODE.test(path))];
  return { exec: work.exec, files: files.map((path) => hash(readWorkFile(path) ?? '')) };
}

const digestData = ({ data }: Extract<Work, { kind: 'request' }>) => data && hash(readFileSync(data.path));

/** Makes the stored form of a measured step: fewer levels, four significant digits. */
export function recordStep(measurement: StepMeasurement, arm: Arm, digest: string): RecordedStep {
  return { ...thin(measurement), digest, arm };
}

const LEVELS = new Set(RECORDED_LEVELS);

/** Keeps only the recorded levels of all distributions in plain data, and four digits of their values. */
function thin<T>(data: T): T {
  if (Array.isArray(data)) return data.map(thin) as T;
  if (data === null || typeof data !== 'object') return data;
  const { levels, values } = data as Partial<Sketch>;
  const isKept = (_: unknown, index: number) => LEVELS.has(levels![index]!);
  const round = (value: number) => Number(value.toPrecision(4));
  const kept = values && { levels: levels!.filter(isKept), values: values.filter(isKept).map(round) };
  return Object.fromEntries(Object.entries({ ...data, ...kept }).map(([key, one]) => [key, thin(one)])) as T;
}
