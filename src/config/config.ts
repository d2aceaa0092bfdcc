import type { Load } from '../measurement/measurement.ts';
import type { Deployments } from './deployments.ts';
import type { BodyCheck } from './language/request.ts';
import type { Setting, Tolerance } from './language/setting.ts';
import type { CapacityGoal, Slo } from './language/slo-type.ts';
import type { Pods } from './load-from.ts';
import type { UserConfig, UserService } from './schema/schema.ts';

export type Ready =
  | { kind: 'http'; path: string; timeoutSeconds: number }
  | { kind: 'tcp'; timeoutSeconds: number };

/**
 * A service with the keys of the file, as `schema/schema.ts` describes them, and what its other keys mean. Without a
 * `start` it is already running, and Tailgate only waits for it; in containers, `start` only names the tool.
 */
export type Service = Omit<UserService, 'image' | 'compose' | 'tls' | 'ready'> &
  Required<Pick<UserService, 'env' | 'needs' | 'stop' | 'scope'>> & {
    name: string;
    /** Containers that do the work of `start`. */
    container?: Container;
    /** Whether any certificate is accepted. */
    insecure?: true;
    ready: Ready;
  };

/** Containers of a service, with the port on which it listens inside. Paths are relative to the configuration. */
export type Container =
  | {
      kind: 'image';
      /** The folder to build from, or the name of an image. */
      from: { build: string; dockerfile?: string | undefined } | { name: string };
      port: number;
      /** Replaces that of the image, unless it is empty. */
      command: string[];
    }
  /** `service`: its name in the file. Without `port`, the file names one. */
  | { kind: 'compose'; file: string; service: string; port?: number | undefined };

export type Request = {
  method: string;
  /** Template of a path below the target's URL, or of an absolute URL. */
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** True for a JSON body with values from a data file, which must be quoted in it. */
  quotesData?: true;
  /** Empty: any status from 200 to 299. */
  expectStatus: number[];
  /** What the body of a response must contain, or must not. Absent: anything. */
  expectBody?: BodyCheck[];
  timeoutSeconds: number;
};

/** One of several requests of a scenario. Its share of the arrivals is its weight divided by the sum of all weights. */
export type WeightedRequest = { request: Request; weight: number };

/** Paths are absolute. */
export type Work =
  /** `data`: values for `${data.NAME}`; `columns` is null if the file was not read. */
  | { kind: 'request'; requests: WeightedRequest[]; data?: { path: string; columns: string[] | null } }
  /** `exec`: the exported function. */
  | { kind: 'script'; path: string; exec: string };

export type Scenario = {
  name: string;
  work: Work;
  /** Several loads are a sweep: each is measured and judged separately. Empty for a capacity search. */
  loads: Load[];
  /** Goal of a capacity search, which replaces the loads. */
  capacity?: CapacityGoal;
  slos: Slo[];
  /** Time under load for this scenario. Absent: `measure.budget` applies. */
  budgetSeconds?: number | undefined;
  /** Tolerances that apply here: its own, and those of the suite where it sets none. */
  tolerances: Setting<Tolerance>;
};

/** Values of a variant by axis, in the order of the file. */
export type VariantValues = Record<string, string>;

/** Values that make a variant, and what they change. */
export type Combination = {
  values: VariantValues;
  /** Environment of every service started for each instance, of requests and of scripts. */
  env: Record<string, string>;
  /** Service that takes the load instead of the usual one. */
  target?: string;
};

/** The variant that a run measures. `name`: `cache=off storage=memory`; `of`: how many share one chance of a false alarm. */
export type Variant = Omit<Combination, 'target'> & { name: string; of: number };

/** What `only` names: a scenario, variants with these values, or both. */
export type Selector = { scenario: string | null; values: VariantValues };

/** `paired`: the base revision, measured beside the head. `history`: earlier recorded runs. */
export type Baseline = {
  kind: 'paired' | 'history';
  tolerances: Setting<Tolerance>;
  /** Fraction: 0.99 allows a false `regressed` in one run in a hundred. */
  confidence?: number | undefined;
};

/** What a file says, checked, with defaults. */
export type Suite = {
  /** Absolute path of the file; `directory` is its folder, in which commands run. */
  path: string;
  directory: string;
  suite: string;
  /** The file itself, parsed and checked: two configurations are compared by its keys. */
  settings: UserConfig;
  /** A run only measures if a matching file differs from the base. Absent: always. */
  when?: { changed: string[] } | undefined;
  /** Services in the order of their start: each after those it needs. */
  services: Service[];
  pods?: Pods | undefined;
  target: string;
  allow: string[];
  /** Names of environment variables whose values are redacted wherever text is kept. */
  secrets: string[];
  scenarios: Scenario[];
  variants?: Combination[] | undefined;
  measure: {
    budgetSeconds: number;
    /** Load on each start before anything counts. Absent: as long as its first starts prove necessary. */
    warmUpSeconds?: number | undefined;
    /** Load on the last pair of a run that would otherwise pass; 0 for none. */
    soakSeconds: number;
  };
  baseline: Baseline;
  /** What finds the function behind a slowdown: a command or the name of a preset, `auto` for Node only, or `off`. */
  explain: string;
};

/** What one command measures of a suite on one machine. */
export type Run = Suite & {
  /** Deployments that this run compares; the services are then those of one arm. Absent: the services are started. */
  deployments?: Deployments;
  /** The variant that this stands for; see `listVariants`. Absent: the suite, or one without variants. */
  variant?: Variant;
  /** Which scenarios and variants to measure. Absent: all. */
  only?: Selector[];
  /** Number of parts of the suite that share one chance of a false alarm, on any number of machines. Absent: the variants. */
  parts?: number;
  /** The run of all shards, if this is part of one. */
  whole?: Run;
};

export type Config = Run;
