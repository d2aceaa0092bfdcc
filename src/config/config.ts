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
 * Service with the keys of the file, as `schema/schema.ts` describes them, and what others of its keys say. Without a
 * `start` it runs already, and Tailgate only waits for it; in containers that only names their tool.
 */
export type Service = Omit<UserService, 'image' | 'compose' | 'tls' | 'ready'> &
  Required<Pick<UserService, 'env' | 'needs' | 'stop' | 'scope'>> & {
    name: string;
    /** Containers that do the work of `start`. */
    container?: Container;
    /** Any certificate of it is accepted. */
    insecure?: true;
    ready: Ready;
  };

/** Containers of a service, with the port at which it listens in its own. Paths are relative to the configuration. */
export type Container =
  | {
      kind: 'image';
      /** The folder to build from, or the name of an image. */
      from: { build: string; dockerfile?: string | undefined } | { name: string };
      port: number;
      /** Replaces that of the image, unless it is empty. */
      command: string[];
    }
  /** `service`: its name in the file. Without `port` the file names one. */
  | { kind: 'compose'; file: string; service: string; port?: number | undefined };

export type Request = {
  method: string;
  /** Template of a path below the target's URL, or of an absolute URL. */
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** True for a body of JSON with values of a data file, which must be quoted in it. */
  quotesData?: true;
  /** Empty: any status from 200 to 299. */
  expectStatus: number[];
  /** What the body of an answer must hold, or must not. Absent: anything. */
  expectBody?: BodyCheck[];
  timeoutSeconds: number;
};

/** One of several requests of a scenario. Its share of the arrivals is its weight, of the sum of all weights. */
export type WeightedRequest = { request: Request; weight: number };

/** Paths are absolute. */
export type Work =
  /** `data`: values for `${data.NAME}`; `columns` is null where the file was not read. */
  | { kind: 'request'; requests: WeightedRequest[]; data?: { path: string; columns: string[] | null } }
  /** `exec`: the exported function. */
  | { kind: 'script'; path: string; exec: string };

export type Scenario = {
  name: string;
  work: Work;
  /** Several loads are a sweep: each is measured and judged by itself. None where a capacity is searched. */
  loads: Load[];
  /** Goal of a search for the capacity, which takes the place of loads. */
  capacity?: CapacityGoal;
  slos: Slo[];
  /** Time under load for this scenario. Absent: `measure.budget` holds. */
  budgetSeconds?: number | undefined;
  /** Tolerances that hold in it: its own, and those of the suite where it sets none. */
  tolerances: Setting<Tolerance>;
};

/** Value of a variant by axis, in the order of the file. */
export type VariantValues = Record<string, string>;

/** Values that make a variant, and what they change. */
export type Combination = {
  values: VariantValues;
  /** Environment of every service that is started for each instance, of requests and of scripts. */
  env: Record<string, string>;
  /** Service that takes the load in place of the usual one. */
  target?: string;
};

/** Variant that a run stands for. `name`: `cache=off storage=memory`; `of`: how many share one chance of a false alarm. */
export type Variant = Omit<Combination, 'target'> & { name: string; of: number };

/** What `only` names: a scenario, variants with these values, or both. */
export type Selector = { scenario: string | null; values: VariantValues };

/** `paired`: the base revision, measured beside the head. `history`: earlier recorded runs. */
export type Baseline = {
  kind: 'paired' | 'history';
  tolerances: Setting<Tolerance>;
  /** Fraction: 0.99 allows a false `regressed` in one run of a hundred. */
  confidence?: number | undefined;
};

/** What a file says, checked, with defaults. */
export type Suite = {
  /** Absolute path of the file; `directory` is its folder, in which commands run. */
  path: string;
  directory: string;
  suite: string;
  /** The file itself, read and checked: by its keys two configurations are compared. */
  settings: UserConfig;
  /** A run measures only if a file that matches differs from the base. Absent: always. */
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
    /** Load on each start before anything counts. Absent: as long as its first starts show. */
    warmUpSeconds?: number | undefined;
    /** Load on the last pair of a run that would pass; 0 for none. */
    soakSeconds: number;
  };
  baseline: Baseline;
  /** What finds the function that takes the time of a slowdown: a command or its name, `auto` for Node alone, or `off`. */
  explain: string;
};

/** What is measured of a suite, by one command on one machine. */
export type Run = Suite & {
  /** Deployments that this run compares; the services are then that of one arm. Absent: the services are started. */
  deployments?: Deployments;
  /** Variant that this stands for; see `listVariants`. Absent: the suite, or one without variants. */
  variant?: Variant;
  /** What to measure of scenarios and variants. Absent: all. */
  only?: Selector[];
  /** Parts of the suite that share one chance of a false alarm, on however many machines. Absent: the variants. */
  parts?: number;
  /** Run of all shards, where this is the part of one. */
  whole?: Run;
};

export type Config = Run;
