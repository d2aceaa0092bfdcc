import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { StepMeasurement } from '../blocks/evidence.ts';
import type { Config, Work } from '../config/config.ts';
import { RECORDED_PERCENTS } from '../measurement/levels.ts';
import type { Arm, Sketch, Slice } from '../measurement/measurement.ts';
import type { CapacitySearch } from '../plan/search.ts';
import type { Step } from '../plan/step.ts';
import type { RecordedStep } from './record.ts';
import { CODE, listWorkFiles, readWorkFile } from './work-files.ts';

/**
 * Returns the SHA-256 of a step's load, request or script, variant and declared warm-up, without SLOs. Two measurements with one
 * digest may be compared. Deployments are somewhere else, and compared with deployments only.
 */
export function digestStep(step: Step, around?: Around): string {
  return digestWork(step, describeArrivals(step.load.kind === 'arrival-rate', step.load), around);
}

/** Returns the SHA-256 of a search's goal, request and variant. Two capacities with one digest may be compared. */
export function digestSearch(
  search: Pick<CapacitySearch, 'work' | 'goal' | 'variant' | 'env'>,
  around?: Around,
): string {
  return digestWork(search, describeArrivals(true, search.goal), around);
}

/** What else decides on the values. */
type Around = Pick<Config, 'deployments' | 'measure'>;

/** Tells arrivals by chance from those of earlier versions, which came evenly. */
function describeArrivals(isOpen: boolean, load: object): object {
  return isOpen ? { arrivals: 'poisson', ...load } : load;
}

function digestWork(
  { work, variant, env }: Pick<Step, 'work' | 'variant' | 'env'>,
  load: unknown,
  around: Around | undefined,
): string {
  const sent = work.kind === 'script' ? describeScript(work) : describeRequests(work);
  const warmUp = around?.measure.warmUpSeconds;
  const where = [
    ...(variant ? [variant, env] : []),
    ...(around?.deployments ? ['deployed'] : []),
    ...(warmUp === undefined ? [] : [`warm-up ${warmUp}`]),
  ];
  return hash(JSON.stringify([sent, load, ...where]));
}

function hash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

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
  return {
    ...measurement,
    digest,
    arm,
    instances: measurement.instances.map((instance) => ({
      ...instance,
      slices: instance.slices.map((slice) => thinSlice(slice, RECORDED_PERCENTS)),
    })),
    ...(measurement.soak && { soak: measurement.soak.map((slice) => thinSlice(slice, SOAK_PERCENTS)) }),
    ...(measurement.discarded && {
      discarded: measurement.discarded.map((one) => ({ ...one, seconds: shorten(one.seconds) })),
    }),
  };
}

/** Levels (percent) of slices that are only drawn. */
const SOAK_PERCENTS = [0, 50, 90, 95, 99, 100];

const ROUNDED = ['seconds', 'avg', 'cpu', 'memory', 'startup'] as const;

/** Keeps levels (percent) of a slice, and those of its custom metrics. */
export function thinSlice(
  slice: Slice,
  percents: readonly number[],
  ofCustom: readonly number[] = RECORDED_PERCENTS,
): Slice {
  const { latency, custom } = slice;
  const rounded = ROUNDED.flatMap((key) => {
    const value = slice[key];
    return typeof value === 'number' ? [[key, shorten(value)]] : [];
  });
  return {
    ...slice,
    ...Object.fromEntries(rounded),
    latency: latency && thinSketch(latency, percents),
    ...(custom && { custom: thinSamples(custom, ofCustom) }),
  };
}

type Samples = NonNullable<Slice['custom']>;

function thinSamples(custom: Samples, percents: readonly number[]): Samples {
  const thinned = Object.entries(custom).map(([name, sample]): [string, Samples[string]] => [
    name,
    sample.type === 'trend'
      ? { ...sample, avg: shorten(sample.avg), ...thinSketch(sample, percents) }
      : sample,
  ]);
  return Object.fromEntries(thinned);
}

function thinSketch(
  { levels, values }: Pick<Sketch, 'levels' | 'values'>,
  percents: readonly number[],
): { levels: number[]; values: number[] } {
  const wanted = new Set(percents.map((percent) => percent / 100));
  const kept = levels.map((_, index) => index).filter((index) => wanted.has(levels[index]!));
  return {
    levels: kept.map((index) => levels[index]!),
    values: kept.map((index) => shorten(values[index]!)),
  };
}

function shorten(value: number): number {
  return Number(value.toPrecision(4));
}
