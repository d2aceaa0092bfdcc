import { posix } from 'node:path';
import { quotePath } from '../processes/shell-words.ts';
import { condense, findArguments, findPortVariable, unquote } from './arguments.ts';
import { type Compose, type Database, readCompose } from './compose.ts';
import { describeEnvironment, hideSecrets, isStoreAddress, readExample } from './environment.ts';
import { enter, type Files, MOST_SOURCES } from './files.ts';
import { chooseInstaller, type Installed } from './installers.ts';
import * as patterns from './patterns.ts';
import { depends, type Found, findStarters, type Survey, survey } from './starters.ts';
import { type Starter, TABLES, type WarningRow } from './tables.ts';
import type { Setup } from './workflows/actions.ts';

/**
 * What `init` proposes: the service, and the databases that start with it, as in tailgate.yml. `title`: its kind; null if
 * nothing says how it starts. `checks`: what `init` does not know, by key of the service, such as `env.NAME`, or `''`.
 */
export type Proposal = {
  title: string | null;
  service: Record<string, unknown>;
  databases: Record<string, object>;
  scenario: string;
  checks: { key: string; says: string }[];
  setup: Setup;
};

/** A proposal in the making. `check` records what somebody has to look at. `isOwn`: its database is the run's own, or a file. */
type Draft = Proposal & {
  check: (says: string | false | undefined, key?: string) => void;
  env: Record<string, string>;
  isOwn: boolean;
  isPortKnown?: boolean;
  folder: string;
};

type Rows = Map<WarningRow, { path: string; what: string }[]>;
type Fitting = { row: Starter; found: Found; installed: Installed | null };

/** Proposes how a service is built, started and requested, based only on the files of its folder and those below. */
export function detect(files: Files): Proposal {
  const compose = readCompose(files);
  const seen = new Map() as Rows;
  const own = describe(files, compose, '', seen);
  if (own.title !== null) return own;
  const marks = files.list.filter((path) => patterns.MANIFEST.test(posix.basename(path)));
  const below = marks.map((path) => `${posix.dirname(path)}/`).filter((path) => path !== './');
  const folders = new Set([...below.filter((path) => patterns.USUAL.test(path)), ...below]);
  const found = [...folders].slice(0, 16).map((folder) => describe(files, compose, folder, seen));
  const [first, ...others] = found.filter(({ title, service }) => title !== null && service.start);
  if (first === undefined) return own;
  const names = [first, ...others].map(({ folder }) => folder.slice(0, -1));
  first.check(others.length > 0 && `there are several (${names.join(', ')}): is this the service?`, 'start');
  return first;
}

/** Describes the service in a folder, with its `/`; none is the folder of tailgate.yml. */
function describe(top: Files, compose: Compose | null, folder: string, seen: Rows): Draft {
  const files = enter(top, folder);
  const all = survey(files);
  const [first] = findStarters(all).flatMap(({ row, found }): Fitting[] => {
    const installed = chooseInstaller(row.language, all);
    return installed || row.language === 'dotnet' ? [{ row, found, installed }] : [];
  });
  const due = TABLES.warnings.filter(({ language = '' }) => RegExp(language).test(`${first?.row.language}`));
  // Those that look at the whole repository find the same for each of its folders.
  const rows = new Map(due.map((row) => [row, seen.get(row) ?? look(row, all, top)]));
  for (const [row, hits] of rows) if (row.in) seen.set(row, hits);
  const isSpoilt = due.some((row) => row.spoils && rows.get(row)![0]);
  const isPoor = isSpoilt || /is for development/.test(`${first?.row.check} ${first?.found.check}`);
  const isNative = first && !(isPoor && folder === '' && IMAGES.some((path) => isBuilding(files, path)));
  const isInside = !isNative && IMAGES.some(files.has);
  const draft = { ...describeCommon(all, compose, isInside), folder };
  const service = isNative ? describeStarter(draft, all, first) : describeContainer(draft, files, compose);
  warn(draft, rows, all, service.start ? service : null);
  const at = folder && `cd ${quotePath(folder.slice(0, -1))} && `;
  for (const key of ['build', 'prepare', 'start']) if (service[key]) service[key] = `${at}${service[key]}`;
  for (const key of ['file', 'lock'] as const)
    if (draft.setup[key]) draft.setup[key] = posix.join(folder, draft.setup[key]);
  const needs = Object.keys(draft.databases);
  const more = { ...(needs[0] && { needs }), ...(Object.keys(draft.env)[0] && { env: draft.env }) };
  return { ...draft, service: { ...service, ...more, url: 'http://127.0.0.1:${PORT}' } };
}

