import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { StepMeasurement } from '../blocks/evidence.ts';
import type { Work } from '../config/config.ts';
import { RECORDED_PERCENTS } from '../measurement/levels.ts';
import type { Arm, Sketch, Slice } from '../measurement/measurement.ts';
import type { Step } from '../plan/step.ts';
import type { RecordedStep } from './record.ts';

/** Returns the SHA-256 of a step's load and request, without SLOs. Two measurements with one digest may be compared. */
export function digestStep(step: Step): string {
  const work =
    step.work.kind === 'script'
      ? { exec: step.work.exec, script: readFileSync(step.work.path, 'utf8') }
      : describeRequests(step.work);
  return createHash('sha256')
    .update(JSON.stringify([work, step.load]))
    .digest('hex');
}

function describeRequests({ request, mix, data }: Extract<Work, { kind: 'request' }>): object {
  return { ...request, ...(mix && { mix }), ...(data && { data: readFileSync(data.path, 'utf8') }) };
}

/** Makes the stored form of a measured step: fewer levels, four significant digits. */
export function recordStep(measurement: StepMeasurement, arm: Arm, digest: string): RecordedStep {
  return {
    ...measurement,
    digest,
    arm,
    instances: measurement.instances.map((instance) => ({
      ...instance,
      slices: instance.slices.map(thinSlice),
    })),
  };
}

function thinSlice(slice: Slice): RecordedStep['instances'][number]['slices'][number] {
  return {
    ...slice,
    seconds: shorten(slice.seconds),
    avg: slice.avg === null ? null : shorten(slice.avg),
    latency: slice.latency && thinSketch(slice.latency),
    ...(slice.cpu !== undefined && { cpu: shorten(slice.cpu) }),
    ...(slice.memory !== undefined && { memory: shorten(slice.memory) }),
    ...(slice.startup !== undefined && { startup: shorten(slice.startup) }),
  };
}

function thinSketch({ levels, values }: Sketch): { levels: number[]; values: number[] } {
  const wanted = new Set(RECORDED_PERCENTS.map((percent) => percent / 100));
  const kept = levels.map((_, index) => index).filter((index) => wanted.has(levels[index]!));
  return {
    levels: kept.map((index) => levels[index]!),
    values: kept.map((index) => shorten(values[index]!)),
  };
}

function shorten(value: number): number {
  return Number(value.toPrecision(4));
}
