import type { Load } from '../measurement/load.ts';
import type { Sensitivity } from './language/setting.ts';
import type { Slo } from './language/slo-type.ts';

export type Ready =
  | { kind: 'http'; path: string; timeoutSeconds: number }
  | { kind: 'tcp'; timeoutSeconds: number }
  | { kind: 'log'; pattern: string; timeoutSeconds: number };

export type Stop = { kind: 'signal'; signal: NodeJS.Signals } | { kind: 'command'; command: string };

export type Service = {
  name: string;
  build?: string;
  prepare?: string;
  /** Absent: the service runs already, and Tailgate only waits for it. */
  start?: string;
  cleanup?: string;
  /** Template, for example `http://127.0.0.1:${PORT}`; the target must have one. */
  url?: string;
  env: Record<string, string>;
  needs: string[];
  ready: Ready;
  stop: Stop;
  /** `run`: one for the whole run, shared by both arms. `instance`: each arm's instance has its own. */
  scope: 'instance' | 'run';
  /** Paths copied from the checkout if `lockFile` is the same; relative to the configuration's folder. */
  reuse: { path: string; lockFile: string }[];
};

export type External = { name: string; host: string; port: number };

export type Request = {
  method: string;
  /** Template of a path below the target's URL, or of an absolute URL. */
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** True for a body of JSON with values of a data file, which must be quoted in it. */
  quotesData?: true;
  /** Empty: any status from 200 to 399. */
  expectStatus: number[];
  timeoutSeconds: number;
};

/** One of several requests of a scenario. Its share of the arrivals is its weight, of the sum of all weights. */
export type WeightedRequest = { request: Request; weight: number };

/** File with values for `${data.NAME}`. `path` is absolute. `columns` is null where the file was not read. */
export type DataFile = { path: string; columns: string[] | null };

export type Work =
  /** `mix`: all requests of a scenario with several, `request` the first of them. */
  | { kind: 'request'; request: Request; mix?: WeightedRequest[]; data?: DataFile }
  /** `path` is absolute. `exec` names the exported function; `default` if the file names none. */
  | { kind: 'script'; path: string; exec: string };

export type Scenario = {
  name: string;
  work: Work;
  /** Several loads are a sweep: each is measured and judged by itself. */
  loads: Load[];
  slos: Slo[];
  /** Time under load for this scenario. Absent: `measure.budget` holds. */
  budgetSeconds?: number;
  /** Tolerance and confidence that this scenario sets for itself. */
  sensitivity: Sensitivity;
};
export type Baseline = {
  /** `paired`: the base revision, measured beside the head. `history`: earlier recorded runs. */
  kind: 'paired' | 'history';
  sensitivity: Sensitivity;
  /** Outcome if the base cannot be built or started: no verdict, or a comparison with earlier runs. */
  onBaseFailure: 'invalid' | 'history';
};

export type Config = {
  /** Absolute path of the file; `directory` is its folder, in which commands run. */
  path: string;
  directory: string;
  suite: string;
  /** Patterns as written. A run measures only if a matching file differs from the base. Absent: always. */
  when?: { changed: string[] };
  /** Services in the order of their start: each after those it needs. */
  services: Service[];
  external: External[];
  /** Name of the service that takes the load. */
  target: string;
  /** Hosts other than this machine that load may go to. */
  allow: string[];
  /** Names of environment variables whose values are redacted wherever text is kept. */
  secrets: string[];
  scenarios: Scenario[];
  measure: {
    budgetSeconds: number;
    /** Load on the last pair of a run that would pass; 0 for none. */
    soakSeconds: number;
  };
  baseline: Baseline;
  /** Absolute path of the k6 to use. Absent: Tailgate finds or installs one. */
  k6Path?: string;
};
