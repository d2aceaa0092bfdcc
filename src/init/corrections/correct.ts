import { findKind, makeDatabase, pointTo } from '../needs/databases.ts';
import { type Database, type EnvironmentLine, type Finding, NO_SECRET } from '../needs/finding.ts';
import { complete } from '../needs/settings.ts';
import { chooseHealthCheck } from '../routes/choice.ts';
import { type Cause, diagnose } from './causes.ts';
import type { Answer, Listening, Observation, Tools } from './observation.ts';
import { chooseAnswer, describeAnswer } from './requests.ts';
import { explainObservation } from './words.ts';

/** What follows from a try: a better proposal, a proposal that has answered, or a question to a person. */
export type Correction = { kind: 'corrected' | 'answered' | 'question'; finding: Finding; said: string };

/** What is known beside the try. */
export type Knowledge = {
  tools: Tools;
  /** Whether git knows a file of the folder. */
  knows: (path: string) => boolean;
};

/** Corrects a proposal by what its try showed. A correction changes the proposal: the same one is never tried twice. */
export function correct(finding: Finding, observed: Observation, knowledge: Knowledge): Correction {
  const elsewhere = findElsewhere(observed);
  if (elsewhere) return movePort(finding, elsewhere, observed.asked);
  const own = [...(observed.described ?? []), ...(finding.candidates ?? [])];
  const answer = chooseAnswer(observed.answers, own);
  const works = answer !== null && answer.status < 300;
  const broken = observed.answers.find(({ path, status }) => status >= 500 && own.includes(path));
  const isBroken = observed.failure !== null || broken !== undefined || (answer?.status ?? 500) >= 500;
  const cause = isBroken ? diagnose(observed.log) : null;
  const better = cause && mend(finding, cause, observed, knowledge);
  if (better && JSON.stringify(better.finding) !== JSON.stringify(finding)) return better;
  const { prepare } = finding;
  if (prepare !== undefined && observed.failure?.message.includes('`prepare`')) {
    const [next, ...migrations] = finding.migrations ?? [];
    const said = `\`${prepare.text}\` fails: ${next ? `\`${next.text}\` takes its place` : 'left out'}.`;
    if (prepare.why !== undefined)
      return { kind: 'corrected', finding: { ...finding, prepare: next, migrations }, said };
  }
  if (!works) return ask(finding, observed);
  const said = describeAnswer(answer, observed.startupMilliseconds);
  const doubt = answer.empty
    ? 'it answers with nothing in it: fill its database in `prepare`, or name another request'
    : broken && !own.includes(answer.path)
      ? `GET ${broken.path} answered ${broken.status}; what does it need?`
      : undefined;
  const good = observed.answers.filter(({ status }) => status < 300).map(({ path }) => path);
  const health = chooseHealthCheck(good);
  return { kind: 'answered', finding: { ...confirm(finding, answer, said, doubt), health }, said };
}

/** Where the service listens, if that is not where it was expected. */
function findElsewhere({ listening, asked, failure, answers }: Observation) {
  const first = listening?.[0];
  if (first === undefined || answers.length > 0 || failure !== null) return null;
  return listening!.some(({ port }) => port === asked) && first.host === '127.0.0.1' ? null : first;
}

function movePort(finding: Finding, { host, port }: Listening, asked: number | null): Correction {
  if (finding.port.kind === 'given' && port === asked && finding.port.host !== host)
    return {
      kind: 'corrected',
      finding: { ...finding, port: { kind: 'given', host } },
      said: `It listens on $PORT of ${host} only: \`url\` names that now.`,
    };
  const isItsPort = ({ name, value }: EnvironmentLine) =>
    /PORT|ADDR|LISTEN|BIND|URL/.test(name) && new RegExp(`(?:^|:)${port}$`).test(value);
  const line = finding.env.find(isItsPort);
  const seen = `It listens on port ${port}`;
  if (finding.port.kind === 'given' && line && host === '127.0.0.1') {
    const value = `${line.value.slice(0, -String(port).length)}\${PORT}`;
    const env = finding.env.map((each) => (each === line ? { name: line.name, value } : each));
    return {
      kind: 'corrected',
      finding: { ...finding, env, port: { kind: 'given' } },
      said: `${seen}, which ${line.name} says: that is $PORT now.`,
    };
  }
  const [name, ...others] = finding.port.kind === 'given' ? (finding.portNames ?? []) : [];
  if (name !== undefined && finding.env.every((each) => each.name !== name))
    return {
      kind: 'corrected',
      finding: { ...finding, env: [...finding.env, { name, value: '${PORT}' }], portNames: others },
      said: `${seen}, not on $PORT: ${name} may set it.`,
    };
  const known = finding.port.kind === 'fixed' && finding.port.port === port && finding.port.host === host;
  return {
    kind: known ? 'question' : 'corrected',
    finding: {
      ...finding,
      // A variable that did not help is no part of the proposal.
      env: finding.env.filter(({ value, why }) => !(value === '${PORT}' && why !== undefined)),
      port: { kind: 'fixed', port, where: 'the service, as it was seen to', host },
    },
    said: known
      ? `${seen}, and speaks no HTTP there.`
      : `${seen}, whatever $PORT says: \`url\` names it now.`,
  };
}

