import { posix } from 'node:path';
import { quotePath } from '../processes/shell-words.ts';
import { findArguments, findPortVariable } from './arguments.ts';
import { type Compose, type Database, readCompose } from './compose.ts';
import { describeEnvironment, isStoreAddress, readExample } from './environment.ts';
import { enter, type Files } from './files.ts';
import { chooseInstaller, type Installed } from './installers.ts';
import { describeScenario, type ProposedScenario } from './routes.ts';
import { depends, type Found, findStarters, MANIFEST, type Survey, survey } from './starters.ts';
import { type Starter, TABLES } from './tables.ts';
import type { Setup } from './workflows/actions.ts';

/** What `init` proposes. */
export type Proposal = {
  /** Kind of the service; null if nothing says how it starts. */
  title: string | null;
  /** The service, and the databases that start with it, as in tailgate.yml. */
  service: Record<string, unknown>;
  databases: Record<string, object>;
  scenario: ProposedScenario;
  /** What `init` does not know. `key`: the key of the service that it is about, such as `env.NAME`; empty for the whole file. */
  checks: { key: string; says: string }[];
  setup: Setup;
};

/**
 * A proposal in the making. `check` records what somebody has to look at, if there is something. `lent`: variables that
 * the compose file takes from its environment. `isOwn`: its database is one that the run starts, or a file.
 */
type Draft = Proposal & {
  check: (says: string | false | undefined, key?: string) => void;
  env: Record<string, string>;
  lent: Record<string, string>;
  isOwn: boolean;
  folder: string;
};

type Fitting = { row: Starter; found: Found; installed: Installed | null };

/** Folders of a repository in which its service often is. */
const USUAL = /(?:^|[/_-])(?:app|api|web|server|backend|service)\/$/;

/** Proposes how a service is built, started and requested, based only on the files of its folder and those below. */
export function detect(files: Files): Proposal {
  const compose = readCompose(files);
  const own = describe(files, compose, '');
  if (own.title !== null) return own;
  const marks = files.list.filter((path) => MANIFEST.test(posix.basename(path)));
  const below = marks.map((path) => `${posix.dirname(path)}/`).filter((path) => path !== './');
  const folders = new Set([...below.filter((path) => USUAL.test(path)), ...below]);
  const found = [...folders].slice(0, 16).map((folder) => describe(files, compose, folder));
  const [first, ...others] = found.filter(({ title, service }) => title !== null && service.start);
  if (first === undefined) return own;
  const names = [first, ...others].map(({ folder }) => folder.slice(0, -1));
  first.check(others.length > 0 && `there are several (${names.join(', ')}): is this the service?`, 'start');
  return first;
}

/** Describes the service in a folder, with its `/`; none is the folder of tailgate.yml. */
function describe(top: Files, compose: Compose | null, folder: string): Draft {
  const files = enter(top, folder);
  const all = survey(files);
  const draft = { ...describeCommon(all, compose), folder };
  const fitting = findStarters(all).flatMap(({ row, found }): Fitting[] => {
    const installed = chooseInstaller(row.language, all);
    return installed || row.language === 'dotnet' ? [{ row, found, installed }] : [];
  });
  const [first] = fitting;
  const other = fitting.find(({ row }) => row.language !== first?.row.language)?.row.title;
  draft.check(other && `there is also ${other} here: is ${first!.row.title} the service?`);
  warn(draft, all, first?.row.language ?? '');
  if (first !== undefined) describeStarter(draft, all, first);
  else describeContainer(draft, files, folder === '' ? compose : null);
  return draft;
}

/** Files of settings, which are read beside the code. */
const SETTINGS =
  /(?:^|\/)(?:application[\w-]*\.(?:ya?ml|properties)|appsettings[\w.]*\.json|alembic\.ini|database\.yml|package\.json)$/;

