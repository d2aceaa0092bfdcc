/** Reports as a run would make them: records of log-normal latencies, and findings computed from those records. */
import { createHash } from 'node:crypto';
import tQuantile from '@stdlib/stats-base-dists-t-quantile';
import type { Operator, Slo } from '../../src/config/language/slo-type.ts';
import type { Report } from '../../src/handover/report.ts';
import { RECORDED_LEVELS } from '../../src/measurement/levels.ts';
import type { CpuUse, Load } from '../../src/measurement/measurement.ts';
import { type Metric, measureMetric } from '../../src/metrics/metric.ts';
import { findStep, type RunRecord } from '../../src/records/record.ts';
import { slicesOf } from '../../src/report/rows/series.ts';
import { findGravest, type VerdictCode } from '../../src/verdict/codes.ts';
import type { ChangeFinding, ChangeReason, SloFinding } from '../../src/verdict/findings.ts';
import { judgeHistory } from '../../src/verdict/history.ts';
import type { Verdict } from '../../src/verdict/verdict.ts';

export type ScenarioSpec = {
  label: string;
  /** p50 and p99 of a typical run, ms. */
  p50: number;
  p99: number;
  slos?: Slo[];
  /** Factors by which this run's p50 and p99 differ from the typical ones. */
  now?: { p50?: number; p99?: number };
  /** Shares of this run's requests. */
  failed?: number;
  dropped?: number;
  load?: Load;
};

export type ReportSpec = Partial<Omit<Report, 'verdict'>> & {
  scenarios?: ScenarioSpec[];
  /** How many earlier runs there are. */
  earlier?: number;
  /** Log standard deviation between runs. */
  spread?: number;
  reason?: ChangeReason;
  verdict?: Partial<Verdict>;
};

type MeasuredRound = RunRecord['steps'][number]['instances'][number]['slices'][number];

export const p = (percent: number): Metric => ({ kind: 'percentile', percent });

export function slo(metric: Metric, operator: Operator, value: number): Slo {
  const unit = metric.kind === 'errors' ? 'fraction' : metric.kind === 'rate' ? 'req/s' : 'ms';
  return { metric, operator, limit: { kind: 'absolute', value, unit } };
}

export const bookstore: ScenarioSpec[] = [
  { label: 'search', p50: 2.1, p99: 7.3, slos: [slo(p(99), '<', 30)] },
  { label: 'lookup', p50: 0.41, p99: 0.93, slos: [slo(p(99), '<', 10)] },
  { label: 'checkout', p50: 24, p99: 61.2, slos: [slo(p(99), '<', 80), slo({ kind: 'errors' }, '<', 0.001)] },
];

/** Makes each situation once: tests only read them, and the statistics of a report take a tenth of a second. */
export function remember<T>(makers: Record<string, () => T>): Record<string, () => T> {
  const made = new Map<string, T>();
  const makeOnce = (name: string, make: () => T) => {
    if (!made.has(name)) made.set(name, freeze(make()));
    return made.get(name)!;
  };
  return Object.fromEntries(Object.entries(makers).map(([name, make]) => [name, () => makeOnce(name, make)]));
}

/** Freezes a value with all that is in it: what several tests share must be changed by none. */
function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
}

export function commitOf(name: string): string {
  return createHash('sha1').update(name).digest('hex');
}

export function cpu(use: Partial<CpuUse> = {}): CpuUse {
  return { cores: 2, generator: 0.42, generatorLimit: 1, service: 0.31, others: 0.02, steal: 0, ...use };
}

/** A report whose verdict follows from its numbers; `spec.verdict` overrides what it says. */
export function reportOf(spec: ReportSpec = {}): Report {
  const { scenarios = bookstore, earlier = 20, spread = 0.02, reason, verdict, ...rest } = spec;
  const history =
    rest.history ??
    Array.from({ length: earlier }, (_, i) => {
      const scale = (label: string, metric: string) => Math.exp(spread * wobble(`${label} ${metric} ${i}`));
      return recordOf(scenarios, `main ${i}`, scale, i, false);
    });
  const record =
    rest.record ??
    recordOf(
      scenarios,
      'head',
      (label, metric) => {
        const now = scenarios.find((scenario) => scenario.label === label)!.now ?? {};
        return (now[metric] ?? 1) * Math.exp(0.5 * spread * wobble(`${label} ${metric} head`));
      },
      100,
      true,
    );
  const slos = scenarios.flatMap((scenario) =>
    (scenario.slos ?? []).map((each) => judgeSlo(record, scenario, each)),
  );
  const changes = scenarios.flatMap((scenario) =>
    gatedMetrics(scenario).map((metric) => judgeChange(record, history, scenario, metric, reason)),
  );
  const code = verdict?.code ?? overall(verdict?.slos ?? slos, verdict?.changes ?? changes);
  const full: Verdict = {
    code,
    blocks: code === 'regressed' || code === 'missed' || code === 'invalid',
    slos,
    changes,
    faults: [],
    invalid: [],
    pair: null,
    gateChanges: [],
    costs: [],
    acceptances: [],
    refusals: [],
    effort: { discardedRounds: 0, instances: 2, loadSeconds: 48 },
    ...verdict,
  };
  return {
    suite: 'default',
    baseBranch: 'main',
    link: 'https://github.com/acme/bookstore/actions/runs/81',
    ...rest,
    record,
    history,
    verdict: full,
  };
}

