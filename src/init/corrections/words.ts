import { type Cause, diagnose } from './causes.ts';
import type { Observation } from './observation.ts';
import { chooseAnswer } from './requests.ts';

/** Says why a try ended without a plain answer, and what a person can do about it. */
export function explainObservation(observed: Observation): string {
  const { failure, asked, listening, log, answers } = observed;
  const best = chooseAnswer(answers);
  // What fails says more than a redirect, or than a path that is not there.
  const isAside = best !== null && (best.status === 404 || (best.status >= 300 && best.status < 400));
  const answer = (isAside && answers.find(({ status }) => status >= 500)) || best;
  if (answer !== null && answer.status < 500) {
    const { method = 'GET', path, status, location } = answer;
    return `${method} ${path} answered ${status}. ${adviseStatus(status, location) ?? ''}`.trim();
  }
  const first = failure === null && answer === null ? listening?.[0] : undefined;
  if (first !== undefined && first.port !== asked)
    return `It listens on port ${first.port}, and was asked on ${asked}. Does another variable or option set its port? If it is fixed: \`url: http://${first.host}:${first.port}\`.`;
  const seen =
    failure !== null
      ? `${failure.service}: ${failure.message}.`
      : answer !== null
        ? `GET ${answer.path} answered ${answer.status}.`
        : `Nothing answers${asked === null ? '' : ` on port ${asked}`}.`;
  const cause = diagnose(log);
  if (cause?.kind === 'variable' && failure?.kind === 'build-failed')
    return `${seen} It asks for ${cause.names.join(', ')}. Set that in \`build\` itself, before its command: \`export ${cause.names[0]}=…; …\`.`;
  return `${seen} ${cause !== null ? adviseCause(cause) : answer !== null ? adviseStatus(answer.status, null) : USUAL_ADVICE[failure?.kind ?? 'no-answer']}`;
}

const USUAL_ADVICE = {
  'build-failed': 'Change `build` until it works in a fresh clone.',
  'not-ready':
    'Does `start` stay in front, and is `url` where it listens? A slow start needs `ready.timeout`.',
  'no-answer': 'Is `url` where the service answers HTTP?',
};

/** What a person can do about a cause; `%` is its name. */
const ADVICE: Record<Exclude<Cause['kind'], 'refused' | 'variable' | 'file' | 'embedded'>, string> = {
  'no-docker': 'Docker does not run on this machine. Install or start it, and try again.',
  taken: 'Something else has this port. Stop it, or let the service listen on $PORT.',
  credentials:
    'A database refuses the user, the password or the name. Write those of the service in `env` of both.',
  tables: 'Its tables are missing. Which command makes them? Write it in `prepare`.',
  program: 'The program % is missing on this machine. Install it, or name another command.',
  module: 'The package or built file % is missing. Does `build` install and build all of it?',
  command: 'It shows its help, which names the command %. Does `start` need that?',
  option: 'It knows no option --%. Take it out of `start`.',
  package:
    'A package could not be built. It may want an older version of its language, or a library of the system.',
  lock: 'Its lock file does not fit the rest. Make it anew, and commit it.',
  absent: 'No registry that this machine reaches has %.',
  approval:
    'Packages want to run scripts as they are installed. `pnpm approve-builds` says which may: commit that.',
  version:
    'This machine lacks a version that it needs: %. Install it, or name another; the workflow installs those that files name.',
};

function adviseCause(cause: Cause): string {
  switch (cause.kind) {
    case 'refused':
      if (/[a-z]\.[a-z]{2,}(?::|$)/i.test(cause.where))
        return `It reaches for ${cause.where}, which this machine cannot. Is that needed for a run?`;
      return `It wants ${cause.database ?? 'something'}${cause.where ? ` at ${cause.where}` : ''}, and nothing answers there. Write that under \`services\` (with \`needs\`) or \`external\`, and its address in \`env\`.`;
    case 'variable':
      return `It asks for ${cause.names.join(', ')}. Write a value in \`env\`.`;
    case 'file':
    case 'embedded':
      return `${cause.name === '' ? 'Its configuration' : `The file ${cause.name}`} is missing. Is it made by \`build\`, and does git know it?`;
    default: {
      const name = cause.kind !== 'credentials' && 'name' in cause ? cause.name : '';
      return ADVICE[cause.kind].replace('%', () => name);
    }
  }
}

/** What a person can do about a status; null where a plain answer came back. */
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
