import type { ActionName } from './actions.ts';

/** Facts and guesses about the service of a repository. */
export type Finding = {
  /** Name for people, for instance `Node, npm`. */
  title: string;
  /** File in which the service was found, relative to the folder; null when nothing was found. */
  from: string | null;
  /** Shell command that makes a fresh checkout ready to start. */
  build?: string;
  start: Guessable;
  /** Shell command that ends the service; absent where SIGTERM does. */
  stop?: string;
  port: Port;
  /** Path of a health check. */
  health?: string;
  /** Path to send load to. */
  path: Guessable;
  /** Steps of a workflow that install the tools. */
  setup: SetupStep[];
  /** Names of other services in the compose file. */
  beside: string[];
};

/** One detection's part of a finding. `setup` is absent where runners have the tools already. */
export type ServiceFinding = Omit<Finding, 'setup' | 'beside'> & { setup?: SetupStep[] };

/** `why` is there for a guess only: the sentence that a person should look at. */
export type Guessable = { text: string; why?: string };

export type Port =
  /** The service listens on the port that Tailgate gives it, so base and head can run side by side. */
  | { kind: 'given'; why?: string }
  /** The service always takes this port, so base and head take turns. `where`: the file that says so. */
  | { kind: 'fixed'; port: number; where: string };

export type SetupStep =
  | { uses: ActionName; with: Record<string, string> }
  /** A shell command, in the folder of tailgate.yml. */
  | { run: string };

/** The files of a folder as a detection sees them. Paths are relative to the folder, with `/`. */
export type Files = {
  /** Regular files, the shallowest first, without what is installed, built or hidden; at most a few thousand. */
  list: readonly string[];
  has: (path: string) => boolean;
  /** Text of a file; null when there is none, or when it is not UTF-8 or larger than 1 MiB. */
  read: (path: string) => string | null;
};
