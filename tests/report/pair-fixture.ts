import type { Report } from '../../src/handover/report.ts';
import { pooledQuantile } from '../../src/measurement/quantiles.ts';
import { isShare, type Metric, measureMetric } from '../../src/metrics/metric.ts';
import type { ChangeFinding, ChangeReason } from '../../src/verdict/findings.ts';
import type { PairSummary } from '../../src/verdict/verdict.ts';
import {
  bookstore,
  commitOf,
  gatedMetrics,
  judgeSlo,
  overall,
  type ReportSpec,
  recordOf,
  reportOf,
  roundOf,
  type ScenarioSpec,
  wobble,
} from './fixture.ts';

export type PairedScenario = ScenarioSpec & {
  /** Factor by which p99 is longer in one head block of eight. */
  stalls?: number;
  /** Failed share of the base's requests, beside `failed` of the head's. */
  failedBefore?: number;
  /** The base has no such scenario. */
  isNew?: boolean;
};

export type PairedSpec = Omit<ReportSpec, 'scenarios' | 'reason'> & {
  scenarios?: PairedScenario[];
  pair?: Partial<PairSummary>;
  /** Log standard deviation between instances. */
  noise?: number;
};

type Instances = Report['record']['steps'][number]['instances'];
type Slices = Instances[number]['slices'];

const ROUND_SECONDS = 1.875;

/** A report as `reportOf` makes it, compared with a base instead of the history, which draws the trend. */
export function pairedReportOf(spec: PairedSpec = {}): Report {
  const { scenarios = bookstore as PairedScenario[], pair: parts, noise = 0.02, ...rest } = spec;
  const pair: PairSummary = {
    baseCommit: commitOf('main 19'),
    because: 'merge-parent',
    blocks: 16,
    planned: 16,
    seed: 20261121,
    error: 0.01,
    ...parts,
  };
  const record = rest.record ?? recordOf(scenarios, 'head', () => 1, 100, true);
  record.steps = record.steps.flatMap((scenario) => {
    const spec = scenarios.find(({ label }) => label === scenario.label)!;
    const head = { ...scenario, instances: measure(spec, 'head', pair.blocks, noise) };
    return spec.isNew
      ? [head]
      : [head, { ...scenario, arm: 'base' as const, instances: measure(spec, 'base', pair.blocks, noise) }];
  });
  const slos = scenarios.flatMap((scenario) =>
    (scenario.slos ?? []).map((each) => judgeSlo(record, scenario, each)),
  );
  const changes = scenarios.flatMap((scenario) => compare(record, scenario));
  const { verdict } = rest;
  const code = verdict?.code ?? overall(verdict?.slos ?? slos, verdict?.changes ?? changes);
  const effort = {
    slices: 2 * pair.blocks * scenarios.length,
    discardedRounds: 0,
    instances: 2 * pair.blocks,
    loadSeconds: 180,
  };
  return reportOf({ ...rest, scenarios, record, verdict: { pair, slos, changes, effort, ...verdict, code } });
}

function measure(spec: PairedScenario, arm: 'base' | 'head', blocks: number, noise: number): Instances {
  const now = arm === 'head' ? spec.now : undefined;
  return Array.from({ length: blocks }, (_, block) => {
    const jitter = (metric: string) => Math.exp(noise * wobble(`${spec.label} ${arm} ${block} ${metric}`));
    const stall = arm === 'head' && block % 8 === 5 ? (spec.stalls ?? 1) : 1;
    const failed = ((arm === 'head' ? spec.failed : spec.failedBefore) ?? 0) * jitter('failed') ** 5;
    const p99 = spec.p99 * (now?.p99 ?? 1) * stall * jitter('p99');
    const startedAt = Date.UTC(2026, 3, 11, 9, 30) + block * 12_000 + (arm === 'head' ? 4000 : 0);
    return {
      block,
      slices: [
        {
          ...roundOf(
            spec.p50 * (now?.p50 ?? 1) * jitter('p50'),
            p99,
            failed,
            (arm === 'head' && spec.dropped) || 0,
            startedAt,
            ROUND_SECONDS,
          ),
          alternating: true as const,
        },
      ],
    };
  });
}

