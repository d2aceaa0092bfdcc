import { createReadStream, existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../errors.ts';
import { childEnvironment } from '../processes/environment.ts';
import { writeWhole } from '../processes/file.ts';
import { measureLog, readPart, readTail } from '../processes/log.ts';
import { type ProcessGroup, type ProcessWatch, startProcess } from '../processes/process.ts';
import { SUPPORT } from './driver.ts';
import { parseSummary, type Summary } from './summary.ts';

/** What a virtual user reported about its first failure of a kind. */
export type ToldFailure = { label: string; code: number; text: string };

export type K6Result =
  /** `complete` is false if k6 was interrupted. The summary then ends there. */
  { kind: 'measured'; complete: boolean; summary: Summary; told: ToldFailure[] } | FailedK6;

/** k6 ended without a measurement. `fault` says who is to blame. */
export type FailedK6 = { kind: 'failed'; fault: 'script' | 'harness'; message: string; log: string };

/** Makes the result of a k6 that measured nothing. */
export function failK6(fault: FailedK6['fault'], message: string, log = ''): FailedK6 {
  return { kind: 'failed', fault, message, log };
}

/** What generates the load of a program, on this machine or in pods. */
export type K6Run = {
  /** `pid`: null if k6 is not on this machine. */
  group: Pick<ProcessGroup, 'signal' | 'stop'> & { pid: number | null };
  /** Resolves with the time (Unix ms) at which the first scenario was due; null if k6 ended before, or is elsewhere. */
  began: Promise<number | null>;
  /** Resolves when k6 has ended. @throws UserError if the script lacks a function that tailgate.yml names */
  finished: Promise<K6Result>;
};

/** Exit code of k6 (k6: errext/exitcodes/codes.go). */
const INTERRUPTED = 105;

/** A script in `folder`, and what k6 needs to load it. */
export type K6Script = {
  binary: string;
  folder: string;
  name: string;
  script: string;
  /** Path of the user's own script, beside which its files are found. Absent: none. */
  userScript?: string;
  cwd: string;
  targetUrl: string;
  environment: NodeJS.ProcessEnv;
};

/** Starts k6 on a script. Only its summary is read. */
export async function startK6(options: K6Script & { keeper: ProcessWatch }): Promise<K6Run> {
  const { binary, folder, name, cwd, keeper } = options;
  const { scriptPath, configPath } = writeFiles(options);
  const summaryPath = join(folder, `${name}.summary.json`);
  const logPath = join(folder, `${name}.log`);
  // It opens no control port.
  const flags = ['--quiet', '--no-color', '--no-usage-report', '--config', configPath, '--address', ''];
  const variables = [...passVariables(options), '--env', `TAILGATE_SUMMARY=${summaryPath}`];
  const group = await startProcess({
    command: [binary, 'run', ...flags, ...variables, scriptPath],
    env: { ...calmRuntime(), ...loadingEnvironment(options.environment) },
    ...{ cwd, logPath, keeper },
  });
  const finished = group.exited.then(async (exit): Promise<K6Result> => {
    const log = readLastWords(logPath);
    const code = exit.code ?? -1;
    const fail = (message: string) => failK6('harness', message, log);
    if (exit.signal !== null) return fail(`k6 was ended by ${exit.signal}`);
    const refusal = readRefusal(code, log, options.userScript);
    if (refusal !== null) return refusal;
    if (code !== 0 && code !== INTERRUPTED) return fail(`k6 exited with code ${code}`);
    try {
      if (!lstatSync(summaryPath).isFile()) throw new Error('it is not a file');
      const summary = parseSummary(readFileSync(summaryPath, 'utf8'));
      return { kind: 'measured', complete: code !== INTERRUPTED, summary, told: await readTold(logPath) };
    } catch (error) {
      return fail(`k6 left no readable summary: ${(error as Error).message}`);
    }
  });
  return { group, began: watchBegin(logPath, group), finished };
}

/** Lists the arguments that tell a script where its target and its files are. */
export function passVariables({ targetUrl: url, userScript }: Partial<K6Script>): string[] {
  const folder = userScript && { TAILGATE_SCRIPT_FOLDER: dirname(userScript) };
  const variables = { TARGET_URL: url, BASE_URL: url, ...folder };
  return Object.entries(variables).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
}

/** Returns the environment in which k6 loads a script. It must not have another k6 built by a remote service. */
export function loadingEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return childEnvironment(environment, { K6_AUTO_EXTENSION_RESOLUTION: 'false' });
}

