import type { Config, Scenario } from '../config/config.ts';
import type { Sensitivity } from '../config/language/setting.ts';
import type { Slo } from '../config/language/slo-type.ts';
import { resolveSensitivity } from '../config/sensitivity.ts';
import { UserError } from '../errors.ts';
import type { Metric } from '../metrics/metric.ts';
import type { ChangeFinding, SloFinding } from '../verdict/findings.ts';
import type { RunFile } from './run-file.ts';

/** Remark on a comparison that the report has no words for. */
export type Caveat =
  /** Records of Tailgate from two runs that did not alternate. */
  | { kind: 'not-side-by-side' }
  | { kind: 'only-in'; path: string; labels: string[] }
  /** SLOs that run B says nothing about. */
  | { kind: 'untold'; label: string; slos: Slo[] };

export type Findings = { changes: ChangeFinding[]; slos: SloFinding[]; caveats: Caveat[] };

export const ERROR_RATE: Metric = { kind: 'errors' };

const UNSET: Sensitivity = { tolerance: { byMetric: {} }, confidence: { byMetric: {} } };

/**
 * Finds the tolerance of a metric (fraction) in the configuration, or its default without one.
 *
 * @param before see `resolveSensitivity`
 */
export function toleranceOf(
  config: Config | null,
  scenario: Scenario | null,
  metric: Metric,
  before?: () => number,
): number {
  const suite = { baseline: { sensitivity: config?.baseline.sensitivity ?? UNSET } };
  const own = { sensitivity: scenario?.sensitivity ?? UNSET };
  return resolveSensitivity(suite, own, metric, before).tolerance;
}

type Labelled = { label: string };

/** Checks that two runs share a measurement. @throws UserError when they have nothing in common */
export function assertCommon(
  base: RunFile,
  head: RunFile,
  of: readonly Labelled[],
  and: readonly Labelled[],
): void {
  if (and.some(({ label }) => of.some((one) => one.label === label))) return;
  const names = (rows: readonly Labelled[]) => rows.map(({ label }) => label).join(', ') || 'none';
  throw new UserError({
    what: `${base.path} and ${head.path} have no scenario in common.`,
    hint: `The first has ${names(of)}; the second has ${names(and)}.`,
  });
}

/** Lists what only one of the runs has measured. */
export function listUnmatched(
  base: RunFile,
  head: RunFile,
  before: readonly Labelled[],
  after: readonly Labelled[],
): Caveat[] {
  const missing = (rows: readonly Labelled[], from: readonly Labelled[]) =>
    rows.map(({ label }) => label).filter((label) => !from.some((one) => one.label === label));
  return [
    { kind: 'only-in' as const, path: base.path, labels: missing(before, after) },
    { kind: 'only-in' as const, path: head.path, labels: missing(after, before) },
  ].filter(({ labels }) => labels.length > 0);
}
