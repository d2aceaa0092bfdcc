import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { StepMeasurement } from '../blocks/evidence.ts';
import type { Config, Work } from '../config/config.ts';
import { RECORDED_PERCENTS } from '../measurement/levels.ts';
import type { Arm, Sketch } from '../measurement/measurement.ts';
import type { CapacitySearch } from '../plan/search.ts';
import type { Step } from '../plan/step.ts';
import type { RecordedStep } from './record.ts';
import { CODE, listWorkFiles, readWorkFile } from './work-files.ts';

/** What else decides on the values: deployments are somewhere else, and compared with deployments only. */
type Around = Pick<Config, 'deployments' | 'measure'>;
type Digested = Pick<Step, 'work' | 'variant' | 'env'>;

/**
 * Returns the SHA-256 of a step's load, request or script, variant and declared warm-up, without SLOs. Two measurements
 * with one digest may be compared.
 */
export function digestStep(step: Step, around?: Around): string {
  return digestWork(step, step.load.kind === 'arrival-rate' ? byChance(step.load) : step.load, around);
}

/** Returns the SHA-256 of a search's goal, request and variant. Two capacities with one digest may be compared. */
export function digestSearch(search: Digested & Pick<CapacitySearch, 'goal'>, around?: Around): string {
  return digestWork(search, byChance(search.goal), around);
}

/** Tells arrivals by chance from those of earlier versions, which came evenly. */
const byChance = (load: object) => ({ arrivals: 'poisson', ...load });

function digestWork({ work, variant, env }: Digested, load: object, around: Around | undefined): string {
  const sent = work.kind === 'script' ? describeScript(work) : describeRequests(work);
  const warmUp = around?.measure.warmUpSeconds;
  const where = [
    ...(variant ? [variant, env] : []),
    ...(around?.deployments ? ['deployed'] : []),
    ...(warmUp === undefined ? [] : [`warm-up ${warmUp}`]),
  ];
  return hash(JSON.stringify([sent, load, ...where]));
}

const hash = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

/** A script, and the code of its own that it imports. Data that it opens may be large, or be what it writes. */
function describeScript(work: Extract<Work, { kind: 'script' }>): object {
  const [, ...others] = listWorkFiles(work).filter(
    (path) => CODE.test(path) && !path.includes('/node_modules/'),
  );
  const files = others.map((path) => hash(readWorkFile(path) ?? ''));
  return {
    exec: work.exec,
    script: readFileSync(work.path, 'utf8'),
    ...(files.length > 0 && { files }),
  };
}

function describeRequests({ requests, data }: Extract<Work, { kind: 'request' }>): object {
  const mix = requests.length > 1 ? { mix: requests } : {};
  return { ...requests[0]!.request, ...mix, ...(data && { data: readFileSync(data.path, 'utf8') }) };
}

/** Makes the stored form of a measured step: fewer levels, four significant digits. */
export function recordStep(measurement: StepMeasurement, arm: Arm, digest: string): RecordedStep {
  const { instances, soak, discarded } = measurement;
  return {
    ...measurement,
    digest,
    arm,
    instances: instances.map((one) => ({ ...one, slices: thin(one.slices, RECORDED_PERCENTS) })),
    ...(soak && { soak: thin(soak, SOAK_PERCENTS) }),
    ...(discarded && { discarded: thin(discarded, []) }),
  };
}

/** Levels (percent) of slices that are only drawn. */
const SOAK_PERCENTS = [0, 50, 90, 95, 99, 100];

/** What is measured to more digits than it is worth. */
const ROUNDED = ['seconds', 'avg', 'cpu', 'memory', 'startup', 'values'];

/** Keeps levels (percent) of all distributions in plain data, such as slices, and four digits of what is measured. */
export function thin<T>(data: T, percents: readonly number[]): T {
  const wanted = new Set(percents.map((percent) => percent / 100));
  const walk = (value: unknown, isRounded: boolean): unknown => {
    if (typeof value === 'number') return isRounded ? Number(value.toPrecision(4)) : value;
    if (Array.isArray(value)) return value.map((one) => walk(one, isRounded));
    if (value === null || typeof value !== 'object') return value;
    const { levels, values } = value as Partial<Sketch>;
    const isKept = (_: unknown, index: number) => wanted.has(levels![index]!);
    const kept = levels && values && { levels: levels.filter(isKept), values: values.filter(isKept) };
    const entries = Object.entries({ ...value, ...kept });
    return Object.fromEntries(entries.map(([key, one]) => [key, walk(one, ROUNDED.includes(key))]));
  };
  return walk(data, false) as T;
}
