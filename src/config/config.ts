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
