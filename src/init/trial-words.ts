import { EXIT, type ExitCode } from '../errors.ts';
import type { ServiceTrial } from './trial.ts';

/** Failures by what their last lines say, and what to change. The first that fits is told. */
const ADVICE: [RegExp, string][] = [
  [
    /docker.{0,80}(?:daemon|not found)|Cannot connect to the Docker/i,
    'Docker is not there. Write `external` for the databases, and start them yourself.',
  ],
  [
    /EADDRINUSE|address already in use|already listens/i,
    'Something else has this port. Stop it, or let the service listen on $PORT.',
  ],
  [
    /(?:ECONNREFUSED|connection refused|could not connect|can't connect|failed to connect).{0,200}?(?:5432|3306|27017|6379|5672|sql|database|redis|mongo)/is,
    'A database does not answer. Write it under `services` (with `needs`) or `external`, and its address in `env`.',
  ],
  [
    /relation "?\w+"? does not exist|no such table|doesn't exist|UndefinedTable/i,
    'Its tables are missing. Write the command that makes them in `prepare`.',
  ],
  [
    /command not found|: not found|No such file or directory|ENOENT/i,
    'A program or a file is missing. Is it built by `build`, and does git know it?',
  ],
  [
    /MODULE_NOT_FOUND|Cannot find (?:module|package)|ModuleNotFoundError|No module named|ClassNotFound/i,
    'A package or a built file is missing. Does `build` install and build all of it?',
  ],
  [
    /Could not build wheels|Failed to build|metadata-generation-failed|node-gyp|linker .{0,40}failed/i,
    'A package could not be built. It may want an older version of its language, or a library of the system.',
  ],
  [
    /environment variable|env(?:ironment)? .{0,60}(?:missing|required|not set|undefined)|KeyError: '[A-Z_]+'|NotPresent|must be (?:set|provided)|is required|ConfigError|validation error/i,
    'A variable is missing. Write it in `env`.',
  ],
  [
    /unsupported|Requires-Python|requires (?:node|python|java|ruby|go)|engine "node" is incompatible|invalid target release|Unsupported class file/i,
    'The tools here have another version than it needs. The workflow installs those that it names.',
  ],
];

const LONGEST = 240;

/** Says what came back, and what to change. */
export function describeTrial(trial: ServiceTrial): string {
  if (trial.kind === 'failed') return describeFailure(trial);
  const { request, status, bytes, milliseconds, startupMilliseconds, location } = trial;
  const size = bytes < 1000 ? `${bytes} bytes` : `${(bytes / 1000).toFixed(1)} kB`;
  const line = `${request} answered ${status} with ${size} in ${Math.round(milliseconds)} ms. The service was ready after ${(startupMilliseconds / 1000).toFixed(1)} s.`;
  const advice = adviseStatus(status, location);
  return `${line}\n${advice === null ? '' : `${advice}\n`}`;
}

function adviseStatus(status: number, location: string | null): string | null {
  if (status >= 300 && status < 400) {
    const where = location === null ? '' : ` to ${location.replace(/[\p{Cc}\p{Cf}]/gu, '?').slice(0, 120)}`;
    return `It redirects${where}. Redirects are not followed, and count as success: name the route behind it, or another one.`;
  }
  if (status === 401 || status === 403)
    return 'It wants a login. Send one in `headers`, or name another route.';
  if (status === 404) return 'Nothing is there. Is a prefix missing, or the route another one?';
  if (status === 405) return 'This route takes another method. Name one that answers GET.';
  if (status === 429) return 'It limits requests. Raise the limit for the run.';
  if (status >= 500)
    return 'It fails. A missing database, table or variable is the usual cause; its log says more.';
  if (status >= 400) return 'It refuses this request. Does it need a parameter or a header?';
  return null;
}

function describeFailure({ failure, what, log }: Extract<ServiceTrial, { kind: 'failed' }>): string {
  const lines = log.trimEnd().split('\n').slice(-15).filter(Boolean);
  const shown = lines.map((line) => `    ${line.slice(0, LONGEST)}\n`).join('');
  const found = advisePort(what, log) ?? ADVICE.find(([pattern]) => pattern.test(`${what}\n${log}`))?.[1];
  const usual = {
    'build-failed': 'Change `build` until it works in a fresh clone.',
    'not-ready':
      'Does `start` stay in front, and is `url` where it listens? A slow start needs `ready.timeout`.',
    'no-answer': 'Is `url` where the service answers HTTP?',
  }[failure];
  return `It does not work yet. ${what}\n${shown}${found ?? usual}\n`;
}

/** A service that says that it listens, and not where it is asked. */
function advisePort(what: string, log: string): string | null {
  const asked = /ECONNREFUSED [^\s]*?:(\d+)/.exec(what)?.[1];
  const told = [...log.matchAll(/(?:listen|running|serving|started|bound)[^\n]{0,80}?:(\d{2,5})\b/gi)].at(
    -1,
  )?.[1];
  if (asked === undefined || told === undefined || asked === told) return null;
  return `Its log names port ${told}, and it was asked on ${asked}. Does another variable or option set its port? If it is fixed: \`url: http://127.0.0.1:${told}\`.`;
}

/** 0 when a plain answer came back, else the code for what cannot be measured. */
export function chooseTrialCode(trial: ServiceTrial): ExitCode {
  return trial.kind === 'answered' && trial.status < 400 ? EXIT.pass : EXIT.unmeasured;
}
