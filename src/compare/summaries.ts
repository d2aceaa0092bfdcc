import type { Config, Scenario } from '../config/config.ts';
import type { Metric } from '../metrics/metric.ts';
import type { RunRecord } from '../records/record.ts';
import type { ChangeFinding, SloFinding, StoredFinding } from '../verdict/findings.ts';
import { VERSION } from '../version.ts';
import { type Caveat, ERROR_RATE, type Findings, listUnmatched, toleranceOf } from './findings.ts';
import type { SummaryRow } from './foreign-summary.ts';
import type { RunFile } from './run-file.ts';
import { judgeSummarySlo } from './summary-slo.ts';

/** Compares two summaries of k6: differences without intervals, and the SLOs as far as B can tell. */
export function compareSummaries(
  base: Extract<RunFile, { kind: 'summary' }>,
  head: Extract<RunFile, { kind: 'summary' }>,
  config: Config | null,
): Findings {
  const [before, after] = [base.summary.rows, head.summary.rows];
  const changes: ChangeFinding[] = [];
  const slos: SloFinding[] = [];
  const caveats: Caveat[] = [{ kind: 'one-summary-each' }];
  for (const row of after) {
    const { label } = row;
    const scenario = findScenario(config, row, after);
    const judged = (scenario?.slos ?? []).map((slo) => [slo, judgeSummarySlo(label, slo, row)] as const);
    const untold = judged.flatMap(([slo, finding]) => (finding === null ? [slo] : []));
    slos.push(...judged.flatMap(([, finding]) => finding ?? []));
    if (untold.length > 0) caveats.push({ kind: 'untold', label, slos: untold });
    if ((row.failureRate ?? 0) > 0) caveats.push({ kind: 'failures-included', label });
    const earlier = before.find((one) => one.label === label);
    if (!earlier) continue;
    changes.push(
      ...compareRows(earlier, row, (metric, before) => toleranceOf(config, scenario, metric, () => before)),
    );
    caveats.push({ kind: 'volume', label, base: earlier, head: row });
  }
  for (const scenario of config?.scenarios ?? []) {
    if (after.some((row) => findScenario(config, row, after) === scenario) || scenario.slos.length === 0)
      continue;
    caveats.push({ kind: 'untold', label: scenario.name, slos: scenario.slos });
  }
  return { changes, slos, caveats: [...caveats, ...listUnmatched(base, head, before, after)] };
}

/** Finds the scenario that a row of a summary is about. A row of all requests is about the only scenario. */
function findScenario(config: Config | null, row: SummaryRow, rows: readonly SummaryRow[]): Scenario | null {
  const scenarios = config?.scenarios ?? [];
  const named = scenarios.find(({ name }) => name === row.label);
  if (named) return named;
  const [only] = scenarios;
  const isOnly = scenarios.length === 1 && row === rows[0] && !rows.some(({ label }) => label === only!.name);
  return isOnly ? only! : null;
}

function compareRows(
  base: SummaryRow,
  head: SummaryRow,
  tolerate: (metric: Metric, before: number) => number,
): StoredFinding[] {
  const pairs: { metric: Metric; before: number; after: number }[] = [];
  for (const { percent, ms } of head.latency.percentiles) {
    const before = base.latency.percentiles.find((each) => each.percent === percent);
    if (before) pairs.push({ metric: { kind: 'percentile', percent }, before: before.ms, after: ms });
  }
  const [before, after] = [base.failureRate, head.failureRate];
  if (before !== null && after !== null && before + after > 0)
    pairs.push({ metric: ERROR_RATE, before, after });
  return pairs.map(({ metric, before, after }) => {
    const value = metric.kind === 'errors' ? after - before : after === before ? 0 : after / before - 1;
    return {
      kind: 'stored',
      label: head.label,
      metric,
      base: before,
      head: after,
      change: { value, low: Number.NaN, high: Number.NaN },
      pooled: null,
      pValue: null,
      confidence: 0,
      tolerance: tolerate(metric, before),
      attainableError: null,
      code: 'inconclusive',
    };
  });
}

/** Makes a record from a summary of k6: it knows neither machine nor load, and has no slices. */
export function outline(
  { summary, changedAt }: Extract<RunFile, { kind: 'summary' }>,
  config: Config | null,
): RunRecord {
  return {
    schemaVersion: 1,
    suite: config?.suite ?? 'default',
    commit: null,
    dirty: false,
    branch: null,
    commitTime: null,
    attempt: changedAt,
    recordedAt: changedAt,
    tailgate: VERSION,
    environment: {
      cpuModel: 'unknown',
      cores: 0,
      os: 'unknown',
      k6: summary.k6 ?? 'unknown',
      node: 'unknown',
    },
    steps: [],
  };
}