/** Writes a script and what it loads into its folder. @returns paths of the script, and of a configuration for k6 */
export function writeFiles({ folder, name, script }: Pick<K6Script, 'folder' | 'name' | 'script'>) {
  const scriptPath = join(folder, `${name}.js`);
  const configPath = join(folder, 'k6-config.json');
  writeFileSync(scriptPath, script);
  // The user's own k6 configuration could change what is measured. Another k6 may be reading what is there.
  for (const [file, text] of Object.entries({ ...SUPPORT, 'k6-config.json': '{}' }))
    if (!existsSync(join(folder, file))) writeWhole(join(folder, file), text);
  return { scriptPath, configPath };
}

/** Maximum number of bytes that are read at once. */
const PART_BYTES = 64 * 1024;
const POLL_MS = 20;

/** Waits for the line that the first iteration of a script logs. A script may write a lot before it. */
async function watchBegin(logPath: string, { exit }: ProcessGroup): Promise<number | null> {
  for (let at = 0; exit() === null; ) {
    // A log that grows too long loses its middle.
    if (measureLog(logPath) < at) at = 0;
    const part = readPart(logPath, at, PART_BYTES);
    const began = /TAILGATE_BEGAN (\d+)"/.exec(part.toString('latin1'))?.[1];
    if (began !== undefined) return Number(began);
    // The end of the line may not have arrived yet.
    at += Math.max(0, part.length - 64);
    if (part.length < PART_BYTES) await sleep(POLL_MS);
  }
  return null;
}

/** Reads k6's own last messages, without what a script printed around them, unless there is nothing else. */
function readLastWords(logPath: string): string {
  const lines = readTail(logPath, 2000).split('\n');
  const own = lines.filter((line) => !line.endsWith(' source=console'));
  return (own.length > 0 ? own : lines).slice(-20).join('\n');
}

/**
 * Settings of Go's runtime for k6, unless the user has set any. By default it collects garbage each time the heap doubles,
 * which delays arrivals. With these it waits longer, until the heap takes a quarter of the memory. https://go.dev/doc/gc-guide
 */
function calmRuntime(): NodeJS.ProcessEnv {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return { GOGC: '800', GOMEMLIMIT: `${Math.floor(memory / 4 / 2 ** 20)}MiB` };
}

/**
 * Exit codes of k6 that are the script's fault (k6: errext/exitcodes/codes.go): infinite values, which cross thresholds, a slow
 * `setup` or `teardown`, invalid options, an exception outside of iterations, `abort`, `fail`. Others are the harness's.
 */
const SCRIPT_FAULTS = [99, 100, 101, 104, 107, 108, 110];

/**
 * Tells whether k6 did not accept a script. Its own message is in the log, where secrets are found and hidden.
 *
 * @param code exit code of k6
 * @param log its last lines
 * @param where the user's script
 * @returns null if the script is not at fault
 * @throws UserError if it lacks a function that tailgate.yml names
 */
export function readRefusal(code: number, log: string, where?: string): FailedK6 | null {
  if (!SCRIPT_FAULTS.includes(code)) return null;
  const [, what] = /TAILGATE_EXPORTS ((?:(?!TAILGATE_EXPORTS ).)*?) TAILGATE_END/.exec(log) ?? [];
  if (what === undefined) return failK6('script', `k6 exited with code ${code}`, log);
  const hint = 'Name the function to measure with `exec` in tailgate.yml, or export it as `default`.';
  throw new UserError({ what: `The k6 script has no function ${what}.`, where, hint });
}

/** Reads what virtual users reported about failures, each once. A script may have written much more around it. */
export async function readTold(logPath: string): Promise<ToldFailure[]> {
  const told = new Map<string, ToldFailure>();
  for await (const line of createInterface({ input: createReadStream(logPath) })) {
    const marked = /TAILGATE_FAILURE ((?:(?!TAILGATE_FAILURE )[^"\\]|\\.)*)"/.exec(line)?.[1];
    const [, code, label, words] = /^(\d+) (.*?): (.*)$/s.exec(marked?.replaceAll('\\"', '"') ?? '') ?? [];
    const key = `${code} ${label}`;
    if (words !== undefined && !told.has(key))
      told.set(key, { label: label!, code: Number(code), text: words });
  }
  return [...told.values()];
}