const IMAGES = ['Dockerfile', 'docker/Dockerfile', 'Containerfile'];
const isBuilding = (files: Files, path: string) => patterns.BUILDS.test(condense(files, path));

/** Describes variables, databases and a request, which do not depend on how the service starts. */
function describeCommon(all: Survey, compose: Compose | null, inside: boolean): Omit<Draft, 'folder'> {
  const { files, sources } = all;
  const checks: Proposal['checks'] = [];
  const check: Draft['check'] = (says, key = '') => void (says && checks.push({ key, says }));
  const given = readExample(files);
  const { file = '', databases = [], asked = [], others = [] } = compose ?? {};
  const lent = Object.fromEntries(asked.flatMap((n) => (given[n]?.match(/^[^$]+$/) ? [[n, given[n]]] : [])));
  const fill = (text: string) =>
    text.slice(0, 2000).replace(/\$\{(\w+)(?::?-([^}]*))?\}/g, (all, name, or) => given[name] || (or ?? all));
  const raw = Object.entries({ ...given, ...compose?.env }).map(([name, value]) => [name, fill(value)]);
  const variables = describeEnvironment(Object.fromEntries(raw), databases, inside);
  const env = Object.fromEntries(variables.flatMap(({ name, value }) => (value ? [[name, value]] : [])));
  for (const { name, check: says } of variables) check(says, `env.${name}`);
  const refer = ({ name }: Database) => (inside ? name : `\${${name}.PORT}`);
  const leads = databases.filter((one) => `${Object.values(env)}`.split(/[^\w.${}-]/).includes(refer(one)));
  // A service that has one SQL database can often use others.
  const has = (one: string) => databases.some(({ title }) => title === one || /SQL.*SQL/.test(title + one));
  const missing = TABLES.stores.filter(({ title, packages }) => !has(title) && depends(all, packages));
  const code = sources.some(({ text }) => /\bbackends\.sqlite3|\bsqlite:\/\/|["']sqlite3?["']/.test(text));
  const shipped = all.manifests.replace(/"devDependencies"\s*:\s*\{[^}]*\}/g, '');
  const besides = code || /sqlite|\bcom\.h2database\b/i.test(shipped) ? ', besides one in a file,' : '';
  // Those with SQL come first, and one is enough.
  const [sql, rest] = [/SQL/, /^(?!.*SQL)/].map((kind) => missing.filter(({ title }) => kind.test(title)));
  for (const { title, service, env: usual, spring } of [...sql!.slice(0, 1), ...rest!]) {
    const titles = /SQL/.test(title) ? `${sql!.map((one) => one.title).join(' or ')}${besides}` : title;
    const how = `docs/recipes.md has a recipe; or add \`${service}\` below \`services:\` (this is \`app\` there, and the \`target\`), with \`needs: [${service.replace(/:.*/, '')}]\` and what leads the service there, such as \`env: { ${all.manifests.includes('spring-boot') ? spring : usual} }\``;
    check(`a client of ${titles} is among its dependencies, and nothing here starts one. ${how}`);
  }
  const idle = databases.flatMap((one) => (leads.includes(one) ? [] : [refer(one)])).join(' or ');
  check(idle && `nothing in \`env\` uses ${idle}: which is needed, and by which variable?`, 'needs');
  check(databases[0] && compose!.absent);
  check(others[0] && `${file} also has ${others.join(', ')}: are they needed?`, 'needs');
  const more = Object.keys(lent)[0] && { env: lent };
  const start = ({ service, port }: Database) => ({ compose: { file, service, port }, ...more });
  const isFree = databases.length === 0 && !Object.entries(env).some(isStoreAddress);
  const isLed = leads.some(({ title }) => !/Redis|RabbitMQ/.test(title));
  return {
    ...{ title: null, service: {}, setup: {}, checks, check, env },
    isOwn: missing.length === 0 && (isLed || isFree),
    databases: Object.fromEntries(databases.map((one) => [one.name, start(one)])),
    scenario: `name the requests that matter, with their full paths${files.all.some((path) => path.endsWith('.proto')) ? '; gRPC needs `script`' : ''}`,
  };
}

