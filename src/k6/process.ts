import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { rootCertificates } from 'node:tls';
import { childEnvironment } from '../processes/environment.ts';
import { writeOnce } from '../processes/file.ts';
import { measureLog, readPart, readTail } from '../processes/log.ts';
import { type ProcessGroup, type ProcessWatch, startProcess } from '../processes/process.ts';
import { forgetMirror } from './mirror.ts';
import { type K6Result, readRefusal, readTold } from './result.ts';
import { BOOKS, BOOKS_FILE, DRAWS, DRAWS_FILE, nameArrivals } from './script.ts';
import { parseSummary } from './summary.ts';

/** What generates the load of a program, on this machine or in pods. */
export type K6Run = {
  /** `pid`: null where k6 is not on this machine. */
  group: Pick<ProcessGroup, 'signal' | 'stop'> & { pid: number | null };
  /** Resolves with the moment (Unix ms) at which the first scenario was due; null when k6 ended before, or is elsewhere. */
  began: Promise<number | null>;
  /** Resolves when k6 has ended. */
  finished: Promise<K6Result>;
};

/** Exit code of k6 when a threshold of the user's failed. The measurement itself is complete. */
const THRESHOLDS_FAILED = 99;
const INTERRUPTED = 105;

/** A script in `folder`, and what k6 needs to load it. */
export type K6Script = {
  binary: string;
  folder: string;
  name: string;
  script: string;
  /** Path of the user's own script, beside which it finds its files. Absent: none. */
  userScript?: string;
  cwd: string;
  targetUrl: string;
  environment: NodeJS.ProcessEnv;
  /** Whether k6 may have another binary built for a script with extensions, by a service elsewhere. Absent: no. */
  mayFetch?: boolean;
};

/** Starts k6 on a script. Only its summary is read. */
export async function startK6(
  options: K6Script & {
    /** When requests arrive, by k6 scenario: in a file beside the script. Absent, or empty: the script names none. */
    arrivals?: ReadonlyMap<string, { skipped: number; dueMs: readonly number[] }>;
    /** Certificates (PEM) to trust beside those that are known. */
    certificates?: readonly string[];
    keeper: ProcessWatch;
  },
): Promise<K6Run> {
  const { folder, name } = options;
  const { scriptPath, configPath } = writeFiles(options);
  const summaryPath = join(folder, `${name}.summary.json`);
  const logPath = join(folder, `${name}.log`);
  const from = measureLog(logPath);
  const group = await startProcess({
    command: [
      options.binary,
      'run',
      '--quiet',
      '--no-color',
      '--no-usage-report',
      '--config',
      configPath,
      '--address',
      '', // no control port
      ...passVariables(options),
      '--env',
      `TAILGATE_SUMMARY=${summaryPath}`,
      scriptPath,
    ],
    cwd: options.cwd,
    env: {
      ...calmRuntime(),
      ...loadingEnvironment(options, trustCertificates(options)),
    },
    logPath,
    keeper: options.keeper,
  });
  const finished = group.exited.then(async (exit): Promise<K6Result> => {
    const log = forgetMirror(readLastWords(logPath), folder);
    const code = exit.code ?? -1;
    const fail = (message: string): K6Result => ({ kind: 'failed', fault: 'harness', message, log });
    if (exit.signal !== null) return fail(`k6 was ended by ${exit.signal}`);
    const refusal = readRefusal(code, log);
    if (refusal !== null) return refusal;
    if (code !== 0 && code !== THRESHOLDS_FAILED && code !== INTERRUPTED) {
      return fail(`k6 ended with exit code ${code}`);
    }
    try {
      if (!statSync(summaryPath).isFile()) throw new Error('it is no file');
      const summary = parseSummary(readFileSync(summaryPath, 'utf8'));
      return {
        kind: 'measured',
        complete: code !== INTERRUPTED,
        summary,
        ...(await readTold(logPath)),
      };
    } catch (error) {
      return fail(`k6 left no readable summary: ${(error as Error).message}`);
    }
  });
  return { group, began: watchBegin(logPath, group, from), finished };
}

/** Lists the arguments by which k6 tells a script where its target and its files are. */
export function passVariables({ targetUrl, userScript }: K6Script): string[] {
  const variables = {
    TARGET_URL: targetUrl,
    BASE_URL: targetUrl,
    ...(userScript && { TAILGATE_SCRIPT_FOLDER: dirname(userScript) }),
  };
  return Object.entries(variables).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
}

