import { readFileSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { quoteLine, readToolVersion, runChild } from '../processes/child.ts';
import { childEnvironment } from '../processes/environment.ts';
import { listMembers, listProcesses } from '../processes/procfs.ts';
import { go } from './go.ts';
import { jvm } from './jvm.ts';
import { MOST_CHARACTERS, type Profiler, type Sampled } from './profiler.ts';
import { python } from './python.ts';
import { type Locate, placeStacks, type SymbolStacks } from './sources.ts';

/** A process of an arm, with the name of the file that runs in it. */
export type AttachableProcess = { pid: number; parent: number; program: string };

/** How a tool is run, and how what it has written into the file at `path` is read, which takes the file away. */
type Order = {
  /** @returns all that the tool printed @throws Error with its last line, where it failed */
  run(args: string[]): Promise<string>;
  read: { (): string; path: string };
};

/** A sampling profiler on PATH that attaches to processes which are there. */
export type Tool = {
  runtime: string;
  file: string;
  /** How to get it. */
  advice: string;
  /** Says what keeps it from looking into processes here. Null: nothing that is known. */
  explainLimit(): string | null;
  /** Chooses the processes of a runtime, each to be attached to. */
  choose(processes: readonly AttachableProcess[]): number[];
  /** True: it samples allocations, too. */
  seesAllocations?: true;
  /** Takes samples of a process. @returns collapsed stacks, or stacks of symbols where `bindSources` says their places */
  sample(order: Order, pid: number, seconds: number, of: Sampled): Promise<string | SymbolStacks>;
  /** Finds functions in the sources of a work tree. Absent: the tool itself knows where they are. */
  bindSources?(top: string): Locate;
};

const TOOLS: readonly Tool[] = [python, jvm, go];

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

const readVersion = ({ file }: Tool, environment: NodeJS.ProcessEnv, signal: AbortSignal) =>
  readToolVersion(file, ['--version'], environment, signal);

type AttachOptions = {
  /** Process trees of the arm. */
  sessions: readonly number[];
  /** Top folder of its work tree. */
  top: string;
  /** Existing folder for what tools write, and the beginning of its names. */
  folder: string;
  name: string;
  environment: NodeJS.ProcessEnv;
  /** Ends the search for tools. */
  signal: AbortSignal;
};

/** Most processes that one tool attaches to, and time (ms) that it may take to start and to end. */
const MOST_PROCESSES = 16;
const PATIENCE_MS = 10_000;

/** Makes a profiler for each runtime that an arm has processes of. Where its tool is not on PATH there is none. @throws Interrupted on abort */
export async function attachProfilers(options: AttachOptions): Promise<Profiler[]> {
  const processes = listAttachable(options.sessions);
  const made = TOOLS.map(async (tool) => {
    const pids = tool.choose(processes).slice(0, MOST_PROCESSES);
    return pids.length > 0 && (await readVersion(tool, options.environment, options.signal)) !== null
      ? [attach(tool, pids, options)]
      : [];
  });
  return (await Promise.all(made)).flat();
}

function attach(tool: Tool, pids: readonly number[], options: AttachOptions): Profiler {
  const end = new AbortController();
  const { file } = tool;
  let locate: Locate | undefined;
  const sampleOne = async (pid: number, seconds: number, of: Sampled) => {
    const path = join(options.folder, `${options.name}-${pid}.${file}`);
    const run = async (args: string[]) => {
      const outcome = await runChild({
        file,
        arguments: args,
        environment: childEnvironment(options.environment, { LC_ALL: 'C' }),
        timeoutMs: 1000 * seconds + PATIENCE_MS,
        signal: end.signal,
      });
      if (outcome.kind !== 'ended') throw new Error(`${file} was ${outcome.kind}`);
      if (outcome.exitCode !== 0) throw new Error(`${file} says: ${quoteLine(outcome.output, 'last')}`);
      return outcome.output;
    };
    const read = Object.assign(() => readOutput(path), { path });
    const stacks = await tool.sample({ run, read }, pid, seconds, of);
    if (typeof stacks === 'string') return stacks;
    locate ??= tool.bindSources!(options.top);
    return placeStacks(stacks, locate);
  };
  return {
    seesAllocations: tool.seesAllocations ?? false,
    sample: (seconds, of = 'time') => Promise.all(pids.map((pid) => sampleOne(pid, seconds, of))),
    close: () => end.abort(),
  };
}

/** Reads what a tool has written, and takes it away. Empty where it is too much. */
function readOutput(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  const text = stat?.isFile() && stat.size <= MOST_CHARACTERS ? readFileSync(path, 'utf8') : '';
  rmSync(path, { force: true });
  return text;
}

function listAttachable(sessions: readonly number[]): AttachableProcess[] {
  return listMembers(listProcesses() ?? [], sessions).map(({ pid, parent }) => ({
    pid,
    parent,
    program: readProgram(pid),
  }));
}

function readProgram(pid: number): string {
  try {
    return basename(readlinkSync(`/proc/${pid}/exe`));
  } catch {
    return ''; // ended meanwhile, or another user's
  }
}
