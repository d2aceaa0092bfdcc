import { posix } from 'node:path';
import { ENVIRONMENT_NAME } from '../config/schema/values.ts';
import { quoteWord } from '../processes/shell-words.ts';
import type { Guessable } from './files/source.ts';
import type { Database, EnvironmentLine, Finding } from './needs/finding.ts';
import { slug } from './place.ts';
import { scalar } from './workflows/template.ts';

/**
 * Writes a finding as the text of a `tailgate.yml`. Guesses are marked, and the file is valid all the same.
 * Its SLO is met by any service that works, and a first run can tell whether it is.
 */
export function proposeConfig(whole: Finding, suite: string): string {
  const finding = leaveOutAbsent(whole);
  const { from, title, notes, databases } = finding;
  const service = describeService(finding);
  const goal = chooseGoal(finding.answered?.milliseconds);
  const others = databases.flatMap((each) => describeDatabase(each, finding.folder));
  const services =
    databases.length === 0
      ? block('service', service)
      : [...block('services', [...block('app', service), ...others]), 'target: app'];
  const scenario = [
    ...describeRequest(finding),
    '# Modest on purpose: `tailgate run` tells what the service really does; then tighten it.',
    `slo: ${goal.slo}`,
  ];
  const lines = [
    '# The tail-latency gate: `tailgate plan` shows what a run would do, `tailgate run` does it.',
    from === null
      ? '# Proposed by `tailgate init`, which found nothing to start here.'
      : comment(`Proposed by \`tailgate init\` from ${from} (${title}).`),
    '# Lines after GUESS are guesses: please look at them. `tailgate init --try` starts it, and mends them.',
    ...notes.map((note) => comment(`GUESS: ${note}`)),
    `suite: ${scalar(suite)}`,
    ...services,
    ...block('scenarios', block(nameScenario(finding.path.text), scenario)),
    'measure:',
    '  # Time under load for each scenario. More of it sees smaller changes.',
    `  budget: ${goal.budget}`,
    ...(/^Java\b/.test(title)
      ? [
          '  # A JVM gets faster for long. A longer warm-up takes time, and shows changes as large as they are later on.',
          '  # warm-up: 10s',
        ]
      : []),
    '',
  ];
  return lines.join('\n');
}

/** What points to a database that is left out points to its usual port. */
function leaveOutAbsent(finding: Finding): Finding {
  const absent = finding.databases.filter((each) => each.absent);
  const fill = (value: string) =>
    absent.reduce((text, { name, port }) => text.replaceAll(`\${${name}.PORT}`, String(port)), value);
  return {
    ...finding,
    databases: finding.databases.filter((each) => !each.absent),
    env: finding.env.map((each) => ({ ...each, value: fill(each.value) })),
  };
}

/**
 * A limit far beyond what one request took, at a third of what one worker can do, and as deep a percentile as a first run
 * with these requests can tell.
 *
 * @param milliseconds time of one answer; a fast one where none was seen
 */
function chooseGoal(milliseconds = 1): { slo: string; budget: string } {
  const able = Math.floor(1000 / (3 * milliseconds));
  const rate = Math.max(2, Math.min(60, able > 10 ? able - (able % 10) : able));
  const percentile = rate >= 30 ? 'p99' : rate >= 5 ? 'p95' : 'p90';
  const limit = Math.max(250, Math.ceil(milliseconds / 10) * 100);
  return { slo: `${percentile} < ${limit}ms at ${rate} req/s`, budget: rate < 3 ? '3m' : '1m' };
}

function describeService(finding: Finding): string[] {
  const { build, prepare, start, container, folder, health, port, ports, env, databases } = finding;
  const url = `http://${port.host ?? '127.0.0.1'}:${port.kind === 'fixed' ? port.port : '${PORT}'}`;
  const enter = (command: Guessable) =>
    folder === undefined ? command : { ...command, text: `cd ${quoteWord(folder)} && ${command.text}` };
  const variables = env.filter(({ name }) => ENVIRONMENT_NAME.test(name)).flatMap(describeVariable);
  return [
    ...(container ? [container] : []),
    ...(build
      ? [
          '# Once for each revision, in a fresh checkout: what git ignores is not there.',
          ...guess('build', enter(build)),
        ]
      : []),
    ...(prepare ? ['# Before each start.', ...guess('prepare', enter(prepare))] : []),
    ...(container ? [] : guess('start', enter(start))),
    ...(databases.length > 0 ? [`needs: [${databases.map(({ name }) => name).join(', ')}]`] : []),
    ...(ports && !container ? [`ports: [${ports.join(', ')}]`] : []),
    // A map of comments alone would be no map.
    ...(variables.every((line) => line.startsWith('#')) ? variables : block('env', variables)),
    ...(port.kind === 'fixed'
      ? [
          '# It takes no other port, so one revision is measured after the other. A service that listens on',
          '# $PORT shows smaller changes in less time: `url: http://127.0.0.1:${PORT}`.',
        ]
      : []),
    ...guess('url', { text: url, why: port.why }),
    ...(health ? ['ready:', `  path: ${scalar(health)}`] : []),
  ];
}

