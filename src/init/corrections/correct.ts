import type { Guessable } from '../files/source.ts';
import { type EnvironmentLine, type Finding, NO_SECRET } from '../needs/finding.ts';
import { complete, isProduction } from '../needs/settings.ts';
import { chooseHealthCheck, rankPath } from '../routes/choice.ts';
import { type Cause, diagnose } from './causes.ts';
import { ask, type Correction, change } from './correction.ts';
import { addDatabase, addWanted, isWanted, leadsTo, rename } from './databases.ts';
import type { Answer, Observation, Tools } from './observation.ts';
import { findElsewhere, findFurther, moveFurther, movePort } from './ports.ts';
import { chooseAnswer, describeAnswer } from './requests.ts';
import { explainObservation } from './words.ts';

/** Corrects a proposal by what its try showed. A correction changes the proposal: the same one is never tried twice. */
export function correct(finding: Finding, observed: Observation, tools: Tools): Correction {
  // No other way to build or to start the service helps a database.
  if (finding.databases.some(({ name }) => name === observed.failure?.service))
    return ask(finding, explainObservation(observed));
  const elsewhere = findElsewhere(observed);
  if (elsewhere) return movePort(finding, elsewhere, observed.asked);
  const further = findFurther(finding, observed);
  if (further) return moveFurther(finding, further);
  const own = [...(observed.described ?? []), ...(finding.candidates ?? [])];
  const answer = chooseAnswer(observed.answers, own);
  const works = answer !== null && answer.status < 300;
  const { ended } = observed;
  if (!works && ended && finding.candidates?.includes(ended)) {
    const candidates = finding.candidates.filter((path) => path !== ended);
    return change(finding, { candidates }, `GET ${ended} ended the service: it is not asked any more.`);
  }
  const broken = observed.answers.find(
    ({ path, status }) => status >= 500 && (path === '/' || own.includes(path)),
  );
  const isBroken = observed.failure !== null || broken !== undefined || (answer?.status ?? 500) >= 500;
  const cause = isBroken ? diagnose(observed.log) : null;
  const better = cause && mend(finding, cause, observed, tools);
  if (better && JSON.stringify(better.finding) !== JSON.stringify(finding)) return better;
  const other = takeOther(finding, observed, cause?.kind ?? '');
  if (other) return other;
  const strict = observed.failure?.kind === 'not-ready' && findStrict(finding.env);
  if (strict)
    return change(
      finding,
      { env: finding.env.filter((each) => each !== strict) },
      `It does not start with ${strict.name}=${strict.value}: that is left out.`,
    );
  const isSecured = /^https:\/\/(?:127\.0\.0\.1|localhost)(?=[:/]|$)/.test(answer?.location ?? '');
  if (isSecured && finding.headers === undefined)
    return change(
      finding,
      { headers: { 'X-Forwarded-Proto': 'https' } },
      'It redirects to HTTPS: requests say now that a proxy before it speaks that.',
    );
  // Where no way to build it works, the first one is the likeliest elsewhere.
  const { first, ...rest } = finding;
  if (first && observed.failure?.kind === 'build-failed')
    return ask({ ...rest, build: first.build, start: first.start }, explainObservation(observed), first.said);
  if (!works) return ask(finding, explainObservation(observed));
  const said = describeAnswer(answer, observed.startupMilliseconds);
  const doubt = answer.empty
    ? 'it answers with nothing in it: fill its database in `prepare`, or name another request'
    : broken && (!own.includes(answer.path) || rankPath(answer.path) > rankPath(broken.path))
      ? `GET ${broken.path} answered ${broken.status}; what does it need?`
      : undefined;
  const absent = finding.databases.filter((each) => each.absent).map(({ name }) => name);
  const without =
    absent.length === 0 ? [] : [`it answers without ${absent.join(' and ')}: Docker is missing here.`];
  const good = observed.answers.filter(({ status }) => status < 300).map(({ path }) => path);
  const health = chooseHealthCheck(good);
  const confirmed = confirm(finding, answer, said, doubt);
  return {
    kind: 'answered',
    finding: { ...confirmed, health, notes: [...confirmed.notes, ...without] },
    said,
  };
}

