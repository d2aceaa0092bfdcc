import { posix } from 'node:path';
import { quotePath } from '../processes/shell-words.ts';
import { findArguments, findPortVariable } from './arguments.ts';
import { type Compose, type Database, readCompose } from './compose.ts';
import { describeEnvironment, isStoreAddress, readExample } from './environment.ts';
import { enter, type Files } from './files.ts';
import { chooseInstaller, type Installed } from './installers.ts';
import { slug } from './place.ts';
import { depends, type Found, findStarters, MANIFEST, type Survey, survey } from './starters.ts';
import { type Starter, TABLES, type WarningRow } from './tables.ts';
import type { Setup } from './workflows/actions.ts';

type Service = Record<string, unknown>;

/**
 * What `init` proposes: the service, and the databases that start with it, as in tailgate.yml. `title`: its kind; null if
 * nothing says how it starts. `checks`: what `init` does not know, by key of the service, such as `env.NAME`, or `''`.
 */
export type Proposal = {
  title: string | null;
  service: Service;
  databases: Record<string, object>;
  scenario: Record<'name' | 'request' | 'check', string>;
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

/** Rows of the table, with where something is, and what. */
type Warnings = [WarningRow, { path: string; what: string }[]][];
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
  const of = first?.row.language ?? '';
  const rows = TABLES.warnings.map((row): Warnings[number] => [row, look(row, all, top, of)]);
  const isSpoilt = rows.some(([{ spoils }, hits]) => spoils && hits.length > 0);
  const isPoor = isSpoilt || /is for development/.test(`${first?.row.check} ${first?.found.check}`);
  const builds = folder === '' && IMAGES.some((path) => BUILDS.test(files.read(path) ?? ''));
  const isNative = first && !(isPoor && builds);
  const service = isNative
    ? describeStarter(draft, all, first)
    : describeContainer(draft, files, folder === '' && first === undefined ? compose : null);
  // What a workflow makes before it builds.
  const makes = rows.flatMap(([, hits]) => hits).filter((it) => MAKES.test(`${it.path};${it.what}`));
  const steps = makes.filter(({ path }) => path === makes[0]!.path).map(({ what }) => what);
  if (isSpoilt && service.build) service.build = [...steps, service.build].join(' && ');
  warn(draft, rows, service.start ? service : null);
  finish(draft, service);
  return draft;
}

/** What a workflow makes that a build needs; Dockerfiles, and what one has that builds what is in the checkout. */
const MAKES = /^\.git.*;make (?:[\w-]*(?:js|ui|web|front|gen|dep|install|tool|proto|static)[\w-]*(?: |$))+$/;
const IMAGES = ['Dockerfile', 'docker/Dockerfile', 'Containerfile'];
const BUILDS =
  /(?<![\s\S])(?=[\s\S]*^(?:CMD|ENTRYPOINT)\b)(?=[\s\S]*^(?:COPY|ADD)[ \t](?!.*(?:--from=|https?:)))[\s\S]*\b(?:npm|pnpm|yarn|pip3?|uv|poetry|go|cargo|mvnw?|gradlew?|bundle|composer(?:\.phar)?|dotnet|make) [a-z]/m;

/** Files of settings, which are read beside the code. */
const SETTINGS =
  /(?:^|\/)(?:application[\w-]*\.(?:ya?ml|properties)|appsettings[\w.]*\.json|alembic\.ini|database\.yml|package\.json|requirements\.txt|pyproject\.toml|go\.mod|Cargo\.toml|Gemfile|pom\.xml|build\.gradle)$/;