function compare(record: Report['record'], spec: PairedScenario): ChangeFinding[] {
  const instancesOf = (arm: 'head' | 'base') =>
    record.steps.find((scenario) => scenario.label === spec.label && scenario.arm === arm)?.instances ?? [];
  const [head, base] = [instancesOf('head'), instancesOf('base')];
  const metrics: Metric[] = [...gatedMetrics(spec), { kind: 'tail' }, { kind: 'errors' }];
  return metrics.map((metric) => compareMetric(spec.label, metric, head, base));
}

function compareMetric(label: string, metric: Metric, head: Instances, base: Instances): ChangeFinding {
  const heads = head.map(({ slices }) => measuredValue(metric, slices));
  const bases = base.map(({ slices }) => measuredValue(metric, slices));
  const [log, back] = isShare(metric) ? [(x: number) => x, (x: number) => x] : [Math.log, Math.expm1];
  const difference = (a: number, b: number) => (a === b ? 0 : log(a) - log(b));
  const tolerance = isShare(metric)
    ? 0.001
    : metric.kind === 'percentile' && metric.percent >= 95
      ? 0.1
      : 0.05;
  const value = measuredValue(metric, slicesOf(head));
  const looked = { label, metric, where: 'all', head: value, tolerance } as const;
  if (base.length === 0) return { kind: 'uncompared', ...looked, code: 'first-run', reason: { kind: 'new' } };
  const changes = heads.map((value, block) => difference(value, bases[block]!));
  const middle = median(changes);
  const spread = deviation(changes);
  const error = spread / Math.sqrt(changes.length);
  // Log units up to here; of a block without any answer there is no spread. The bounds are those of the judge, by which it
  // decides: Student's t of 16 blocks at each of two looks.
  const reach = 2.13 * error;
  const change = Number.isFinite(middle)
    ? { value: back(middle), low: back(middle - reach), high: back(middle + reach) }
    : { value: middle, low: middle, high: middle };
  const before = measuredValue(metric, slicesOf(base));
  const noisy: ChangeReason = { kind: 'noisy' };
  const code =
    change.low > tolerance
      ? 'regressed'
      : change.high < -tolerance
        ? 'improved'
        : change.high < tolerance
          ? 'unchanged'
          : 'inconclusive';
  return {
    kind: 'paired',
    ...looked,
    confidence: 0.95,
    base: before,
    // As the judge has it: the columns of a latency are of a typical block.
    ...(!isShare(metric) && Number.isFinite(before * change.value) && { head: before * (1 + change.value) }),
    change,
    detectable: Number.isFinite(spread) ? (1 + tolerance) * (1 + back(4 * error)) - 1 : null,
    spread: Number.isFinite(spread) ? spread : null,
    blocks: changes.length,
    code,
    ...(code === 'inconclusive' ? { reason: noisy } : {}),
  };
}

/** The tail mean is the geometric mean of the latencies from p90 to p99. */
function measuredValue(metric: Metric, slices: Slices): number {
  if (metric.kind !== 'tail') return measureMetric(slices, metric)!;
  const levels = Array.from({ length: 10 }, (_, i) => (90 + i) / 100);
  return Math.exp(
    levels.reduce((sum, level) => sum + Math.log(pooledQuantile(slices, level)), 0) / levels.length,
  );
}

function slicesOf(instances: Instances): Slices {
  return instances.flatMap(({ slices }) => slices);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(half) - 1]!, sorted[Math.floor(half)]!];
  return low === high ? low : (low + high) / 2;
}

/** Standard deviation of a normal sample, little moved by single outliers, as a rank test is. */
function deviation(values: readonly number[]): number {
  const middle = median(values);
  return 1.48 * median(values.map((value) => Math.abs(value - middle)));
}
