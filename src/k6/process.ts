import { createReadStream, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { rootCertificates } from 'node:tls';
import { childEnvironment } from '../processes/environment.ts';
import { writeWhole } from '../processes/file.ts';
import { readTail } from '../processes/log.ts';
import { type ProcessGroup, type ProcessWatch, startProcess } from '../processes/process.ts';
import { forgetMirror } from './mirror.ts';
import { BOOKS, BOOKS_FILE, nameArrivals } from './script.ts';
import { parseSummary, type Summary } from './summary.ts';

type K6Run = {
  group: ProcessGroup;
  /** Resolves with the moment (Unix ms) at which the first scenario was due; null when k6 ended before. */
  began: Promise<number | null>;
  /** Resolves when k6 has ended. */
  finished: Promise<K6Result>;
};

/** First redirect that a virtual user was answered with. */
export type SeenRedirect = {
  label: string;
  /** Number of the request among those of the scenario. */
  which: number;
  status: number;
  /** Path that it leads to; null where it leads to another server, or says nothing. */
  location: string | null;
};

/** What a virtual user told of its first failure of a kind. */
export type ToldFailure = { label: string; code: number; text: string };

export type K6Result =
  /** `complete` is false when k6 was interrupted. Then the summary ends there. */
  | { kind: 'measured'; complete: boolean; summary: Summary; told: ToldFailure[]; redirects: SeenRedirect[] }
  /**
   * k6 ended without a measurement. `fault` says who is to blame. `missing`: the function that tailgate.yml names and
   * the script lacks, and which there are.
   */
  | {
      kind: 'failed';
      fault: 'script' | 'harness';
      message: string;
      log: string;
      missing?: { exec: string; there: string };
    };

/** Meaning of k6's exit codes (k6: errext/exitcodes/codes.go). Codes not listed are faults of the harness. */
const SCRIPT_FAULTS: Record<number, string> = {
  100: 'its `setup` did not finish in time',
  101: 'its `teardown` did not finish in time',
  104: 'k6 does not accept its options',
  107: 'it threw an exception outside an iteration',
  108: 'it aborted the test',
  110: 'it marked the test as failed',
};

/** Exit code of k6 when a threshold of the user's failed. The measurement itself is complete. */
const THRESHOLDS_FAILED = 99;
const INTERRUPTED = 105;

/** Starts k6 on a script in `folder`. Only its summary is read. */
export async function startK6(options: {
  binary: string;
  folder: string;
  name: string;
  script: string;
  /** When requests arrive, by k6 scenario: in a file beside the script. Absent, or empty: the script names none. */
  arrivals?: ReadonlyMap<string, { dueMs: readonly number[] }>;
  /** Path of the user's own script, beside which it finds its files. Absent: none. */
  userScript?: string;
  cwd: string;
  targetUrl: string;
  environment: NodeJS.ProcessEnv;
  /** Whether k6 may have another binary built for a script with extensions, by a service elsewhere. Absent: no. */
  mayFetch?: boolean;
  /** Certificates (PEM) to trust beside those that are known. */
  certificates?: readonly string[];
  keeper: ProcessWatch;
}): Promise<K6Run> {
  const { folder, name } = options;
  const scriptPath = join(folder, `${name}.js`);
  const summaryPath = join(folder, `${name}.summary.json`);
  const logPath = join(folder, `${name}.log`);
  const configPath = join(folder, 'k6-config.json');
  writeFileSync(scriptPath, options.script);
  if (options.arrivals?.size) {
    const dueMs = [...options.arrivals].map(([scenario, own]) => [scenario, own.dueMs]);
    writeFileSync(join(folder, nameArrivals(name)), JSON.stringify(Object.fromEntries(dueMs)));
  }
  // Another k6 may be reading them. The user's own k6 configuration file could change what is measured.
  if (!existsSync(join(folder, BOOKS_FILE))) writeWhole(join(folder, BOOKS_FILE), BOOKS);
  if (!existsSync(configPath)) writeWhole(configPath, '{}');
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
      '--env',
      `TARGET_URL=${options.targetUrl}`,
      '--env',
      `BASE_URL=${options.targetUrl}`,
      '--env',
      `TAILGATE_SUMMARY=${summaryPath}`,
      ...(options.userScript ? ['--env', `TAILGATE_SCRIPT_FOLDER=${dirname(options.userScript)}`] : []),
      scriptPath,
    ],
    cwd: options.cwd,
    env: {
      ...calmRuntime(),
      ...childEnvironment(options.environment, trustCertificates(options)),
      ...(!options.mayFetch && { K6_AUTO_EXTENSION_RESOLUTION: 'false' }),
    },
    logPath,
    keeper: options.keeper,
  });
  const finished = group.exited.then(async (exit): Promise<K6Result> => {
    const log = forgetMirror(readLastWords(logPath), folder);
    const code = exit.code ?? -1;
    const fail = (fault: 'script' | 'harness', message: string) =>
      ({ kind: 'failed', fault, message, log }) as const;
    if (exit.signal !== null) return fail('harness', `k6 was ended by ${exit.signal}`);
    if (code in SCRIPT_FAULTS) {
      const whole = log.replaceAll('\\"', '"');
      const missing = /TAILGATE_EXPORTS (\S+): (.*?) TAILGATE_END/.exec(whole);
      const refused = /TAILGATE_REFUSED (.*?) TAILGATE_END/.exec(whole)?.[1];
      return {
        ...fail('script', refused ?? `${SCRIPT_FAULTS[code]}${explainException(whole)}`),
        ...(missing !== null && { missing: { exec: missing[1]!, there: missing[2]! } }),
      };
    }
    if (code !== 0 && code !== THRESHOLDS_FAILED && code !== INTERRUPTED) {
      return fail('harness', `k6 ended with exit code ${code}`);
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
      return fail('harness', `k6 left no readable summary: ${(error as Error).message}`);
    }
  });
  return { group, began: watchBegin(logPath, group), finished };
}