/** Describes variables, databases and a request, which do not depend on how the service starts. */
function describeCommon(all: Survey, compose: Compose | null): Omit<Draft, 'folder'> {
  const { files, sources } = all;
  const checks: Proposal['checks'] = [];
  const check: Draft['check'] = (says, key = '') => void (says && checks.push({ key, says }));
  const given = readExample(files);
  const { databases = [], asked = [], others = [] } = compose ?? {};
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
    const how = `docs/recipes.md has a recipe; or add \`${service}\` below \`services:\`, with \`needs: [${service.replace(/:.*/, '')}]\` and`;
    const own = `\`env: { ${all.manifests.includes('spring-boot') ? spring : usual} }\` for the service`;
    check(`a client of ${title} is among its dependencies, and nothing here starts one. ${how} ${own}`);
  }
  for (const { name } of databases.filter((one) => !leads.includes(one)))
    check(`nothing in \`env\` uses \${${name}.PORT}: is ${name} needed, and by which variable?`, 'needs');
  check(others[0] && `${compose!.file} also has ${others.join(', ')}: are they needed?`, 'needs');
  check(files.has('.env') && '.env is in git: may a run use everything it sets? `env` takes precedence');
  const more = Object.keys(lent)[0] && { env: lent };
  const refer = ({ service, port }: Database) => ({
    compose: { file: compose!.file, service, port },
    ...more,
  });
  const isFree = databases.length === 0 && !Object.entries(env).some(isStoreAddress);
  const isLed = leads.some(({ title }) => !/Redis|RabbitMQ/.test(title));
  return {
    ...{ title: null, service: {}, setup: {}, checks, check, env, lent },
    isOwn: missing.length === 0 && (isLed || isFree),
    databases: Object.fromEntries(databases.map((one) => [one.name, refer(one)])),
    scenario: describeScenario(sources),
  };
}

/** Finds where something is that a row warns of, and what. `top`: the whole repository. */
function look(row: WarningRow, { files, sources }: Survey, top: Files, of: string) {
  const { text = '', in: names, key, absent, language = of, without } = row;
  if (language !== of || (without && files.all.some((path) => new RegExp(without).test(path)))) return [];
  const from = names ? { ...top, list: top.all } : files;
  const paths = from.list.filter((path) => new RegExp(names ?? SETTINGS).test(path));
  const read = paths.map((path) => ({ path, text: from.read(path) ?? '' }));
  return [...read, ...(names ? [] : sources)].flatMap(({ path, text: content }) => {
    const all = [...content.matchAll(new RegExp(text, 'gm'))].map((one) => one.slice(1).find(Boolean) ?? '');
    const isThere = (start: string) =>
      from.all.some((one) => one.startsWith(start) && !/\/\.git\w+$/.test(one));
    const due = all.filter((what) => !absent || !isThere(posix.join(path, '..', what)));
    return due.map((what) => ({ path, what: names && key ? plain(what) : what }));
  });
}