function mend(finding: Finding, cause: Cause, observed: Observation, tools: Tools): Correction | null {
  const corrected = (changes: Partial<Finding>, said: string) => change(finding, changes, said);
  switch (cause.kind) {
    case 'variable': {
      // `env` is for the start: a build has none of it.
      if (observed.failure?.kind === 'build-failed') return null;
      const url = cause.names.find((name) => isWanted(name, finding.databases));
      // A container does not reach what listens on this machine's loopback.
      if (url !== undefined && finding.container !== undefined) return null;
      const wanted = url === undefined ? null : addWanted(finding, url, tools);
      if (wanted) return wanted;
      const lines = cause.names
        .filter((name) => finding.env.every((each) => each.name !== name || each.value === ''))
        .map((name) => invent(name, finding));
      if (lines.length === 0) return null;
      const names = lines.map(({ name }) => name);
      const env = [...finding.env.filter(({ name }) => !names.includes(name)), ...lines];
      return corrected(
        { env },
        `It asks for ${names.join(', ')}: set to ${names.length > 1 ? 'stand-ins' : 'a stand-in'}.`,
      );
    }
    case 'refused':
      // A build that is refused wants something from elsewhere.
      if (observed.failure?.kind === 'build-failed' || finding.container !== undefined) return null;
      return addDatabase(finding, cause, tools) ?? leaveOut(finding, cause);
    case 'credentials': {
      const refusing = finding.databases.find(({ kind }) => /postgres|mysql/.test(kind));
      if (refusing === undefined) return null;
      const databases = finding.databases.map((each) => (each === refusing ? rename(each, cause) : each));
      return corrected(
        { databases },
        `${refusing.name} has the user and the database that the service asks for now.`,
      );
    }
    case 'tables': {
      const [next, ...migrations] = finding.migrations ?? [];
      if (next === undefined || observed.failure?.message.includes('`prepare`')) return null;
      return corrected(
        { prepare: next, migrations },
        `Its tables are missing: \`${next.text}\` runs before each start now.`,
      );
    }
    case 'file': {
      const name = cause.name.split('/').at(-1)!;
      const isMeant = (made: string) =>
        name === '' ? CONFIGURES.test(made) : `/${made}`.endsWith(`/${name}`);
      const [made, example] = finding.examples?.find(([each]) => isMeant(each)) ?? [];
      if (example === undefined || finding.build?.text.startsWith('cp ')) return null;
      const text = [`cp ${example} ${made}`, finding.build?.text].filter(Boolean).join(' && ');
      return corrected(
        { build: { ...finding.build, text } },
        `It wants ${made}, which git does not know: \`build\` copies ${example} now.`,
      );
    }
    case 'embedded': {
      const { text } = finding.build ?? { text: '' };
      // The program itself names a file from its own package.
      const made = /^mkdir -p (\S+)/.exec(text)?.[1] ?? '';
      const inner = cause.name.replace(/\/?[^/]*$/, '');
      const isMore = made !== '' && made.endsWith(inner);
      const name = isMore ? made + cause.name.slice(inner.length) : cause.name;
      if (text === '' || text.includes(` ${name} `) || name.includes('..')) return null;
      const built = isMore
        ? text.replace(' && touch ', `$&${name} `)
        : `${inner && `mkdir -p ${inner} && `}touch ${name} && ${text}`;
      const note = `${name} is empty here, in place of what its front end would build. Do requests need that?`;
      return corrected(
        { build: { ...finding.build, text: built }, notes: [...finding.notes, note] },
        `It takes ${name} along, which git does not know: \`build\` makes an empty one now.`,
      );
    }
    case 'lock':
    case 'approval': {
      const { text } = finding.build ?? { text: '' };
      const isLock = cause.kind === 'lock';
      const loose = isLock
        ? text.replace('npm ci', 'npm install').replace(/ --(?:frozen-lockfile|immutable|locked)\b/, '')
        : // An error since pnpm 11, before that a warning.
          text.replace(/pnpm install(?! --config)/, '$& --config.strict-dep-builds=false');
      if (loose === text) return null;
      const why = isLock ? 'its lock file does not fit the rest' : 'packages run no scripts';
      const said = isLock ? 'Its lock file does not fit' : 'pnpm asks which packages may run scripts';
      return corrected({ build: { text: loose, why } }, `${said}: \`build\` is \`${loose}\` now.`);
    }
    case 'program':
    case 'module': {
      const wanted = PIP[cause.name.replace(/^\.venv\/bin\//, '')];
      const pip = /^(?:.* && )?(\.venv\/bin\/pip) install/.exec(finding.build?.text ?? '')?.[1];
      const active = wanted === undefined && cause.kind === 'program' ? activate(finding, observed) : null;
      if (active)
        return corrected(
          active,
          `It calls ${cause.name}, which its own environment may have: that is active now.`,
        );
      if (wanted === undefined || pip === undefined || finding.build!.text.includes(wanted)) return null;
      const build = { ...finding.build!, text: `${finding.build!.text} && ${pip} install '${wanted}'` };
      return corrected(
        { build },
        `It imports ${cause.name}, which its lists lack: \`build\` installs ${wanted} now.`,
      );
    }
    case 'command':
    case 'option': {
      const { text } = finding.start;
      const adds = cause.kind === 'command' && !text.includes(` ${cause.name}`);
      const changed = adds
        ? text.replace(/^\.\/(?:bin|target\/release)\/\S+/, `$& ${cause.name}`)
        : text.replace(new RegExp(` --${cause.name}[= ]\\S+`), '');
      const said = adds ? `Its help names the command ${cause.name}` : `It knows no --${cause.name}`;
      return corrected({ start: { ...finding.start, text: changed } }, `${said}: started as \`${changed}\`.`);
    }
    default:
      return null;
  }
}

/** Files of a configuration, by their names. */
const CONFIGURES = /env|conf|settings|\.(?:ya?ml|toml|json|ini|properties)$/i;

/** A variable of an image that asks for settings of production, which may lack what only its servers have. */
function findStrict(env: Finding['env']): EnvironmentLine | undefined {
  return env.find(({ name, value, why }) => why !== undefined && name !== 'NODE_ENV' && isProduction(value));
}

/** Leaves out a variable that leads to a server of which nothing is known, such as one that CI starts for its tests. */
function leaveOut(finding: Finding, { port, where }: Extract<Cause, { kind: 'refused' }>): Correction | null {
  const leads = finding.env.find(({ value }) => leadsTo(value, port));
  if (leads === undefined) return null;
  const env = finding.env.filter((each) => each !== leads);
  return change(
    finding,
    { env },
    `Nobody answers at ${where}, to which ${leads.name} leads: it is left out.`,
  );
}

/** The command that failed, in an environment of Python that is active: for programs that it calls by their names. */
function activate(
  { prepare, start }: Finding,
  { failure }: Observation,
): Partial<Pick<Finding, 'prepare' | 'start'>> | null {
  const key = failure?.message.includes('`prepare`') ? 'prepare' : 'start';
  const command = key === 'prepare' ? prepare : start;
  if (!command?.text.startsWith('.venv/bin/') || failure?.kind !== 'not-ready') return null;
  return { [key]: { ...command, text: `. .venv/bin/activate && ${command.text}` } };
}

/** Packages of Python that are often there by chance, by the module that is then missing. */
const PIP: Readonly<Record<string, string>> = {
  gunicorn: 'gunicorn',
  uvicorn: 'uvicorn',
  pkg_resources: 'setuptools<81',
  distutils: 'setuptools',
  psycopg2: 'psycopg2-binary',
};

/** Values for variables of which only the names are known. The first that fits is taken. */
const STAND_INS: [RegExp, string][] = [
  [/PORT$/, '0'],
  [/TTL|TIME|EXPIR|SECONDS|MINUTES|DAYS|HOURS|SIZE|LIMIT|COUNT|MAX|MIN$|ROUNDS/, '60'],
  [/HOST|ADDR/, '127.0.0.1'],
  [/MAIL|FROM$/, 'nobody@example.invalid'],
  [/SECRET|KEY|TOKEN|PASSWORD|SALT/, NO_SECRET],
  [/UR[IL]$|ENDPOINT|ORIGIN/, 'http://127.0.0.1:9'],
  [/./, 'tailgate'],
];

function invent(name: string, { databases, portNames }: Finding): EnvironmentLine {
  const why = 'it does not start without this; is this a good value?';
  if (portNames?.includes(name)) return { name, value: '${PORT}', why };
  const known = complete(name, why, databases);
  if (/^\w+:\/\//.test(known.value)) return known;
  return { name, value: STAND_INS.find(([pattern]) => pattern.test(name))![1], why };
}

/** What has answered is no guess any more. */
function confirm(
  finding: Finding,
  { path, status, milliseconds }: Answer,
  said: string,
  why?: string,
): Finding {
  const sure = <T extends { why?: string }>({ why: _, ...rest }: T) => rest as T;
  const { build, prepare, start, port } = finding;
  return {
    ...finding,
    start: sure(start),
    port: sure(port),
    build: build && sure(build),
    prepare: prepare && sure(prepare),
    path: { text: path, ...(why && { why }) },
    answered: { said, status, milliseconds },
  };
}

/** What another way takes the place of, and causes that it would not change. */
const OTHER = {
  'build-failed': ['build', /program|version|docker/],
  'not-ready': ['start', /refused|credentials|variable|tables|taken|docker/],
} as const;

/** Another way to build, to prepare or to start it, where the first one has failed. */
function takeOther(finding: Finding, observed: Observation, cause: string): Correction | null {
  const { failure } = observed;
  if (failure === null) return null;
  const say = (next: Guessable | undefined) =>
    `${failure.service}: ${failure.message}. ${next ? `\`${next.text}\` takes its place` : 'It is left out'}.`;
  const { prepare, migrations: [next, ...migrations] = [] } = finding;
  if (failure.message.includes('`prepare`'))
    return prepare?.why === undefined ? null : change(finding, { prepare: next, migrations }, say(next));
  const [key, isElsewhere] = OTHER[failure.kind];
  const other = finding.others?.find((each) => each[key] !== undefined);
  if (other === undefined || isElsewhere.test(cause)) return null;
  const others = finding.others!.filter((each) => each !== other);
  const first = finding.first ?? {
    build: finding.build,
    start: finding.start,
    said: explainObservation(observed),
  };
  return change(finding, { ...other, others, first }, say(other[key]));
}
