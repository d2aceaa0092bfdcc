import type { Variable } from '../files/dotenv.ts';
import type { Guessable, SourceFile } from '../files/source.ts';
import type { SetupStep } from '../workflows/actions.ts';

/** Facts and guesses about the service of a repository. */
export type Finding = {
  /** Name for people, for instance `Node, npm`. */
  title: string;
  /** File in which the service was found, relative to the folder; null when nothing was found. */
  from: string | null;
  /** Folder below in which its commands run. */
  folder?: string;
  /** Shell command that makes a fresh checkout ready to start. */
  build?: Guessable;
  /** Shell command that runs before each start, such as migrations. */
  prepare?: Guessable;
  start: Guessable;
  /** The container in which it runs, as a line of YAML in place of `build`, `prepare` and `start`. */
  container?: string;
  port: Port;
  /** Names of further ports, and those that a try has seen beside its own. */
  ports?: string[];
  further?: number[];
  /** Path of a health check. */
  health?: string;
  /** Path to send load to. */
  path: Guessable;
  /** Headers without which it does not answer. */
  headers?: Record<string, string>;
  /** Environment of the service. */
  env: EnvironmentLine[];
  /** Databases and the like, which Tailgate starts in containers. */
  databases: Database[];
  /** Those of compose or CI to which no variable leads. */
  unused?: Database[];
  /** Steps of a workflow that install the tools. */
  setup: SetupStep[];
  /** Sentences that a person should read. */
  notes: string[];
  /** Paths that the service may answer, the likeliest first: what a try asks. */
  candidates?: string[];
  /** Variables that may set its port: tried where it listens on another port than it was given. */
  portNames?: string[];
  /** Other ways to build or to start it: tried where the first one fails. */
  others?: Partial<Pick<Finding, 'build' | 'start'>>[];
  /** What it was before another way took its place, and why that did. */
  first?: Pick<Finding, 'build' | 'start'> & { said: string };
  /** Files that git does not have, with the examples of them that it has. */
  examples?: [made: string, example: string][];
  /** Commands that may make its tables: tried where these are missing. */
  migrations?: Guessable[];
  /** Texts in which drivers of databases are named: manifests and lock files. */
  manifests?: string;
  /** What it answered when it was tried; absent where it was not. */
  answered?: { said: string; status: number; milliseconds: number };
};

/** What one language, or a file for containers, says of a service. What is absent follows in the same way for all. */
export type ServiceFinding = Partial<Omit<Finding, 'port' | 'portNames' | 'path' | 'candidates'>> &
  Pick<Finding, 'title' | 'from' | 'start'> & {
    /** 2: a service was seen; 1: something that starts; 0: files of a language, and no more. */
    sure: 0 | 1 | 2;
    /** Its own code, in which routes and names of ports are looked for. */
    sources?: readonly SourceFile[];
    /** What all of its paths lie below. */
    outer?: string;
    /** What stands before programs of its packages, such as `.venv/bin/`. */
    prefix?: string;
    /** Variables that settings of its framework stand for. */
    variables?: Variable[];
  };

/** A variable of the service's environment. */
export type EnvironmentLine = { name: string; value: string; why?: string };

export type Database = {
  /** Name of the service, which other services use as `${name.PORT}`. */
  name: string;
  kind: string;
  /** Names under which others reach it: its hosts in URLs. */
  hosts: string[];
  image: Guessable;
  /** Port within the container. */
  port: number;
  /** Regular expression of the line of its log that says that it is ready. */
  log?: string;
  env: Record<string, string>;
  command?: string;
  /** Files of the repository that fill it when it is new, and where the image looks for them. */
  initial?: { file: string; target: string }[];
  /** Its port on this machine, where the service takes no other. */
  fixed?: number;
  /** Tried without it, since this machine has nothing to start it. */
  absent?: boolean;
  /** The server of this machine, which stands in for Docker: the folder of its programs, and whether init ran as root. */
  program?: { folder: string; root: boolean };
};

export type Port =
  /** The service listens on the port that Tailgate gives it, so base and head can run side by side. */
  | { kind: 'given'; why?: string; host?: string }
  /** The service was seen to take this port always, so base and head take turns. */
  | { kind: 'fixed'; port: number; why?: string; host?: string };

/** Long enough for what asks for 64 letters; nobody's secret. */
export const NO_SECRET = 'only-for-measuring-0123456789abcdef0123456789abcdef0123456789abcdef';

/** Describes a variable that wants a secret, without one. */
export function describeSecret(name: string): EnvironmentLine {
  return { name, value: NO_SECRET, why: 'a stand-in; no real secret belongs here' };
}