/** A command without what does not change it, and variables that are always there or that a test sets. */
const plain = (command: string) => command.replace(/ run (?!-)|[[\]",\\]+|\.\/|\s+/g, ' ').trim();
const GIVEN = /^(?:PORT|HOST|PATH|HOME|USER|CI|TZ|PWD)$|_ENV$|^TEST/;

/** Records what the table warns of. `service`: null if it is in a container. */
function warn({ check, env }: Draft, rows: Warnings, service: Service | null): void {
  const done = plain(`${service?.build} ${service?.start}`);
  const short = (what: string) => what.replace(/^(\S+ build)\b(?!.*(?:tags|features|flags)).*/, '$1');
  for (const [row, hits] of rows.filter(([{ native = !!service }]) => native === !!service)) {
    const isKnown = (what: string) =>
      row.env ? what in env || GIVEN.test(what) : /[ :]/.test(what) && done.includes(short(what));
    const due = hits.filter(({ what }) => !isKnown(what));
    const where = [...new Set(due.map(({ path }) => path))];
    const found = [...new Set(due.map(({ what }) => what))];
    // Of variables, only secrets have a value that fits.
    const empty = row.env ? found.map((name) => [name, '']) : [];
    for (const { name, value } of describeEnvironment(Object.fromEntries(empty))) env[name] = value!;
    const says = row.says.replace('&', () => where.slice(0, 3).join(', '));
    check(due[0] && says.replace('$1', () => found.slice(0, 5).join('`, `')), row.key);
  }
}

/** Says that something takes its port from $PORT: a constant or a placeholder of that name does not count. */
const READS_PORT =
  /(?:\benv\.|(?<=(?<!value_name)[([:=]\s?)(?<!metavar=)["'`])PORT\b|\bPORT\??\s?:\s?(?:z\.|int|num|port|str)|\bPORT\b[^;]{0,200}=\s?process\.env\b|^PORT=/m;

function describeStarter(draft: Draft, all: Survey, { row, found, installed }: Fitting): Service {
  const { files, scripts } = all;
  const { check, env, isOwn } = draft;
  const isNode = row.language === 'node';
  const fill = (template: string) =>
    template
      .replace(/\+$/, () => findArguments(all, row.language !== 'python'))
      .replace(/(?<!&)&(?!&)/g, () => found.what)
      .replaceAll('%', installed?.prefix ?? '')
      .replace(/^@/, installed?.run ?? '');
  const start = fill(row.start);
  // A script such as `start:server` has its own to build with.
  const own = Object.keys(scripts).find((name) => [`@ ${name}`, scripts[name]].includes(found.what)) ?? '';
  const builder = ['build', own.replace(/^\w+/, 'build')].find((name) => isNode && scripts[name]);
  const script = builder ? `@ ${builder}` : '';
  // Only some rows find an application.
  const isFit = ({ language, command }: Record<string, string>) =>
    (language ?? row.language) === row.language && (row.start.includes("'&'") || !command!.includes("'&'"));
  const [tables] = TABLES.migrations.filter(isFit).flatMap(({ path: name, text = '', command }) => {
    const path = files.all.find((one) => new RegExp(name).test(one)) ?? '';
    const said = new RegExp(text).exec(files.read(path) ?? '');
    return path && said ? [fill(command.replace('$0', quotePath(path)).replace('$1', said[1]!))] : [];
  });
  check(tables && !isOwn && `\`prepare: ${tables}\` creates its tables, once it has its own database`);
  check(installed?.open && `${installed.lock} does not pin versions: base and head may differ`, 'build');
  const locks = files.list.filter((path) => /^(?:(?:pnpm|package)-lock|(?:yarn|bun)\.lock)\b/.test(path));
  check(isNode && locks.length > 1 && `there are ${locks.join(' and ')}: which one counts?`, 'build');
  for (const each of [found.check, row.check]) check(each, 'start');
  Object.assign(env, row.env, found.env);
  const texts = [...all.sources.map(({ text }) => text), all.manifests];
  const told = [start, ...Object.values(env), ...Object.values(scripts)].join('\n');
  const reads = (text: string) => READS_PORT.test(text) && !text.includes('env-namespace:');
  if (!row.port && !/\$\{?PORT\b/.test(told) && !texts.some(reads)) {
    const beside = files.all.filter((path) => /^(?:docker\/)?Dockerfile|^\.env.*(?:ple|late)$/.test(path));
    const variable = findPortVariable([...texts, ...beside.map((path) => files.read(path) ?? '')]);
    if (variable !== undefined) env[variable] = '${PORT}';
    check(variable && 'is it the port? Code, a Dockerfile or an example has it', `env.${variable}`);
    check(!variable && 'nothing here reads $PORT: what sets it? A fixed port is written here as is', 'url');
  }
  Object.assign(draft, { title: row.title, setup: installed?.steps ?? {} });
  const build = [installed?.install, fill(row.build ?? script)].filter(Boolean).join(' && ');
  return { build: build || undefined, prepare: isOwn ? tables : undefined, start };
}

/** Completes the service with what it needs, and runs its commands in its folder. */
function finish(draft: Draft, service: Service): void {
  const { folder, setup, env } = draft;
  if (folder !== '') {
    const at = `cd ${quotePath(folder.slice(0, -1))} && `;
    for (const key of ['build', 'prepare', 'start']) if (service[key]) service[key] = `${at}${service[key]}`;
    for (const key of ['file', 'lock'] as const) if (setup[key]) setup[key] = posix.join(folder, setup[key]);
  }
  const needs = Object.keys(draft.databases);
  const more = { ...(needs[0] && { needs }), ...(Object.keys(env)[0] && { env }) };
  draft.service = { ...service, ...more, url: 'http://127.0.0.1:${PORT}' };
}

/** Proposes a container if only a compose file or a Dockerfile says how the service starts, otherwise a skeleton. */
function describeContainer(draft: Draft, files: Files, compose: Compose | null): Service {
  const all = compose?.built ?? [];
  const built = all.find(({ service }) => USUAL.test(`${service}/`)) ?? all[0];
  const path = IMAGES.find((one) => BUILDS.test(files.read(one) ?? '')) ?? 'Dockerfile';
  const dockerfile = files.read(path);
  // A compose file that builds is often for development.
  if (built && !BUILDS.test(dockerfile ?? '')) {
    const { service, ports } = built;
    draft.checks.splice(0, Infinity, ...draft.checks.filter(({ key }) => key === ''));
    const others = all.map((each) => each.service).join(', ');
    const isOpen = all.length > 1 || ports.length !== 1;
    draft.check(isOpen && `which of ${others} takes the load, and on which port does it listen?`, 'compose');
    Object.assign(draft, { title: 'a compose file', env: draft.lent, databases: {} });
    return { compose: { file: compose!.file, service, port: ports[0] ?? 8080 } };
  }
  if (dockerfile !== null) {
    const [, shown = '-'] = /^EXPOSE\s+\$?\{?(\w+)/im.exec(dockerfile) ?? [];
    const port = Number(shown) || Number(new RegExp(`\\b${shown}[= ](\\d+)`).exec(dockerfile)?.[1]);
    draft.check(!port && 'the Dockerfile has no EXPOSE: on which port does it listen?', 'image');
    const copies = /^[ \t]*(?:COPY|ADD)[ \t](?!.*(?:--from=|https?:))/im.test(dockerfile);
    draft.check(!copies && 'it copies nothing from this checkout: base and head are identical', 'image');
    const [name] = Object.keys(draft.databases);
    draft.check(name && `a container reaches others by name, such as ${name}, on their own ports`, 'env');
    for (const [key, value] of Object.entries(draft.env))
      draft.env[key] = value.replace(/(127\.0\.0\.1:)?\$\{([\w-]+)\.PORT\}/g, (_, host, one) => {
        const { compose: at } = draft.databases[one] as { compose: { port: number } };
        return host ? `${one}:${at.port}` : String(at.port);
      });
    Object.assign(draft, { title: 'a Dockerfile', setup: {} });
    return { image: { build: '.', ...(path !== 'Dockerfile' && { dockerfile: path }), port: port || 8080 } };
  }
  draft.check(`how is the service built and started, and on which port?`, 'start');
  return { start: 'exit 1' };
}

const ROUTE =
  /(?:(?:\.(?:get|GET|Get|route)\(|@(?:GetMapping|get)\(|\b(?:HandleFunc|Handle|MapGet)\(|::get\(|#\[get\(|^[ \t]*get[ \t])\s{0,9}["'`](?:GET )?(?=\/)|(?:@Get\(|\bpath\()\s{0,9}["'`])([\w./-]{1,200})["'`]/gm;
/** Paths that cost nothing, or that only respond after a login. */
const WORTHLESS =
  /health|ready|quit|shut-?down|reload|restart|debug|live|ping|metric|status|version|favicon|docs|swagger|openapi|admin|log-?in|log-?out|sign-?up|register|setup|install|\bsse\b|stream|events|\b(?:new|create|add|edit|me)\b|theme|e2e|auth|token|callback|error|\/\d{3}$|\.\w+$/i;

/** Describes a first scenario from the routes in the code; `/` if there are none. */
function describeScenario(sources: Survey['sources']): Proposal['scenario'] {
  const path =
    sources
      .flatMap(({ text }) => [...text.matchAll(ROUTE)].map(([, each]) => each!.replace(/^\/?/, '/')))
      .find((each) => each !== '/' && each.length < 100 && !WORTHLESS.test(each)) ?? '/';
  const check = 'name the requests that matter, with full paths: prefixes are unknown; gRPC needs `script`';
  return { name: slug(path) ?? 'home', request: `GET ${path}`, check };
}
