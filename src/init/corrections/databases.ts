import { findKind, makeDatabase, pointTo } from '../needs/databases.ts';
import type { Database, Finding } from '../needs/finding.ts';
import { complete, isUrlOfDatabase } from '../needs/settings.ts';
import type { Cause } from './causes.ts';
import { ask, type Correction, change } from './correction.ts';
import type { Tools } from './observation.ts';

/** Whether a variable asks for the URL of a database of which there is none yet. */
export function isWanted(name: string, databases: readonly Database[]): boolean {
  if (!isUrlOfDatabase(name)) return false;
  const kind = readKind(name);
  return kind === null
    ? complete(name, '', databases).value === ''
    : databases.every((each) => each.kind !== kind);
}

/** The kind of database that the name of a variable speaks of; null for one such as DATABASE_URL. */
function readKind(name: string): string | null {
  return findKind({ port: null, words: ` ${name.toLowerCase().replaceAll('_', ' ')}` });
}

/** A database for its URL: of the kind that the variable names, or that of the drivers that there are. */
export function addWanted(finding: Finding, name: string, tools: Tools): Correction | null {
  const { manifests = '' } = finding;
  const isFile = /sqlite/i.test(manifests);
  const kind = readKind(name) ?? (isFile ? null : findKind({ port: null, words: manifests }));
  if (kind === null || finding.databases.some((each) => each.kind === kind)) return null;
  const made = equip(findUnused(finding, kind) ?? makeDatabase(kind, []), tools);
  const line = complete(name, 'it does not start without this', [made]);
  const better = {
    env: [...finding.env.filter((each) => each.name !== name), line],
    databases: [...finding.databases, made],
  };
  if (made.absent) return wantDocker({ ...finding, ...better }, kind);
  return change(
    finding,
    better,
    `It asks for ${name}, and its driver is one of ${kind}: started as a service.`,
  );
}

/** The database that refuses the service, at the address that it wants. */
export function addDatabase(
  finding: Finding,
  cause: Extract<Cause, { kind: 'refused' }>,
  tools: Tools,
): Correction | null {
  const { port, where } = cause;
  const isLocal = /^(?:$|localhost|[\w-]+(?::|$)|127\.|\[?::)/.test(where);
  // What names no port is one that does not run yet, or else one at the port that it always has.
  const without = port === null ? finding.databases.map((each) => each.kind) : [];
  const drivers = { port: null, words: finding.manifests ?? '' };
  // One that runs where it always does is not what a nameless refusal is about, and what is asked over HTTP is none.
  const runs = ({ kind, fixed }: Database) => kind === cause.database && fixed !== undefined;
  const named = port === null && finding.databases.some(runs) ? null : cause.database;
  const isAsked = finding.env.some(({ value }) => /^https?:/.test(value) && leadsTo(value, port));
  const driver = isLocal && !isAsked ? (findKind({ ...drivers, without }) ?? findKind(drivers)) : null;
  const kind = named ?? driver;
  if (kind === null) return null;
  const before = finding.databases.find((each) => each.kind === kind);
  // Of another port and no name: another server refuses, and this one is there already.
  const isOther = cause.database === null && port !== null && port !== before?.port;
  if (before && (before.fixed || isOther)) return null;
  if (before?.absent) return wantDocker(finding, kind);
  const made = before ?? equip(findUnused(finding, kind) ?? makeDatabase(kind, finding.env), tools);
  const env = before
    ? finding.env
    : finding.env.map((each) => ({ ...each, value: pointTo([made], each, finding.env) }));
  const isPointed = env.some(({ value }) => value.includes(`\${${made.name}.PORT}`));
  // No port makes a name resolve.
  const isUnknownName = port === null && /^(?!localhost$)[a-z][\w-]*$/i.test(where);
  if (isUnknownName && (before || !isPointed)) return null;
  // Nothing tells the service another address, so the database takes the one that it wants.
  const database = before || !isPointed ? { ...made, fixed: port ?? made.port } : made;
  const databases = [...finding.databases.filter((each) => each !== before), database];
  if (database.absent) return wantDocker({ ...finding, env, databases }, kind);
  const place = database.fixed === undefined ? '' : ` on port ${database.fixed}`;
  return change(
    finding,
    { env, databases },
    `It asks for ${kind}${where ? ` at ${where}` : ''}, and nobody answers there: started as a service${place}.`,
  );
}

/** Whether a value leads to a port. None does where it is not known. */
export function leadsTo(value: string, port: number | null): boolean {
  return port !== null && new RegExp(`:${port}(?!\\d)`).test(value);
}

/** The database that compose or CI has for a service whose settings lie in a file. */
function findUnused({ unused = [] }: Finding, kind: string): Database | undefined {
  return unused.find((each) => each.kind === kind);
}

function wantDocker(finding: Finding, kind: string): Correction {
  return ask(finding, `It asks for ${kind}. Docker, which would start that, is missing on this machine.`);
}

/** Where there is no Docker, the server that this machine has; or none, and what comes of that is seen. */
export function equip(database: Database, { docker, programs, root }: Tools): Database {
  const folder = programs[database.kind];
  if (docker) return database;
  return folder === undefined ? { ...database, absent: true } : { ...database, program: { folder, root } };
}

/** Gives a database the user and the name that the service asks for. */
export function rename(
  database: Database,
  { user, name }: Extract<Cause, { kind: 'credentials' }>,
): Database {
  const [ownUser, ownName] =
    database.kind === 'mysql' ? ['MYSQL_USER', 'MYSQL_DATABASE'] : ['POSTGRES_USER', 'POSTGRES_DB'];
  // The image of MySQL refuses a further user root.
  const made = database.kind === 'mysql' && user === 'root' ? undefined : user;
  return {
    ...database,
    env: { ...database.env, ...(made && { [ownUser!]: made }), ...(name && { [ownName!]: name }) },
  };
}
