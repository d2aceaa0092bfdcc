/** Where a service takes connections, on the loopback interface. */
export type Listening = { host: string; port: number };

/** An answer to GET, asked twice. Sizes and times are those of the second one, since the first warms the service up. */
export type Answer = {
  path: string;
  /** Absent: GET. */
  method?: string;
  status: number;
  bytes: number;
  /** Time to the last byte (ms). */
  milliseconds: number;
  /** Whether both answers had the same status and nearly the same size. */
  alike: boolean;
  /** An empty list, object or text: what an empty database answers. */
  empty: boolean;
  /** Where a redirect leads. */
  location: string | null;
};

/** What one try showed: the services were built, started, watched and asked. */
export type Observation = {
  /** How the build or the start ended; null where the service stood up, or nobody waited any longer. */
  failure: { kind: 'build-failed' | 'not-ready'; service: string; message: string } | null;
  /** Last lines of what failed, or of the service. */
  log: string;
  /** Where the service listens, those that speak HTTP first. Null where this system does not tell. */
  listening: Listening[] | null;
  /** Port on which it was expected. Null where it was never started. */
  asked: number | null;
  /** Time from the start until it was ready (ms). */
  startupMilliseconds: number;
  answers: Answer[];
  /** Paths that its own description names. */
  described?: string[];
  /** Path after which it took no connection any more. */
  ended?: string | null;
};

/** What this machine has for the databases that a service asks for. */
export type Tools = {
  docker: boolean;
  /** Folders with the programs of databases, by kind. */
  programs: Readonly<Record<string, string>>;
  /** Some servers refuse to run as root. */
  root: boolean;
};
