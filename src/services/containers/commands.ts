import type { Container } from '../../config/config.ts';
import { quotePath, quoteWord } from '../../processes/shell-words.ts';

/** Basis for the names of a run's resources outside of processes. */
export type Names = {
  /** Prefix of all names of the run. */
  run: string;
  /** `TAILGATE_INSTANCE`: the instance, or `run`. */
  instance: string;
  service: string;
};

/** Containers of one service in one instance, as shell commands. */
export type Contained = {
  /** Runs them in the foreground: its output and its exit code are those of the service. */
  start: string;
  /** Filter by which `docker ps` finds them. */
  filter: string;
};

/** Names the image of a service for an arm. A tag may contain capitals, as names in a compose file may. */
export function nameBuilt({ run, instance, service }: Names): string {
  return `${run}:${instance}-${service}`;
}

/**
 * Writes the command that gets an image once per revision, and its description for users. A named image also gets a tag of
 * the run: the `build` of the other revision may assign the name to another image.
 */
export function buildImage({ from }: Extract<Container, { kind: 'image' }>, names: Names) {
  const tag = nameBuilt(names);
  if ('name' in from)
    return { command: pullImage({ image: from.name, tag }), told: `docker pull ${from.name}` };
  const file = from.dockerfile === undefined ? '' : `-f ${quotePath(`${from.build}/${from.dockerfile}`)} `;
  const what = `${file}${quotePath(from.build)}`;
  return { command: `docker build -t ${tag} ${what}`, told: `docker build ${what}` };
}

/** A named image, the tag that it gets, and the platform that it is wanted for, if any. */
export type Pulled = { image: string; tag: string; platform?: string | undefined };

/** Writes the command that pulls an image unless it is there, and gives it a tag of the run. */
export function pullImage({ image, tag, platform }: Pulled): string {
  const name = quoteWord(image);
  const isThere = `docker image inspect ${name} >/dev/null 2>&1`;
  const get =
    platform === undefined
      ? `${isThere} || docker pull ${name}`
      : `docker pull --platform ${quoteWord(platform)} ${name} || ${isThere}`;
  return `{ ${get}; } && docker tag ${name} ${tag}`;
}

/**
 * Describes the container of an image. It listens only at the loopback address of this machine. Its environment is what
 * the configuration names, with values taken from the command's environment, so that no process list shows them.
 */
export function containImage(
  container: Extract<Container, { kind: 'image' }>,
  env: readonly string[],
  { run, instance, service }: Names,
  image: string,
): Contained {
  const network = `${run}-${instance}`;
  const name = `${network}-${service}`;
  // The service that is started first and stopped last creates the network, so that one belongs to it.
  const label = `tailgate.service=${name}`;
  const options = [
    `--name ${name} --label ${label}`,
    `--network ${network} --network-alias ${service}`,
    '--add-host host.docker.internal:host-gateway',
    `-p "127.0.0.1:$PORT:${container.port}"`,
    `-e PORT=${container.port} -e TAILGATE_INSTANCE`,
    ...env.map((variable) => `-e ${variable}`),
  ];
  const inspect = `docker network inspect ${network} >/dev/null 2>&1`;
  const create = `docker network create --label ${label} ${network} >/dev/null`;
  const words = [image, ...container.command].map(quoteWord).join(' ');
  return {
    start: `${inspect} || ${create} && docker run ${options.join(' ')} ${words}`,
    filter: `label=${label}`,
  };
}

/** Kinds of resources that outlive processes: how they are listed by name, and removed. */
const KINDS = [
  ["ps -a --format '{{.Names}}'", 'rm -fv'],
  ["network ls --format '{{.Name}}'", 'network rm'],
  ['volume ls -q', 'volume rm'],
  ["image ls --format '{{.Repository}}:{{.Tag}}'", 'rmi -f'],
] as const;

/** Writes the command that removes all resources whose names start with a pattern. It fails if one remains. */
function removeNamed(pattern: string, options = ''): string {
  const remove = KINDS.map(
    ([list, how]) => `all=$(docker ${list}${options}) || exit 1
found=$(echo "$all" | grep -E '^([^ ]*/)?${pattern}'); [ -z "$found" ] || docker ${how} $found || failed=1`,
  );
  return ['failed=0', ...remove, 'exit $failed'].join('\n');
}

/** Removes the containers of a service in an instance, with their volumes and networks, whether or not they were started. */
export function removeContained({ filter }: Contained): string {
  return removeNamed('.', ` --filter ${filter}`);
}

/** Removes the tags that a service has for an arm, and images that have no other tag. */
export function removeImages(names: Names): string {
  return removeNamed(`${nameBuilt(names)}(\\.|$)`);
}

/** Removes what was left by runs that were killed together with their keeper. Nothing else has such names. */
export function removeStrays(): string {
  return removeNamed('tailgate-[0-9a-f]{8}[-:]');
}
