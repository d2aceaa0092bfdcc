import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import type { Container } from '../../config/config.ts';
import { quoteWord } from '../../processes/shell-words.ts';
import { type Contained, type Names, pullImage } from './commands.ts';
import { type Isolated, type IsolationOptions, isolateCompose } from './isolation.ts';

type Compose = Extract<Container, { kind: 'compose' }>;

/** Where the compose file of an arm is read from, and where those of its instances are written. */
export type ComposePlace = Pick<IsolationOptions, 'hostPort' | 'env' | 'nameImage'> & {
  /** Folder of the arm's configuration. */
  directory: string;
  /** Private folder of the run. It contains the environment variables that the user's file refers to. */
  folder: string;
  names: Names;
};

/** Names the project of an instance. */
function nameProject({ run, instance, service }: Names): string {
  return `${run}-${instance}-${service}`;
}

/** Writes the command with which compose prints the user's file in its canonical form, for `isolate`. */
export function resolveCompose({ file }: Compose, { folder, names }: ComposePlace): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const printed = join(folder, `${nameProject(names)}.yml`);
  return `umask 077; docker compose -f ${quoteWord(file)} config > ${quoteWord(printed)}`;
}

/**
 * Writes the file of an instance, once its canonical form has been printed.
 *
 * @throws UserError for anything that cannot be isolated
 */
export function isolate(compose: Compose, place: ComposePlace): Isolated & { path: string } {
  const { directory, folder, names } = place;
  const printed = join(folder, `${nameProject(names)}.yml`);
  const resolved = parse(readFileSync(printed, 'utf8'));
  rmSync(printed);
  // Compose prints resolved paths, without links.
  const folders = [findTop(directory), directory, dirname(join(directory, compose.file))];
  const own = folders.flatMap((path) => [path, realpathSync(path)]);
  const { file: where, service, port } = compose;
  const isolated = isolateCompose(resolved, { ...place, where, service, port, own, exists: existsSync });
  const path = join(folder, `${nameProject(names)}.json`);
  writeFileSync(path, JSON.stringify(isolated.file), { mode: 0o600 });
  return { ...isolated, path };
}

/** Finds the root of the repository that contains a folder; otherwise the folder itself. */
function findTop(folder: string, at = folder): string {
  if (existsSync(join(at, '.git'))) return at;
  return dirname(at) === at ? folder : findTop(folder, dirname(at));
}

/** Writes the command that builds and pulls the images of a file. */
export function buildCompose({ path, file, pulled }: Isolated & { path: string }, names: Names): string {
  const isBuilt = Object.values(file.services ?? {}).some(({ build }) => build !== undefined);
  const build = isBuilt ? `docker compose -p ${nameProject(names)} -f ${quoteWord(path)} build` : ':';
  return [build, ...pulled.map(pullImage)].join(' && ');
}

/** Describes the containers of an instance. Compose's own messages stay out of the log unless it fails. */
export function containCompose(
  { path, pulled }: Isolated & { path: string },
  { service }: Compose,
  names: Names,
): Contained {
  const project = nameProject(names);
  const compose = `docker compose -p ${project} -f ${quoteWord(path)}`;
  // A variant may name an image other than the one that was fetched for the revision.
  const pulls = pulled.map(
    (one) => `docker image inspect ${one.tag} >/dev/null 2>&1 || { ${pullImage(one)}; } || exit`,
  );
  const start = [
    ...pulls,
    // A service that passes `PORT` through from the environment must not get that of this machine.
    'unset PORT',
    `said=$(${compose} up -d --no-build 2>&1) || {`,
    `  code=$?; echo "$said"; ${compose} ps -a; ${compose} logs --tail 20; exit $code`,
    '}',
    `id=$(${compose} ps -aq ${quoteWord(service)})`,
    'docker logs -f $id; exit $(docker wait $id)',
  ].join('\n');
  return { start, filter: `label=com.docker.compose.project=${project}` };
}