/** Describes variables, databases and a request, which do not depend on how the service starts. */
function describeCommon(all: Survey, compose: Compose | null): Omit<Draft, 'folder'> {
  const { files, sources } = all;
  const checks: Proposal['checks'] = [];
  const check: Draft['check'] = (says, key = '') => void (says && checks.push({ key, says }));
  const given = readExample(files);
  const { databases = [], asked = [] } = compose ?? {};
  const lent = Object.fromEntries(asked.flatMap((name) => (given[name] ? [[name, given[name]]] : [])));
  const fill = (value: string) =>
    value.replace(/\$\{(\w+)(?::?-([^}]*))?\}/g, (whole, name, usual) => given[name] || (usual ?? whole));
  const raw = Object.entries({ ...compose?.env, ...given }).map(([name, value]) => [name, fill(value)]);
  const variables = describeEnvironment(Object.fromEntries(raw), databases);
  const env = Object.fromEntries(variables.flatMap(({ name, value }) => (value ? [[name, value]] : [])));
  for (const { name, check: says } of variables) check(says, `env.${name}`);
  const led = Object.values(env).join();
  const leads = databases.filter(({ name }) => led.includes(`{${name}.PORT}`));
  // A service that has one SQL database can often use others.
  const has = (one: string) => databases.some(({ title }) => title === one || /SQL.*SQL/.test(title + one));
  const missing = TABLES.stores.filter(({ title, packages }) => !has(title) && depends(all, packages));
  // Beside a database in a file or in memory, any others are optional.
  const isEmbedded = /sqlite|\bcom\.h2database\b/i.test(all.manifests);
  const titles = missing.map(({ title }) => title).join(' and ');
  check(isEmbedded && titles && `it can use a database in a file or in memory; is ${titles} needed here?`);
  for (const { title, service, env: usual, spring } of isEmbedded ? [] : missing) {
    const example = all.manifests.includes('spring-boot') ? spring : usual;
    const own = `with \`needs: [${service.replace(/:.*/, '')}]\` and \`env: { ${example} }\` for the service`;
    const how = `docs/recipes.md has a recipe; or add \`${service}\` below \`services:\`, ${own}`;
    check(`a client of ${title} is among its dependencies, and nothing here starts one. ${how}`);
  }
  for (const { name } of databases.filter((one) => !leads.includes(one)))
    check(`nothing in \`env\` uses \${${name}.PORT}: is ${name} needed, and by which variable?`, 'needs');
  check(files.has('.env') && '.env is in git: may a run use everything it sets? `env` takes precedence');
  const describeDatabase = ({ name, service, port }: Database) => [
    name,
    { compose: { file: compose!.file, service, port }, ...(Object.keys(lent).length > 0 && { env: lent }) },
  ];
  const isFree = databases.length === 0 && !Object.entries(env).some(isStoreAddress);
  const isLed = leads.some(({ title }) => !/Redis|RabbitMQ/.test(title));
  return {
    ...{ title: null, service: {}, setup: {}, checks, check, env, lent },
    isOwn: missing.length === 0 && (isLed || isFree),
    databases: Object.fromEntries(databases.map(describeDatabase)),
    scenario: describeScenario(sources),
  };
}

/** Records what the table warns of. */
function warn({ check }: Draft, { files, sources }: Survey, of: string): void {
  const settings = files.list.filter((path) => SETTINGS.test(path));
  const all = [...settings.map((path) => ({ path, text: files.read(path) ?? '' })), ...sources];
  for (const { text: pattern, language = of, without, absent, key, says } of TABLES.warnings) {
    const matches = all.flatMap(({ path, text }) => {
      const isThere = (name: string) => files.all.some((one) => one.startsWith(posix.join(path, '..', name)));
      const found = [...text.matchAll(new RegExp(pattern, 'gm'))];
      const match = found.find(([, name]) => !absent || !isThere(name!));
      return match ? [says.replace('&', path).replace('$1', match[1] ?? '')] : [];
    });
    const isMended = without !== undefined && files.all.some((path) => new RegExp(without).test(path));
    if (language === of && !isMended) for (const each of matches.slice(0, key ? 1 : 5)) check(each, key);
  }
}

