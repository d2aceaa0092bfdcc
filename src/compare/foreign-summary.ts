import * as z from 'zod';

/** Values in one of k6's own end-of-test summaries for all requests, or for those with one tag. */
export type SummaryRow = {
  /** `all requests`, the name of a k6 scenario, or a tag such as `name:checkout`. */
  label: string;
  /** Number of requests; null where the summary does not have it. */
  requests: number | null;
  /** Share of failed requests and dropped arrivals in all that were due (fraction); null where not known. */
  failureRate: number | null;
  /** Achieved req/s; null where the summary does not have it. */
  rate: number | null;
  /** `http_req_duration`, ms; without the time to connect, failed requests included. */
  latency: Latency;
  /** Latency of the requests that did not fail; null where the summary does not have it. */
  successful: Latency | null;
};

export type Latency = {
  /** Listed percentiles, by percent (50 … 99.999), ascending. */
  percentiles: { percent: number; ms: number }[];
  avg: number | null;
  min: number | null;
  max: number | null;
};

export type ForeignSummary = {
  /** Version of k6, where the summary has it. */
  k6: string | null;
  /** Length of the run in seconds, where the summary has it. */
  seconds: number | null;
  rows: SummaryRow[];
};

const values = z.record(z.string(), z.unknown());
/** Format of `--summary-export`: values beside `thresholds`. */
const exported = z.object({ metrics: z.record(z.string(), values), root_group: z.object({}) });
/** Format of `JSON.stringify(data)` in `handleSummary`: values in a field of their own. */
const handled = z.object({
  metrics: z.record(z.string(), z.object({ type: z.string(), values })),
  state: z.object({ testRunDurationMs: z.number() }).optional(),
});
/** Format of `--new-machine-readable-summary` (k6 ≥ 1.5): metrics as a list, other names for some values. */
const machineReadable = z.object({
  version: z.string(),
  config: z.object({ duration: z.number() }),
  // Snake case is documented, but some versions write camel case.
  metadata: z.object({ k6_version: z.string().optional(), k6Version: z.string().optional() }),
  results: z.object({ metrics: z.array(z.object({ name: z.string(), values })) }),
});

type Metrics = Map<string, Record<string, unknown>>;

const DURATION = 'http_req_duration';

/**
 * Reads an end-of-test summary of k6 1.x or 2.x in any of its formats:
 * https://grafana.com/docs/k6/latest/results-output/end-of-test/custom-summary/#summary-data-reference
 *
 * Requests of one k6 scenario (or of another tag) have a row of their own where the script's thresholds name
 * them: `http_req_duration{scenario:search}`.
 *
 * @param document parsed JSON
 * @returns null when it is no such summary, or one without HTTP requests
 */
export function readForeignSummary(document: unknown): ForeignSummary | null {
  const modern = machineReadable.safeParse(document);
  if (modern.success) {
    const { config, metadata, results } = modern.data;
    const metrics = new Map(results.metrics.map((metric) => [metric.name, metric.values]));
    return compose(metrics, config.duration, metadata.k6_version ?? metadata.k6Version ?? null);
  }
  const data = handled.safeParse(document);
  if (data.success) {
    const metrics = Object.entries(data.data.metrics).map(([name, metric]) => [name, metric.values] as const);
    const milliseconds = data.data.state?.testRunDurationMs;
    return compose(new Map(metrics), milliseconds === undefined ? null : milliseconds / 1000, null);
  }
  const legacy = exported.safeParse(document);
  return legacy.success ? compose(new Map(Object.entries(legacy.data.metrics)), null, null) : null;
}

function compose(metrics: Metrics, seconds: number | null, k6: string | null): ForeignSummary | null {
  if (!metrics.has(DURATION)) return null;
  const tags = [...metrics.keys()].flatMap((name) => {
    const tag = name.match(/^http_req_duration\{(.*)\}$/)?.[1];
    return tag === undefined || tag === 'expected_response:true' ? [] : [tag];
  });
  const [all, ...tagged] = ['', ...tags].map((tag) => readRow(metrics, tag, seconds));
  // A part has no failures where the whole has none.
  const none = all!.failureRate === 0;
  const parts = tagged.map((row) => (none && row.failureRate === null ? { ...row, failureRate: 0 } : row));
  return { k6, seconds, rows: [all!, ...parts] };
}

/** Reads a row. @param tag `scenario:search`, or empty for all requests */
function readRow(metrics: Metrics, tag: string, seconds: number | null): SummaryRow {
  const find = (name: string) => metrics.get(tag === '' ? name : `${name}{${tag}}`);
  const latency = find(DURATION)!;
  const [requested, failed] = [find('http_reqs'), find('http_req_failed')];
  const requests =
    readNumber(requested?.count) ??
    readNumber(failed?.total) ??
    countRate(failed) ??
    readNumber(latency.count);
  const dropped = readNumber(find('dropped_iterations')?.count) ?? 0;
  const share = readNumber(failed?.rate) ?? readNumber(failed?.value);
  const due = (requests ?? 0) + dropped;
  const successful = tag === '' ? metrics.get(`${DURATION}{expected_response:true}`) : undefined;
  const measured = requests === null || seconds === null || seconds <= 0 ? null : requests / seconds;
  return {
    label: tag === '' ? 'all requests' : tag.replace(/^scenario:/, ''),
    requests,
    failureRate: share === null || requests === null || due === 0 ? null : (share * requests + dropped) / due,
    rate: readNumber(requested?.rate) ?? measured,
    latency: readLatency(latency),
    successful: successful ? readLatency(successful) : null,
  };
}

/** Counts a rate, true (`passes`) and not true (`fails`). Failures are the `passes` of `http_req_failed`. */
function countRate(rate: Record<string, unknown> | undefined): number | null {
  const [passes, fails] = [readNumber(rate?.passes), readNumber(rate?.fails)];
  return passes === null || fails === null ? null : passes + fails;
}

function readLatency(listed: Record<string, unknown>): Latency {
  const percentiles = Object.entries(listed).flatMap(([name, value]) => {
    const percent = name === 'med' ? 50 : Number(name.match(/^p\(?(\d+(?:\.\d+)?)\)?$/)?.[1] ?? Number.NaN);
    const ms = readNumber(value);
    return ms !== null && percent >= 50 && percent < 100 ? [{ percent, ms }] : [];
  });
  const unique = new Map(percentiles.map((each) => [each.percent, each]));
  return {
    percentiles: [...unique.values()].sort((a, b) => a.percent - b.percent),
    avg: readNumber(listed.avg),
    min: readNumber(listed.min),
    max: readNumber(listed.max),
  };
}

function readNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