/** Finds where something is that a row warns of, and what. `top`: the folder of tailgate.yml. Without a text a file is enough. */
function look(row: WarningRow, { files, sources }: Survey, top: Files) {
  const { text = '(?<![\\s\\S])', in: names, key, absent, without, unless = '^(?!)' } = row;
  const [found, beside, unfit] = [new RegExp(text, 'gm'), new RegExp(without ?? '^(?!)'), new RegExp(unless)];
  if (files.all.some((path) => beside.test(path))) return [];
  const from = names ? { ...top, list: top.all } : files;
  const wanted = new RegExp(names ?? patterns.SETTINGS);
  const paths = from.list.filter((path) => wanted.test(path)).slice(0, MOST_SOURCES);
  const read = paths.map((path) => ({ path, text: condense(from, path) }));
  const there = absent ? from.all.filter((path) => !/\/\.git\w+$/.test(path)) : [];
  return [...read, ...(names ? [] : sources)].flatMap(({ path, text: content }) => {
    const all = [...content.matchAll(found)].slice(0, 99).map((one) => one.slice(1).find(Boolean) ?? '');
    const isThere = (at: string) => there.some((one) => `${one}/`.startsWith(at.replace('*/', '')));
    const isUnfit = (what: string) => (row.env ? isOptional(what, content) : unfit.test(what));
    const due = all.filter((what) => !isUnfit(what) && !isThere(`${posix.join(path, '..', what)}/`));
    const quote = (what: string) => unquote(key === 'env' ? what.replace(patterns.VALUE, '$1') : what);
    return due.map((what) => ({ path, what: hideSecrets(names && key ? quote(what) : what) }));
  });
}

/** Tells whether code asks in a condition for a variable, or for one beside it, such as `DB_MAIN_HOST` beside `DB_MAIN_USER`. */
function isOptional(name: string, code: string): boolean {
  const group = name.replace(/^([A-Z0-9]+_[A-Z0-9]+_)\w+$/, '$1\\w+');
  return new RegExp(`if\\b(?!.{0,99}(?:!|\\bnot\\b|None|nil|==)).{0,80}\\b${group}\\b`).test(code);
}

/** Puts scripts of package.json, and files of a shell, in place of their names in a command. */
const unfold = ({ files, scripts }: Survey, command: string) =>
  command.replace(patterns.CALL, (call, name, path) => (path ? files.read(path) : scripts[name]) ?? call);
/** A command on one line, without what does not change it. */
const same = (text: string) => ` ${unquote(text).replace(/["';&]/g, '')} `.replace(patterns.IDLE, ' ').trim();
const FIRST = /^exec |^[A-Z]\w*(?:UR[IL]|DSN|HOST|SECRET|KEY|PASSWORD)$/; // Without these a service often does not start.
const BUILDING = /^(?:(?:CGO_ENABLED=0|GO(?:OS|ARCH)=\S*) )*(\S+ build)(?=$| )(?!.*(?:tags|features)).*/;