/** Returns the environment in which k6 loads a script. */
export function loadingEnvironment(
  { environment, mayFetch }: K6Script,
  own: NodeJS.ProcessEnv = {},
): NodeJS.ProcessEnv {
  return {
    ...childEnvironment(environment, own),
    ...(!mayFetch && { K6_AUTO_EXTENSION_RESOLUTION: 'false' }),
  };
}

/** Writes a script and what it loads into its folder. @returns paths of the script, and of a configuration for k6 */
export function writeFiles({
  folder,
  name,
  script,
  arrivals,
}: Pick<Parameters<typeof startK6>[0], 'folder' | 'name' | 'script' | 'arrivals'>) {
  const scriptPath = join(folder, `${name}.js`);
  const configPath = join(folder, 'k6-config.json');
  writeFileSync(scriptPath, script);
  if (arrivals?.size) {
    const dueMs = [...arrivals].map(([scenario, own]) => [scenario, [own.skipped, ...own.dueMs]]);
    writeFileSync(join(folder, nameArrivals(name)), JSON.stringify(Object.fromEntries(dueMs)));
  }
  // The user's own k6 configuration file could change what is measured.
  for (const [file, text] of [
    [BOOKS_FILE, BOOKS],
    [DRAWS_FILE, DRAWS],
  ] as const)
    writeOnce(join(folder, file), text);
  writeOnce(configPath, '{}');
  return { scriptPath, configPath };
}

const BEGIN_POLL_MS = 20;

/** Most bytes that are read at once, each time from where the last look ended: a script may write much. */
const BEGIN_BYTES = 64 * 1024;

/** Waits for the line that the first iteration of a script logs, after the first `from` bytes of the log. */
async function watchBegin(logPath: string, { exit }: ProcessGroup, from: number): Promise<number | null> {
  let at = from;
  while (exit() === null) {
    // A log that grows too long loses its middle.
    const end = measureLog(logPath);
    if (end < at) at = from <= end ? from : 0;
    const part = readPart(logPath, at, BEGIN_BYTES);
    const whole = part.lastIndexOf('\n') + 1 || (part.length === BEGIN_BYTES ? BEGIN_BYTES : 0);
    const began = /TAILGATE_BEGAN (\d+)/.exec(part.toString('latin1', 0, whole))?.[1];
    if (began !== undefined) return Number(began);
    at += whole;
    if (part.length < BEGIN_BYTES) await sleep(BEGIN_POLL_MS);
  }
  return null;
}

const LAST_LINES = 20;

/** Reads the end of k6's log, and its first error in place of a line where what a script prints hides it. */
function readLastWords(logPath: string): string {
  const lines = readTail(logPath, 2000)
    .split('\n')
    .filter((line) => !line.includes('TAILGATE_BEGAN'));
  const last = lines.slice(-LAST_LINES);
  const error = lines.find((line) => /^time="[^"]*" level=error (?!.* source=console)/.test(line));
  return (error === undefined || last.includes(error) ? last : [error, ...last.slice(1)]).join('\n');
}

/** Divisor of the memory that k6's heap may take. Beyond it Go's runtime collects garbage more often again. */
const HEAP_PARTS = 4;

/**
 * Settings of Go's runtime for k6, where the user has set none. By default it collects garbage when the heap has
 * doubled. With a hundred virtual users and 1,000 req/s on two cores that is every second or two. It then holds up
 * arrivals by 20 ms, and lifts the p99 of a service that answers in 0.4 ms from 2 to 8 ms (`npm run
 * bench:generator`). https://go.dev/doc/gc-guide
 */
function calmRuntime(): NodeJS.ProcessEnv {
  const memory = Math.min(totalmem(), process.constrainedMemory?.() || Number.POSITIVE_INFINITY);
  return { GOGC: '800', GOMEMLIMIT: `${Math.floor(memory / HEAP_PARTS / 2 ** 20)}MiB` };
}

/**
 * Lays out the certificates where Go's runtime looks for them. The file takes the place of the one that it would read
 * otherwise, so it has those as well that are known everywhere.
 */
function trustCertificates({
  certificates = [],
  environment,
  folder,
}: Pick<Parameters<typeof startK6>[0], 'certificates' | 'environment' | 'folder'>): NodeJS.ProcessEnv {
  if (certificates.length === 0) return {};
  const given = environment.SSL_CERT_FILE;
  const known = given && existsSync(given) ? [readFileSync(given, 'utf8')] : rootCertificates;
  const path = join(folder, 'certificates.pem');
  writeFileSync(path, [...certificates, ...known].join('\n'));
  return { SSL_CERT_FILE: path };
}
