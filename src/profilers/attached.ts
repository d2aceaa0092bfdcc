import { readFileSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { quoteLine, readToolVersion, runChild } from '../processes/child.ts';
import { childEnvironment } from '../processes/environment.ts';
import { countToRoots, listProcesses } from '../processes/procfs.ts';
import { MOST_CHARACTERS, type Profiler } from './profiler.ts';
import { python } from './python.ts';

/** A process of an arm, with the name of the file that runs in it. */
export type Candidate = { pid: number; parent: number; program: string };

/** A sampling profiler on PATH that attaches to processes which are there. */
export type Tool = {
  runtime: string;
  file: string;
  /** How to get it. */
  advice: string;
  /** Says what keeps it from looking into processes here. Null: nothing that is known. */
  explainLimit(): string | null;
  /** Chooses the processes of a runtime, each to be attached to. */
  choose(processes: readonly Candidate[]): number[];
  /** Arguments to take samples of a process for so many seconds, and to write collapsed stacks into a file. */
  order(pid: number, seconds: number, output: string): string[];
};

const TOOLS: readonly Tool[] = [python];

/** A profiler as it is found: its version, null without it; what keeps it from its work, and what would help. */
export type ProfilerFinding = { version: string | null; limit: string | null } & Pick<
  Tool,
  'runtime' | 'file' | 'advice'
>;

/** Looks for the profilers of all runtimes. @throws Interrupted on abort */
export function findProfilers(
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<ProfilerFinding[]> {
  return Promise.all(
    TOOLS.map(async (tool) => {
      const { runtime, file, advice } = tool;
      const version = await readVersion(tool, environment, signal);
      return { runtime, file, advice, version, limit: version === null ? null : tool.explainLimit() };
    }),
  );
}

const readVersion = ({ file }: Tool, environment: NodeJS.ProcessEnv, signal = new AbortController().signal) =>
  readToolVersion(file, ['--version'], environment, signal);

type AttachOptions = {
  /** Process trees of the arm. */
  sessions: readonly number[];
  /** Existing folder for what tools write, and the beginning of its names. */
  folder: string;
  name: string;
  environment: NodeJS.ProcessEnv;
};

/** Most processes that one tool attaches to, and time (ms) that it may take to start and to end. */
const MOST_PROCESSES = 16;
const PATIENCE_MS = 10_000;

/** Makes a profiler for each runtime that an arm has processes of. Where its tool is not on PATH there is none. */
export async function attachProfilers(options: AttachOptions): Promise<Profiler[]> {
  const processes = listCandidates(options.sessions);
  const made = TOOLS.map(async (tool) => {
    const pids = tool.choose(processes).slice(0, MOST_PROCESSES);
    return pids.length > 0 && (await readVersion(tool, options.environment)) !== null
      ? [attach(tool, pids, options)]
      : [];
  });
  return (await Promise.all(made)).flat();
}

function attach({ file, order }: Tool, pids: readonly number[], options: AttachOptions): Profiler {
  const end = new AbortController();
  const sampleOne = async (pid: number, seconds: number) => {
    const output = join(options.folder, `${options.name}-${pid}.${basename(file)}.txt`);
    const outcome = await runChild({
      file,
      arguments: order(pid, seconds, output),
      environment: childEnvironment(options.environment),
      timeoutMs: 1000 * seconds + PATIENCE_MS,
      signal: end.signal,
    });
    if (outcome.kind !== 'ended') throw new Error(`${file} was ${outcome.kind}`);
    if (outcome.exitCode !== 0) throw new Error(`${file} says: ${quoteLine(outcome.output, 'last')}`);
    return readOutput(output);
  };
  return {
    sample: (seconds) => Promise.all(pids.map((pid) => sampleOne(pid, seconds))),
    close: () => end.abort(),
  };
}

function readOutput(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  const text = stat?.isFile() && stat.size <= MOST_CHARACTERS ? readFileSync(path, 'utf8') : '';
  rmSync(path, { force: true });
  return text;
}

function listCandidates(sessions: readonly number[]): Candidate[] {
  const roots = new Set(sessions);
  return countToRoots(listProcesses() ?? [], roots)
    .filter(({ session }) => roots.has(session))
    .map(({ pid, parent }) => ({ pid, parent, program: readProgram(pid) }));
}

function readProgram(pid: number): string {
  try {
    return basename(readlinkSync(`/proc/${pid}/exe`));
  } catch {
    return ''; // ended meanwhile, or another user's
  }
}
