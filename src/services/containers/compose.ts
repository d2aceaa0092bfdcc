import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LineCounter, parse, parseDocument } from 'yaml';
import type { Container } from '../../config/config.ts';
import { quoteWord } from '../../processes/shell-words.ts';
import { type Contained, ENGINE, type Names, pullImage, removeAll } from './commands.ts';
import { type Isolated, type IsolationError, isolateCompose } from './isolation.ts';

type Compose = Extract<Container, { kind: 'compose' }>;

/** Compose 2 is a part of the command line of Docker, Compose 1 a program. */
const COMPOSE = `${ENGINE}compose() { if docker compose version >/dev/null 2>&1; then docker compose "$@"; else docker-compose "$@"; fi; }\n`;

/** Where the compose file of an arm is read, and where that of its instances is written. */
export type ComposePlace = {
  /** Folder of the arm's configuration. */
  directory: string;
  /** Private folder of the run. What the user's file names of the environment is in there. */
  folder: string;
  names: Names;
  hostPort: number;
  env: readonly string[];
  nameImage(name: string): string;
};

/** Names the project of an instance. */
function nameProject({ run, instance, service }: Names): string {
  return `${run}-${instance}-${service}`;
}

/** Writes the command with which compose prints the user's file in its normal form, for `isolate`. */
export function resolveCompose({ file }: Compose, { folder, names }: ComposePlace): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return `${COMPOSE}umask 077; compose -f ${quoteWord(file)} config > ${quoteWord(join(folder, `${nameProject(names)}.yml`))}`;
}

/**
 * Writes the file of an instance, once its normal form was printed.
 *
 * @throws IsolationError with the place in the user's file, for what cannot be isolated
 */
export function isolate(compose: Compose, place: ComposePlace): Isolated & { path: string } {
  const { directory, folder, names } = place;
  const printed = join(folder, `${nameProject(names)}.yml`);
  const resolved = parse(readFileSync(printed, 'utf8'));
  rmSync(printed);
  const isolated = isolateCompose(resolved, {
    service: compose.service,
    port: compose.port,
    hostPort: place.hostPort,
    env: place.env,
    // Compose prints paths as the system has them, without links.
    own: [findTop(directory), directory, dirname(join(directory, compose.file))].flatMap((path) => [
      path,
      realpathSync(path),
    ]),
    exists: existsSync,
    nameImage: place.nameImage,
  });
  const path = join(folder, `${nameProject(names)}.json`);
  writeFileSync(path, JSON.stringify(isolated.file), { mode: 0o600 });
  return { ...isolated, path };
}

/** Finds the top of the repository that a folder is in; without one the folder itself. */
function findTop(folder: string, at = folder): string {
  if (existsSync(join(at, '.git'))) return at;
  return dirname(at) === at ? folder : findTop(folder, dirname(at));
}

/** Writes the command that builds and pulls the images of a file. */
export function buildCompose({ path, file, pulled }: Isolated & { path: string }, names: Names): string {
  const isBuilt = Object.values(file.services ?? {}).some(({ build }) => build !== undefined);
  const build = isBuilt ? `compose -p ${nameProject(names)} -f ${quoteWord(path)} build` : ':';
  return COMPOSE + [build, ...pulled.map(pullImage)].join(' && ');
}

/** Describes the containers of an instance. What compose says of its own work stays out of the log, unless it fails. */
export function containCompose(
  { path, pulled }: Isolated & { path: string },
  { service }: Compose,
  names: Names,
): Contained {
  const project = nameProject(names);
  const label = `label=com.docker.compose.project=${project}`;
  const list = `docker ps -aq --filter ${label}`;
  const start = [
    COMPOSE,
    // A variant may name another image than was got for the revision.
    ...pulled.map(
      (one) => `docker image inspect ${one.tag} >/dev/null 2>&1 || { ${pullImage(one)}; } || exit`,
    ),
    // A service that takes `PORT` over from the environment must not get that of this machine.
    'unset PORT',
    `said=$(compose -p ${project} -f ${quoteWord(path)} up -d --no-build 2>&1) || {`,
    '  code=$?; echo "$said"',
    `  for id in $(${list}); do docker inspect -f '{{.Name}}: {{.State.Status}}, exit code {{.State.ExitCode}}' $id; docker logs --tail 20 $id; done`,
    '  exit $code',
    '}',
    `id=$(${list} --filter label=com.docker.compose.service=${quoteWord(service)})`,
    'docker logs -f $id; exit $(docker wait $id)',
  ].join('\n');
  const kinds = [
    ['ps -a', 'rm -fv'],
    ['network ls', 'network rm'],
    ['volume ls', 'volume rm'],
  ] as const;
  const clear = kinds
    .map(([kind, remove]) => removeAll(kind, label.replace('label=', ''), remove))
    .join(' && ');
  return { start, clear: ENGINE + clear, filter: label };
}

/** Finds where the user's file says something: `compose.yaml:12`. Without a line where it stands in another file. */
export function locateFault({ path }: IsolationError, directory: string, file: string): string {
  const lines = new LineCounter();
  const document = parseDocument(readFileSync(join(directory, file), 'utf8'), { lineCounter: lines });
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true) as { range?: [number] } | undefined;
    if (node?.range) return `${file}:${lines.linePos(node.range[0]).line}`;
  }
  return file;
}