export function recordOf(
  scenarios: readonly ScenarioSpec[],
  name: string,
  factor: (label: string, metric: 'p50' | 'p99') => number,
  day: number,
  withFailures: boolean,
): RunRecord {
  const time = new Date(Date.UTC(2026, 0, 1 + day, 9, 30)).toISOString();
  return {
    schemaVersion: 2,
    suite: 'default',
    commit: commitOf(name),
    dirty: false,
    branch: name.startsWith('main') ? 'main' : 'faster-checkout',
    commitTime: time,
    attempt: `${day}-1`,
    recordedAt: time,
    tailgate: '0.1.0',
    environment: { cpuModel: 'AMD EPYC 7763', cores: 2, os: 'linux 6.8', k6: '2.2.0', node: '24.1.0' },
    steps: scenarios.map((scenario) => ({
      scenario: scenario.label.split(' ')[0]!,
      label: scenario.label,
      digest: commitOf(`digest of ${scenario.label}`),
      load: scenario.load ?? { kind: 'arrival-rate', rate: 1000 },
      arm: 'head',
      instances: [1, 2].map((instance) => ({
        slices: [1, 2].map((n) =>
          roundOf(
            scenario.p50 * factor(scenario.label, 'p50'),
            scenario.p99 * factor(scenario.label, 'p99'),
            (withFailures && scenario.failed) || 0,
            (withFailures && scenario.dropped) || 0,
            Date.parse(time) + (instance * 10 + n) * 4000,
          ),
        ),
      })),
    })),
  };
}

/** At 1,000 requests per second. */
export function roundOf(
  p50: number,
  p99: number,
  failed: number,
  dropped: number,
  startedAt: number,
  seconds = 3,
): MeasuredRound {
  const planned = 1000 * seconds;
  const counts = { failed: Math.round(planned * failed), dropped: Math.round(planned * dropped) };
  const ok = planned - counts.failed - counts.dropped;
  const sigma = Math.log(p99 / p50) / normalQuantile(0.99);
  const at = (level: number) =>
    p50 * Math.exp(sigma * normalQuantile(Math.min(Math.max(level, 1e-5), 1 - 1e-5)));
  const levels = RECORDED_LEVELS;
  const answered = ok > 0;
  return {
    startedAt,
    seconds,
    planned,
    ok,
    ...counts,
    latency: answered ? { levels, values: levels.map(at) } : null,
    avg: answered ? p50 * Math.exp(sigma ** 2 / 2) : null,
    lag: { p50: 0, p99: 1, max: 2 },
  };
}

export function gatedMetrics(scenario: ScenarioSpec): Metric[] {
  const percents = (scenario.slos ?? []).flatMap(({ metric }) =>
    metric.kind === 'percentile' ? [metric.percent] : [],
  );
  return [...new Set([50, ...percents])].map(p);
}

export function judgeSlo(record: RunRecord, { label }: ScenarioSpec, each: Slo): SloFinding {
  const value = measureMetric(slicesOf(findStep(record, label)!), each.metric)!;
  const estimate = { value, low: value * 0.96, high: value * 1.05 };
  const limit = each.limit.kind === 'absolute' ? each.limit.value : Number.NaN;
  const upper = each.operator.startsWith('<');
  const missed = upper ? estimate.low >= limit : estimate.high <= limit;
  const met = upper ? estimate.high < limit : estimate.low > limit;
  return { label, slo: each, estimate, confidence: 0.95, code: missed ? 'missed' : met ? 'met' : 'at-limit' };
}

function judgeChange(
  record: RunRecord,
  history: readonly RunRecord[],
  { label }: ScenarioSpec,
  metric: Metric,
  reason: ChangeReason | undefined,
): ChangeFinding {
  const value = (run: RunRecord) => measureMetric(slicesOf(findStep(run, label)!), metric)!;
  const looked = { label, metric, where: 'all' as const, head: value(record), tolerance: 0.1 };
  if (reason) return { kind: 'uncompared', ...looked, code: 'inconclusive', reason };
  return judgeHistory(looked, { runs: history.map(value), incompatible: 0 }, 0.01);
}

export function overall(slos: readonly SloFinding[], changes: readonly ChangeFinding[]): VerdictCode {
  const codes = new Set<VerdictCode>([...changes, ...slos].map(({ code }) => code));
  return codes.size === 0 ? 'met' : findGravest([...codes]);
}

/** A number from the standard normal distribution that only depends on the name. */
export function wobble(name: string): number {
  const hash = createHash('sha256').update(name).digest().readUInt32BE(0);
  return normalQuantile((hash + 0.5) / 2 ** 32);
}

const quantiles = new Map<number, number>();

/** The same few levels are asked for again and again. */
function normalQuantile(level: number): number {
  const known = quantiles.get(level) ?? tQuantile(level, 1e7);
  quantiles.set(level, known);
  return known;
}