/** Records what the table warns of. `service`: null if it is in a container. */
function warn(draft: Draft, rows: Rows, all: Survey, service: Proposal['service'] | null): void {
  const { check, checks, env } = draft;
  const commands = `${service?.build} ${service?.start}`;
  const done = same(`${commands} ${unfold(all, commands)}`);
  const isSaid = (part: string) => checks.some(({ says }) => says.includes(part));
  for (const [row, hits] of [...rows].filter(([{ native = !!service }]) => native === !!service)) {
    const isAsked = draft.isPortKnown !== false || checks.some(({ key }) => key === 'url');
    const isKnown = ({ path, what }: { path: string; what: string }) =>
      ((!!service?.prepare || isSaid('`prepare:')) && /migrat/.test(path + what)) ||
      (row.key === 'url' && isAsked) ||
      (row.key === 'needs' && draft.isOwn && !!Object.keys(draft.databases)[0]) ||
      (row.env || row.key === 'env'
        ? what.split(/[:= ]/)[0]! in env || patterns.GIVEN.test(what) || isSaid(`\`${what}\``)
        : /[ :]/.test(what) && ` ${done} `.includes(` ${same(what).replace(BUILDING, '$1')} `));
    const due = hits.filter((hit) => !isKnown(hit));
    const ranked = due.map(({ what }) => what).sort((a, b) => +FIRST.test(b) - +FIRST.test(a));
    const found = [...new Set(ranked)].slice(0, row.key === 'url' ? 1 : 99);
    const most = row.env ? 12 : 5;
    const shown = due.filter(({ what }) => found.slice(0, most).includes(what)).map(({ path }) => path);
    const empty = row.env ? found.map((name) => [name, '']) : [];
    for (const { name, value } of describeEnvironment(Object.fromEntries(empty))) env[name] = value!;
    const says = row.says.replace('&', () => [...new Set(shown)].slice(0, 3).join(', '));
    const more = found.length > most ? ` and ${found.length - most} more` : '';
    check(due[0] && says.replace('`$1`', () => `\`${found.slice(0, most).join('`, `')}\`${more}`), row.key);
  }
}