/** Says that something takes its port from $PORT: a constant or a placeholder of that name does not count. */
const READS_PORT =
  /(?:\benv\.|(?<=(?<!value_name)[([:=]\s?)(?<!metavar=)["'`])PORT\b|\bPORT\??\s?:\s?(?:z\.|int|num|port|str)|\bPORT\b[^;]{0,200}=\s?process\.env\b|^PORT=/m;
const MIGRATE =
  /^(?:(?:db|database|orm|prisma|knex|typeorm|sequelize|drizzle):)?migrat(?:e|ions?)(?::(?:run|deploy|up|latest|prod))?$/;

function describeStarter(draft: Draft, all: Survey, { row, found, installed }: Fitting): void {
  const { files, scripts } = all;
  const { check, env, isOwn } = draft;
  const isNode = row.language === 'node';
  const fill = (template: string) =>
    template
      .replace(/(?<!&)&(?!&)/g, () => found.what)
      .replaceAll('%', installed?.prefix ?? '')
      .replace(/^@/, installed?.run ?? '');
  const start = fill(row.start) + (/^(?:go|rust)$/.test(row.language) ? findArguments(all) : '');
  const script = isNode && scripts.build !== undefined ? '@ build' : '';
  const migrate = Object.keys(scripts).find(
    (name) => MIGRATE.test(name) && !/\bdev\b|create|generate|undo/.test(scripts[name]!),
  );
  const mark = TABLES.migrations.find((each) => files.has(each.mark));
  // Only some rows find an application.
  const isNamed = row.find === 'flask' || !mark?.command.includes("'&'");
  const prepare = isNode && migrate ? fill(`@ ${migrate}`) : isNamed && mark && fill(mark.command);
  check(prepare && !isOwn && `\`prepare: ${prepare}\` creates its tables, once it has its own database`);
  const { lock, open } = installed ?? {};
  check(open && `${lock} does not pin versions, so base and head may get different ones`, 'build');
  const locks = files.list.filter((path) => /^(?:(?:pnpm|package)-lock|(?:yarn|bun)\.lock)\b/.test(path));
  check(isNode && locks.length > 1 && `there are ${locks.join(' and ')}: which one counts?`, 'build');
  for (const each of [found.check, row.check]) check(each, 'start');
  Object.assign(env, row.env, found.env);
  const texts = [...all.sources.map(({ text }) => text), all.manifests];
  const told = [start, ...Object.values(env), ...Object.values(scripts)].join('\n');
  const reads = (text: string) => READS_PORT.test(text) && !text.includes('env-namespace:');
  if (!row.port && !/\$\{?PORT\b/.test(told) && !texts.some(reads)) {
    const variable = findPortVariable(texts);
    if (variable !== undefined) env[variable] = '${PORT}';
    check(variable && 'the code reads this; is it the port?', `env.${variable}`);
    check(!variable && 'nothing here reads $PORT: what sets it? A fixed port is written here as is', 'url');
  }
  Object.assign(draft, { title: row.title, setup: installed?.steps ?? {} });
  const build = [installed?.install, fill(row.build ?? script)].filter(Boolean).join(' && ');
  finish(draft, { build: build || undefined, prepare: (isOwn && prepare) || undefined, start });
}

/** Completes the service with what it needs, and runs its commands in its folder. */
function finish(draft: Draft, service: Record<string, unknown>): void {
  const { folder, setup } = draft;
  if (folder !== '') {
    const at = `cd ${quotePath(folder.slice(0, -1))} && `;
    for (const key of ['build', 'prepare', 'start']) if (service[key]) service[key] = `${at}${service[key]}`;
    for (const key of ['file', 'lock'] as const) if (setup[key]) setup[key] = posix.join(folder, setup[key]);
  }
  const needs = Object.keys(draft.databases);
  draft.service = {
    ...service,
    ...(needs.length > 0 && { needs }),
    ...(Object.keys(draft.env).length > 0 && { env: draft.env }),
    url: 'http://127.0.0.1:${PORT}',
  };
}

/** Proposes a container if only a compose file or a Dockerfile says how the service starts, otherwise a skeleton. */
function describeContainer(draft: Draft, files: Files, compose: Compose | null): void {
  const all = compose?.built ?? [];
  const built = all.find(({ service }) => USUAL.test(`${service}/`)) ?? all[0];
  const dockerfile = files.read('Dockerfile');
  if (built) {
    const { service, ports } = built;
    const others = all.map((each) => each.service).join(', ');
    // It starts with its databases, its environment, and the names that they have there.
    const checks = draft.checks.filter(({ key }) => key === '');
    const says = `which of ${others} takes the load, and on which port does it listen?`;
    if (all.length > 1 || ports.length !== 1) checks.push({ key: 'compose', says });
    Object.assign(draft, { title: 'a compose file', env: draft.lent, databases: {}, checks });
    finish(draft, { compose: { file: compose!.file, service, port: ports[0] ?? 8080 } });
  } else if (dockerfile !== null) {
    const port = /^EXPOSE\s+(\d{2,5})/im.exec(dockerfile)?.[1];
    draft.check(!port && 'the Dockerfile has no EXPOSE: on which port does it listen?', 'image');
    const copies = /^[ \t]*(?:COPY|ADD)[ \t](?!.*(?:--from=|https?:))/im.test(dockerfile);
    draft.check(!copies && 'it copies nothing from this checkout: base and head are identical', 'image');
    const [name] = Object.keys(draft.databases);
    draft.check(name && `a container reaches others by name, such as ${name}, on their own ports`, 'env');
    // In a container, an address with the port of another service is unknown.
    for (const [key, value] of Object.entries(draft.env))
      if (/\$\{(?!PORT\b)/.test(value)) delete draft.env[key];
    draft.title = 'a Dockerfile';
    finish(draft, { image: { build: '.', port: Number(port ?? 8080) } });
  } else {
    draft.check(`how is the service built and started, and on which port?`, 'start');
    finish(draft, { start: 'exit 1' });
  }
}