/** A request that has answered must go on to do so. */
function describeRequest({ path, answered, headers }: Finding): string[] {
  if (answered === undefined) return guess('request', { ...path, text: `GET ${path.text}` });
  return [
    comment(`When it was tried: ${answered.said} Which requests matter to your users?`),
    ...(path.why ? [comment(`GUESS: ${path.why}`)] : []),
    'request:',
    `  path: ${scalar(path.text)}`,
    ...(headers
      ? ['  headers:', ...Object.entries(headers).map(([name, value]) => `    ${name}: ${scalar(value)}`)]
      : []),
    `  expect: {status: ${answered.status}}`,
  ];
}

/** A variable without a value is a comment: an empty value is something else than none. */
function describeVariable({ name, value, why }: EnvironmentLine): string[] {
  return value === '' && why ? [comment(`GUESS: ${why}`), `# ${name}:`] : guess(name, { text: value, why });
}

function describeDatabase(database: Database, folder = '.'): string[] {
  const { name, kind, port, program, fixed } = database;
  const note = program
    ? `# The ${kind} of this machine, since there is no Docker. Another machine needs it in the same place.`
    : `# Without docker: leave ${name} and \`needs\` out, and write \`external: {${name}: localhost:${port}}\`.`;
  const lines = program ? describeServer(database, program) : describeContainer(database, folder);
  // A port that cannot be another: the arms then take turns.
  const url = fixed === undefined ? [] : [`url: http://127.0.0.1:${fixed}`];
  return [note, ...block(name, [...lines, ...url])];
}

function describeContainer(
  { name, image, port, log, env, command, fixed, initial = [] }: Database,
  folder: string,
): string[] {
  const container = `"$TAILGATE_INSTANCE-${name}"`;
  const variables = Object.entries(env).map(([key, value]) => ` --env ${quoteWord(`${key}=${value}`)}`);
  const volumes = initial.map(
    ({ file, target }) => ` --volume "$PWD/${posix.join(folder, file)}:${target}:ro"`,
  );
  return [
    `build: docker pull --quiet ${image.text}`,
    ...guess('start', {
      text: `docker run --rm --name ${container} --publish "127.0.0.1:${fixed ?? '$PORT'}:${port}"${[...variables, ...volumes].join('')} ${image.text}${command ? ` ${command}` : ''}`,
      why: image.why,
    }),
    ...(log === undefined ? ['ready: tcp'] : ['ready:', `  log: ${scalar(log)}`]),
    `stop: ${scalar(`docker rm --force --volumes ${container}`)}`,
  ];
}

/** A server of this machine with its data in a folder of its own. */
function describeServer(
  { kind, fixed, env }: Database,
  { folder, root }: NonNullable<Database['program']>,
): string[] {
  const port = fixed === undefined ? '$PORT' : String(fixed);
  if (kind === 'redis') {
    const start = `exec ${quoteWord(`${folder}/redis-server`)} --port ${port} --bind 127.0.0.1 --save '' --appendonly no`;
    return [`start: ${scalar(start)}`, 'ready: tcp'];
  }
  const as = root ? 'setpriv --reuid=postgres --regid=postgres --clear-groups ' : '';
  const { POSTGRES_USER: user = 'postgres', POSTGRES_DB: own = user } = env;
  const create =
    own === 'postgres'
      ? ''
      : ` && echo ${quoteWord(`CREATE DATABASE "${own}"`)} | ${as}postgres --single -D $DATA postgres >$DATA/create.log`;
  return [
    // It refuses to run as root; Debian has a user for it, who cannot reach into the folder of a run.
    `prepare: ${scalar(`rm -rf $DATA && mkdir -m 700 $DATA${root ? ' && chown postgres $DATA' : ''} && cd / && ${as}initdb -D $DATA -U ${quoteWord(user)} --auth=trust --no-sync -E UTF8${create}`)}`,
    `start: ${scalar(`cd / && exec ${as}postgres -D $DATA -p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`)}`,
    'env:',
    '  DATA: /tmp/tailgate-postgres-${PORT}',
    `  PATH: ${scalar(`${folder}:/usr/sbin:/usr/bin:/sbin:/bin`)}`,
    'ready: tcp',
    'cleanup: rm -rf $DATA',
  ];
}

/** A line `key: value`, below the reason why it is a guess. */
function guess(key: string, { text, why }: Guessable): string[] {
  return [...(why ? [comment(`GUESS: ${why}`)] : []), `${key}: ${scalar(text)}`];
}

/** Nothing in a comment may end its line. */
function comment(text: string): string {
  return `# ${text.replace(/[\p{Cc}\u2028\u2029]/gu, '?')}`;
}

/** A key, and lines below it. */
function block(key: string, lines: readonly string[]): string[] {
  return [`${key}:`, ...lines.map((line) => `  ${line}`)];
}

/** The last part of a path: `/api/search?q=x` becomes `search`. */
function nameScenario(path: string): string {
  const parts = path.replace(/[?#].*$/s, '').split('/');
  return slug(parts.filter(Boolean).at(-1) ?? '') ?? 'home';
}