function describeStarter(draft: Draft, all: Survey, { row, found, installed }: Fitting): Proposal['service'] {
  const { files, scripts } = all;
  const { check, env, isOwn } = draft;
  const given = findArguments(all, row.language !== 'python', `${posix.dirname(found.what)}/`);
  const { run = '', prefix = '' } = installed ?? {};
  const what = found.what.replace(/^@(?= )/, run);
  const signs: Record<string, string> = { '+': given.text, '&': what, '@': run, '%': prefix };
  // At once, so that nothing of what a file says is filled in again.
  const fill = (template: string, groups = found.groups ?? []) =>
    template.replace(/\+$|(?<!&)&(?!&)|%|^@|\$(\d)/g, (sign, at) => (at ? groups[at] : signs[sign]) ?? '');
  const start = fill(row.start);
  // A script such as `start:server` has its own to build with.
  const own = Object.keys(scripts).find((name) => [`@ ${name}`, scripts[name]].includes(found.what)) ?? '';
  const builder = ['build', own.replace(/^\w+/, 'build')].find((name) => scripts[name]);
  const script = builder && row.language === 'node' ? `@ ${builder}` : '';
  const isFit = ({ language, command }: Record<string, string>) =>
    (language ?? row.language) === row.language && (row.start.includes("'&'") || !command!.includes("'&'"));
  const [tables] = TABLES.migrations.filter(isFit).flatMap(({ path: name, text = '^', command }) => {
    const place = RegExp(name);
    const path = files.all.find((one) => place.test(one)) ?? '';
    const said = [...(files.read(path) ?? '').matchAll(new RegExp(text, 'g'))];
    const fit = said.find(([, script]) => script === undefined || scripts[script]);
    return path && fit ? [fill(command, [quotePath(path), fit[1]!])] : [];
  });
  const isDue = tables && !/\bmigrat|\bdb upgrade\b|\bupgrade head\b/.test(unfold(all, start));
  check(isDue && !isOwn && `\`prepare: ${tables}\` creates its tables, once it has its own database`);
  check(installed?.open && `${installed.lock} does not pin versions: base and head may differ`, 'build');
  const port = row.start.endsWith('+') && given.source ? `is ${given.source} for its port?` : '';
  const usage = given.usage && ` README.md has \`${hideSecrets(given.usage)}\`: which of it is needed here?`;
  const how =
    `${port}${usage || given.image ? usage : ' Which command, arguments and settings does it need here?'}`.trim();
  for (const each of [found.check, row.check === 'arguments' ? how : row.check]) check(each, 'start');
  Object.assign(env, row.env, found.env);
  const texts = [...all.sources.map(({ text }) => text), all.manifests];
  const told = [start, ...Object.entries(env), ...Object.values(scripts)].join('\n');
  const isTold = /^(?!\w*URL,).*\$\{?PORT\b/m.test(told); // An address of its own does not set it.
  draft.isPortKnown = !!row.port || isTold || texts.some((text) => patterns.PORT.test(text));
  if (!draft.isPortKnown) {
    const beside = files.all.filter((path) => /^(?:docker\/)?Dockerfile|^\.env.*(?:ple|late)$/.test(path));
    const [name, value] = findPortVariable([...texts, ...beside.map((path) => files.read(path) ?? '')]);
    if (name) Object.assign(env, { [name]: value });
    check(name && 'is this the port? Code, a Dockerfile or an example sets it', `env.${name}`);
    draft.isPortKnown = !!name;
  }
  Object.assign(draft, { title: row.title, setup: installed?.steps ?? {} });
  const build = [installed?.install, fill(row.build ?? script)].filter(Boolean).join(' && ');
  const prepare = isOwn && isDue ? tables : undefined;
  const called = [start, tables, build].map((one) => `${one}\n${unfold(all, `${one}`)}`).join('\n');
  const lines = `\n${files.read('.gitignore')}\n`.split(/\*?[ \t\r]{0,9}\n\/?/);
  const named = new Set(Array.from(called.matchAll(patterns.ARGUMENT), ([, path]) => path!));
  const missing = [...named].filter((path) => !files.has(path) && lines.includes(path));
  const others = missing.filter((path) => path !== '.env').join(', ');
  check(others && `it reads ${others}, which git ignores: what writes it?`, 'start');
  const isRead = missing.includes('.env') || [called, ...texts].some((text) => patterns.LOADS.test(text));
  const full = [isRead && !files.has('.env') && 'touch .env', build].filter(Boolean).join(' && ');
  return { build: full || undefined, prepare, start };
}

/** Proposes a container if only a Dockerfile says how the service starts, otherwise a skeleton. */
function describeContainer(draft: Draft, files: Files, compose: Compose | null): Proposal['service'] {
  const path = IMAGES.find((one) => isBuilding(files, one)) ?? 'Dockerfile';
  const dockerfile = files.read(path);
  const copies = /^[ \t]*(?:COPY|ADD)[ \t](?!.*(?:--from=|https?:))/im.test(dockerfile ?? '');
  if (dockerfile !== null && copies) {
    const [, shown = '-'] = /^EXPOSE\s+(?:22\s+)?\$?\{?(\w+)/im.exec(dockerfile) ?? [];
    const told = new RegExp(`\\b${shown}[= ](\\d+)|^CMD .*port[= ](\\d+)`, 'm').exec(condense(files, path));
    const port = [shown, told?.[1], told?.[2], compose?.port].map(Number).find(Boolean);
    draft.check(!port && 'the Dockerfile has no EXPOSE: on which port does it listen?', 'image');
    for (const [key, value] of Object.entries(draft.env))
      draft.env[key] = value.replaceAll('${PORT}', `${port || 8080}`);
    Object.assign(draft, { title: 'a Dockerfile', setup: {} });
    return { image: { build: '.', ...(path !== 'Dockerfile' && { dockerfile: path }), port: port || 8080 } };
  }
  draft.check(dockerfile !== null && `${path} copies nothing from this checkout`, 'start');
  draft.check('how is the service built and started, and on which port?', 'start');
  return { start: 'exit 1' };
}
