import type { ActionName } from './actions.ts';

/** What a repository says about its service, and what is only guessed. */
export type Finding = {
  /** For people, for instance `Node, npm`. */
  title: string;
  /** The file that says so, relative to the folder; null when nothing did. */
  from: string | null;
  /** Shell command that makes a fresh checkout ready to start. */
  build?: string;
  start: Guessable;
  /** Shell command, where SIGTERM is not how it ends. */
  stop?: string;
  port: Port;
  /** Path of a health check. */
  health?: string;
  /** Path to send load to. */
  path: Guessable;
  /** Steps of a workflow that bring the tools along. */
  setup: SetupStep[];
  /** Other services that a compose file names. */
  beside: string[];
};

/** A finding without its surroundings: most runners bring the tools along. */
export type ServiceFinding = Omit<Finding, 'setup' | 'beside'> & { setup?: SetupStep[] };

/** `why`: it is a guess, and what to look at. */
export type Guessable = { text: string; why?: string };

export type Port =
  /** It listens where Tailgate tells it to, so that base and head can be up side by side. */
  | { kind: 'given'; why?: string }
  /** It always takes this one, as `where` says: base and head take turns. */
  | { kind: 'fixed'; port: number; where: string };

export type SetupStep =
  | { uses: ActionName; with: Record<string, string> }
  /** A shell command, in the folder of tailgate.yml. */
  | { run: string };

/** The files of a folder as a detection sees them; paths are relative to it, with `/`. */
export type Files = {
  /** Regular files, the shallowest first, without what is installed, built or hidden; at most a few thousand. */
  list: readonly string[];
  has: (path: string) => boolean;
  /** Null when there is no such file, or it is no text or far too large. */
  read: (path: string) => string | null;
};
