/**
 * What `tailgate.yml` says, once read: checked, with defaults filled in, but not yet interpolated.
 * Templates keep their `${…}`; `config/interpolation.ts` fills them when ports are known.
 */

export type Metric =
  | { kind: 'percentile'; percent: number } // 50 … 99.999
  | { kind: 'avg' }
  | { kind: 'min' }
  | { kind: 'max' }
  | { kind: 'errors' } // fraction of requests that failed or were dropped
  | { kind: 'rate' } // achieved req/s
  | { kind: 'capacity' }
  /** Tail index: geometric mean of the latencies between p90 and p99, ms. Compared, never an SLO. */
  | { kind: 'tail' }
  /** Fraction of requests slower than `ms`, a threshold common to both arms. Compared, never an SLO. */
  | { kind: 'slow-share'; ms: number };

export type Operator = '<' | '<=' | '>' | '>=';

/** Latencies in ms, shares as fractions (0.1 % is 0.001), rates in req/s. */
export type Unit = 'ms' | 'fraction' | 'req/s';

export type LimitValue =
  | { kind: 'absolute'; value: number; unit: Unit }
  /** Another scenario's metric times `factor` plus `offsetMs`. */
  | { kind: 'relative'; scenario: string; metric: Metric; factor: number; offsetMs: number };

export type Slo = {
  metric: Metric;
  operator: Operator;
  limit: LimitValue;
};

export type Load =
  /** Open model: arrivals at a constant rate whatever the answers do. */
  | { kind: 'arrival-rate'; rate: number; seconds?: number }
  /** Closed model: each user waits for an answer before the next request. */
  | { kind: 'users'; users: number; seconds?: number }
  /** Closed model, until so many requests (script: iterations) are done. */
  | { kind: 'fixed-work'; requests: number; users: number };

export type Ready =
  | { kind: 'http'; path: string; timeoutSeconds: number }
  | { kind: 'tcp'; timeoutSeconds: number }
  | { kind: 'log'; pattern: string; timeoutSeconds: number };

export type Stop = { kind: 'signal'; signal: NodeJS.Signals } | { kind: 'command'; command: string };

export type Service = {
  name: string;
  build?: string;
  prepare?: string;
  /** Absent: the service runs already and is only waited for. */
  start?: string;
  cleanup?: string;
  /** Template, for example `http://127.0.0.1:${PORT}`; the target must have one. */
  url?: string;
  env: Record<string, string>;
  needs: string[];
  ready: Ready;
  stop: Stop;
  /** `run`: one for the whole run, shared by both arms; `instance`: each arm's instance has its own. */
  scope: 'instance' | 'run';
  /** Paths (relative to the configuration's folder) taken over from the checkout while `lockFile` is the same. */
  reuse: { path: string; lockFile: string }[];
};

export type External = { name: string; host: string; port: number };

export type Request = {
  method: string;
  /** A path below the target's url, or an absolute URL; a template. */
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** Empty: any status from 200 to 399. */
  expectStatus: number[];
  timeoutSeconds: number;
};

export type Work =
  | { kind: 'request'; request: Request }
  /** `path` is absolute; `exec` names the exported function, `default` if absent in the file. */
  | { kind: 'script'; path: string; exec: string };

export type Scenario = {
  name: string;
  work: Work;
  /** More than one is a sweep: each load is measured and judged by itself. */
  loads: Load[];
  slos: Slo[];
  /** Load time for this scenario; absent: `measure.budget`. */
  budgetSeconds?: number;
  /** What this scenario sets for itself. */
  sensitivity: Sensitivity;
};

/** A number for all metrics, or for some by name (`p50`, `p99.9`, `tail`, `errors`), which comes before it. */
export type Setting = { all?: number; byMetric: Readonly<Record<string, number>> };

export type Sensitivity = {
  /** Fraction; changes smaller than this never block. For `errors` a difference of shares. */
  tolerance: Setting;
  /** Fraction: 0.99 allows false `regressed` in one run of a hundred. */
  confidence: Setting;
};

export type Baseline = {
  /** `paired`: the base revision, measured beside the head; `history`: earlier recorded runs. */
  kind: 'paired' | 'history';
  sensitivity: Sensitivity;
  /** When the base revision cannot be built or started: no verdict, or a comparison with earlier runs. */
  onBaseFailure: 'invalid' | 'history';
};

export type Config = {
  /** Absolute path of the file, and of the folder in which commands run. */
  path: string;
  directory: string;
  suite: string;
  /** Measure only when a file that matches differs from the base; patterns as written. Absent: always. */
  when?: { changed: string[] };
  /** In start order: every service after those it needs. */
  services: Service[];
  external: External[];
  /** Name of the service that takes the load. */
  target: string;
  /** Names of environment variables whose values are redacted wherever text is kept. */
  secrets: string[];
  scenarios: Scenario[];
  measure: { budgetSeconds: number };
  baseline: Baseline;
  /** k6 to use: a path, relative paths already resolved. */
  k6Path?: string;
};
