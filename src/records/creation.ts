import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ScenarioMeasurement } from '../blocks/evidence.ts';
import { RECORDED_PERCENTS } from '../measurement/levels.ts';
import type { Arm, Round, Sketch } from '../measurement/measurement.ts';
import type { Step } from '../plan/step.ts';
import type { RunRecord } from './record.ts';

/** SHA-256 over what decides whether two measurements of a step may be compared: load and request, not SLOs. */
export function digestStep(step: Step): string {
  const work =
    step.work.kind === 'script'
      ? { exec: step.work.exec, script: readFileSync(step.work.path, 'utf8') }
      : { ...step.work.request };
  return createHash('sha256')
    .update(JSON.stringify([work, step.load]))
    .digest('hex');
}

/** A measured step as it is stored: fewer levels, four significant digits. */
export function recordStep(
  measurement: ScenarioMeasurement,
  arm: Arm,
  digest: string,
): RunRecord['scenarios'][number] {
  return {
    ...measurement,
    digest,
    arm,
    instances: measurement.instances.map((instance) => ({
      ...instance,
      rounds: instance.rounds.map(thinRound),
    })),
  };
}

function thinRound(round: Round): RunRecord['scenarios'][number]['instances'][number]['rounds'][number] {
  return {
    ...round,
    seconds: shorten(round.seconds),
    avg: round.avg === null ? null : shorten(round.avg),
    latency: round.latency && thinSketch(round.latency),
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