function mend(
  finding: Finding,
  cause: Cause,
  observed: Observation,
  { tools, knows }: Knowledge,
): Correction | null {
  const corrected = (changes: Partial<Finding>, said: string): Correction => ({
    kind: 'corrected',
    finding: { ...finding, ...changes },
    said,
  });
  switch (cause.kind) {
    case 'variable': {
      // `env` is for the start: a build has none of it.
      if (observed.failure?.kind === 'build-failed') return null;
      const lines = cause.names
        .filter((name) => finding.env.every((each) => each.name !== name || each.value === ''))
        .map((name) => invent(name, finding.databases));
      if (lines.length === 0) return null;
      const names = lines.map(({ name }) => name);
      const env = [...finding.env.filter(({ name }) => !names.includes(name)), ...lines];
      return corrected(
        { env },
        `It asks for ${names.join(', ')}: set to ${names.length > 1 ? 'stand-ins' : 'a stand-in'}.`,
      );
    }
    case 'refused':
      return addDatabase(finding, cause, tools);
    case 'credentials': {
      const [first] = finding.databases;
      if (first === undefined) return null;
      const databases = finding.databases.map((each) => (each === first ? rename(each, cause) : each));
      return corrected(
        { databases },
        `${first.name} has the user and the database that the service asks for now.`,
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
      const example = [
        `${name}.example`,
        `${name}.sample`,
        `${name}.dist`,
        `${name}.template`,
        `${name}-example`,
        `example${name}`,
        `sample${name}`,
      ].find(knows);
      if (example === undefined || knows(name) || finding.build?.text.startsWith('cp ')) return null;
      const text = [`cp ${example} ${name}`, finding.build?.text].filter(Boolean).join(' && ');
      return corrected(
        { build: { ...finding.build, text } },
        `It wants ${name}, which git does not know: \`build\` copies ${example} now.`,
      );
    }
    case 'module': {
      const wanted = PIP[cause.name];
      const pip = /^(?:.* && )?(\.venv\/bin\/pip) install/.exec(finding.build?.text ?? '')?.[1];
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

function invent(name: string, databases: readonly Database[]): EnvironmentLine {
  const why = 'it does not start without this; is this a good value?';
  const known = complete(name, why, databases);
  if (/^\w+:\/\//.test(known.value)) return known;
  return { name, value: STAND_INS.find(([pattern]) => pattern.test(name))![1], why };
}

function addDatabase(
  finding: Finding,
  cause: Extract<Cause, { kind: 'refused' }>,
  tools: Tools,
): Correction | null {
  const { port, where } = cause;
  const isLocal = /^(?:$|localhost|[\w-]+(?::|$)|127\.|\[?::)/.test(where);
  const kind = cause.database ?? (isLocal ? findKind({ port: null, words: finding.manifests ?? '' }) : null);
  if (kind === null) return null;
  const before = finding.databases.find((each) => each.kind === kind);
  if (before?.fixed) return null;
  const made = before ?? equip(makeDatabase(kind, finding.env), tools);
  const env = before
    ? finding.env
    : finding.env.map((each) => ({ ...each, value: pointTo([made], each, finding.env) }));
  const isPointed = env.some(({ value }) => value.includes(`\${${made.name}.PORT}`));
  // Nothing tells the service another address, so the database takes the one that it wants.
  const database = before || !isPointed ? { ...made, fixed: port ?? made.port } : made;
  const databases = [...finding.databases.filter((each) => each !== before), database];
  return {
    kind: 'corrected',
    finding: { ...finding, env, databases },
    said: `It asks for ${kind}${where ? ` at ${where}` : ''}, and nobody answers there: ${database.fixed === undefined ? 'started as a service' : `started as a service on port ${database.fixed}`}.`,
  };
}

/** The server that this machine has, where there is no Docker. */
export function equip(database: Database, { docker, programs, root }: Tools): Database {
  const folder = programs[database.kind];
  return docker || folder === undefined ? database : { ...database, program: { folder, root } };
}

function rename(database: Database, { user, name }: Extract<Cause, { kind: 'credentials' }>): Database {
  const [ownUser, ownName] =
    database.kind === 'mysql' ? ['MYSQL_USER', 'MYSQL_DATABASE'] : ['POSTGRES_USER', 'POSTGRES_DB'];
  return {
    ...database,
    env: { ...database.env, ...(user && { [ownUser!]: user }), ...(name && { [ownName!]: name }) },
  };
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

function ask(finding: Finding, observed: Observation): Correction {
  const said = explainObservation(observed);
  const note = `it was tried, and gave no plain answer. ${said}`;
  return { kind: 'question', finding: { ...finding, notes: [...finding.notes, note] }, said };
}
