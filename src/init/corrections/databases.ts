import { findKind, makeDatabase, pointTo } from '../needs/databases.ts';
import type { Database, Finding } from '../needs/finding.ts';
import { complete } from '../needs/settings.ts';
import type { Cause } from './causes.ts';
import { ask, type Correction, change } from './correction.ts';
import type { Tools } from './observation.ts';

/** A database for its URL: of the kind that the variable names, or that of the drivers that there are. */
export function addWanted(finding: Finding, name: string, tools: Tools): Correction | null {
  const { manifests = '' } = finding;
  const isFile = /sqlite/i.test(manifests);
  const kind =
    findKind({ port: null, words: name.toLowerCase() }) ??
    (isFile ? null : findKind({ port: null, words: manifests }));
  if (kind === null) return null;
  const made = equip(makeDatabase(kind, []), tools);
  const line = complete(name, 'it does not start without this', [made]);
  const better = { env: [...finding.env.filter((each) => each.name !== name), line], databases: [made] };
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
  const kind = cause.database ?? (isLocal ? findKind({ port: null, words: finding.manifests ?? '' }) : null);
  if (kind === null) return null;
  const before = finding.databases.find((each) => each.kind === kind);
  // Of another port and no name: another server refuses, and this one is there already.
  const isOther = cause.database === null && port !== null && port !== before?.port;
  if (before && (before.fixed || isOther)) return null;
  if (before?.absent) return wantDocker(finding, kind);
  const made = before ?? equip(makeDatabase(kind, finding.env), tools);
  const env = before
    ? finding.env
    : finding.env.map((each) => ({ ...each, value: pointTo([made], each, finding.env) }));
  const isPointed = env.some(({ value }) => value.includes(`\${${made.name}.PORT}`));
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