const BEGIN_POLL_MS = 20;

/** Waits for the line that the first iteration of a script logs. The log is nearly empty until then. */
async function watchBegin(logPath: string, { exit }: ProcessGroup): Promise<number | null> {
  while (exit() === null) {
    const began = /TAILGATE_BEGAN (\d+)/.exec(readTail(logPath))?.[1];
    if (began !== undefined) return Number(began);
    await sleep(BEGIN_POLL_MS);
  }
  return null;
}

/** Explains exceptions that scripts throw since Tailgate runs them, and not k6 alone. Empty for others. */
function explainException(log: string): string {
  const extension = /"(k6\/x\/[^"\s]+)"/.exec(log)?.[1];
  if (extension !== undefined)
    return `: it imports \`${extension}\`, an extension that this k6 lacks. None is fetched from elsewhere unless \`allow\` names hosts; give \`k6.path\` a k6 that has it`;
  return / of undefined/.test(log)
    ? '; Tailgate replaces its scenarios and its load, so `exec.test.options.scenarios` has not those of the script'
    : '';
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

/** Reads what virtual users told of failures and redirects, each once. A script may have written much more beside it. */
async function readTold(logPath: string): Promise<{ told: ToldFailure[]; redirects: SeenRedirect[] }> {
  const told = new Map<string, ToldFailure>();
  const redirects = new Map<string, SeenRedirect>();
  for await (const line of createInterface({ input: createReadStream(logPath) })) {
    const marked = /TAILGATE_(FAILURE|REDIRECT) ((?:[^"\\]|\\.)*)"/.exec(line);
    if (marked === null) continue;
    const text = marked[2]!.replaceAll('\\"', '"');
    if (marked[1] === 'FAILURE') {
      const [, code, label, words] = /^(\d+) (.*?): (.*)$/s.exec(text) ?? [];
      const key = `${code} ${label}`;
      if (words !== undefined && !told.has(key))
        told.set(key, { label: label!, code: Number(code), text: words });
    } else {
      const [, which, status, location, label] = /^(\d+) (\d+) (\S+) (.*)$/s.exec(text) ?? [];
      const key = `${which} ${label}`;
      if (label === undefined || redirects.has(key)) continue;
      redirects.set(key, {
        label,
        which: Number(which),
        status: Number(status),
        location: location === '-' ? null : location!,
      });
    }
  }
  return { told: [...told.values()], redirects: [...redirects.values()] };
}
