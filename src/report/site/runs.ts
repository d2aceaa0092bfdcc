import * as z from 'zod';
import type { Work } from '../../config/config.ts';
import type { Slo } from '../../config/language/slo-type.ts';
import { boundedList, boundedText, number } from '../../json-values.ts';
import type { Load } from '../../measurement/load.ts';
import { attempts } from '../../measurement/quantiles.ts';
import { type Metric, printMetric } from '../../metrics/metric.ts';
import { judgeRecorded, listStarts, STORED_CONFIDENCE } from '../../records/judgement.ts';
import { findHeadCapacity, findHeadStep, type RecordedStep, type RunRecord } from '../../records/record.ts';
import { nameEnvironment } from '../../records/selection.ts';
import { poolEstimates } from '../../verdict/capacity-estimate.ts';
import { estimateClusters, judgeEstimate } from '../../verdict/slo.ts';
import { findFarthest } from '../rows/series.ts';

/** What a configuration declares of one step or search: its metrics each have a chart. */
export type Declared = {
  suite: string;
  scenario: string;
  label: string;
  work: Work;
  /** Null for the search of a capacity. */
  load: Load | null;
  slos: readonly Slo[];
};

/** Value of a metric in a run with its interval; `code` where an SLO is on it, in the order of the SLOs. */
const valueSchema = z.object({
  value: number,
  low: number,
  high: number,
  slo: z.enum(['met', 'missed', 'at-limit']).optional(),
});
export type RunValue = z.infer<typeof valueSchema>;

/** One record, as far as the site shows it. It is kept between two calls, so that a record is read once. */
export const siteRunSchema = z.object({
  /** Key of the record in its store. */
  key: boundedText,
  suite: boundedText,
  /** File of its page in the site, with `/`. */
  page: z.string().regex(/^runs\/[\w.-]+\/[\w.-]+\.html$/),
  commit: boundedText.nullable(),
  dirty: z.boolean(),
  branch: boundedText.nullable(),
  commitTime: boundedText.nullable(),
  recordedAt: boundedText,
  job: boundedText.optional(),
  tailgate: boundedText,
  /** Latencies of two runs are comparable only where this is the same. */
  machine: boundedText,
  steps: boundedList(
    z.object({
      label: boundedText,
      /** Beginning of the digest of load and request. */
      digest: boundedText,
      requests: z.number(),
      starts: z.number(),
      /** By metric, as `printMetric` writes it. */
      values: z.record(boundedText, valueSchema),
    }),
  ),
});
export type SiteRun = z.infer<typeof siteRunSchema>;

const MEDIAN: Metric = { kind: 'percentile', percent: 50 };
const P99: Metric = { kind: 'percentile', percent: 99 };
const CAPACITY: Metric = { kind: 'capacity' };
/** Characters of a digest that tell two loads apart. */
const DIGEST = 12;

/** Chooses the percentile that stands for the tail: the farthest that an SLO names, else p99. */
export function chooseTail({ slos }: Pick<Declared, 'slos'>): Metric {
  const farthest = findFarthest(slos)?.metric;
  return farthest !== undefined && farthest.percent > 50 ? farthest : P99;
}

/** Lists the metrics of a step, each once: the tail, p50, and whatever else its SLOs are on. */
export function listMetrics(declared: Declared): Metric[] {
  const metrics = [
    ...(declared.load === null ? [CAPACITY] : [chooseTail(declared), MEDIAN]),
    ...declared.slos.map(({ metric }) => metric),
  ];
  return [...new Map(metrics.map((metric) => [printMetric(metric), metric])).values()];
}

/** Reads of a record what the site shows. @param page file of its page */
export function readRun(
  record: RunRecord,
  declared: readonly Declared[],
  { key, page }: Pick<SiteRun, 'key' | 'page'>,
): SiteRun {
  const { suite, commit, dirty, branch, commitTime, recordedAt, job, tailgate } = record;
  return {
    ...{ key, page, suite, commit, dirty, branch, commitTime, recordedAt, tailgate },
    ...(job !== undefined && { job }),
    machine: nameEnvironment(record),
    steps: declared.flatMap((one) => (one.load === null ? readSearch(record, one) : readStep(record, one))),
  };
}

function readStep(record: RunRecord, declared: Declared): SiteRun['steps'] {
  const step = findHeadStep(record, declared.label);
  const clusters = step === undefined ? [] : listStarts(step);
  if (step === undefined || clusters.length === 0) return [];
  const heads = record.steps.filter(({ arm }) => arm === 'head');
  const values = listMetrics(declared).flatMap((metric) => {
    const value = readValue(metric, step, heads, declared);
    return value === null || Number.isNaN(value.value) ? [] : [[printMetric(metric), value] as const];
  });
  return [
    {
      label: step.label,
      digest: step.digest.slice(0, DIGEST),
      requests: clusters.flat().reduce((sum, slice) => sum + attempts(slice), 0),
      starts: clusters.length,
      values: Object.fromEntries(values),
    },
  ];
}

function readValue(
  metric: Metric,
  step: RecordedStep,
  heads: readonly RecordedStep[],
  { slos }: Declared,
): RunValue | null {
  const named = slos.filter((slo) => printMetric(slo.metric) === printMetric(metric));
  const findings = named.flatMap((slo) => judgeRecorded(step, slo, heads) ?? []);
  const estimate = findings[0]?.estimate ?? estimateClusters(metric, listStarts(step), STORED_CONFIDENCE);
  const gravest = (['missed', 'at-limit', 'met'] as const).find((code) =>
    findings.some((finding) => finding.code === code),
  );
  return estimate && { ...estimate, ...(gravest && { slo: gravest }) };
}

function readSearch(record: RunRecord, { label, slos }: Declared): SiteRun['steps'] {
  const capacity = findHeadCapacity(record, label);
  const found = capacity === undefined ? null : poolEstimates(capacity);
  if (capacity === undefined || found === null) return [];
  const { value, low, high } = found;
  const slo = slos.find(({ metric, limit }) => metric.kind === 'capacity' && limit.kind === 'absolute');
  const judged = slo && { slo: judgeEstimate(slo, { value, low, high }).code };
  return [
    {
      label,
      digest: capacity.digest.slice(0, DIGEST),
      requests: 0,
      starts: capacity.blocks.length,
      values: { [printMetric(CAPACITY)]: { value, low, high, ...judged } },
    },
  ];
}
