import type { Container } from '../../config/config.ts';
import { quotePath, quoteWord } from '../../processes/shell-words.ts';

/** What things of a run that are outside its processes are named after. */
export type Names = {
  /** Begins all names of the run. */
  run: string;
  /** `TAILGATE_INSTANCE`: the instance, or `run`. */
  instance: string;
  service: string;
};

/** Containers of one service in one instance, as shell commands. */
export type Contained = {
  /** Runs them in the foreground: its output and its exit code are those of the service. */
  start: string;
  /** Removes them, with their volumes and networks, whether they were started or not. */
  clear: string;
  /** What `docker ps --filter` finds them by. */
  filter: string;
};

/** Names the image of a service for an arm. A tag may hold large letters, as names in a compose file do. */
export function nameBuilt({ run, instance, service }: Names): string {
  return `${run}:${instance}-${service}`;
}

/**
 * Writes the command that gets an image once for a revision, and the words in which it is told. One that is named gets a tag of the run as well: the `build`
 * of the other revision may give the name to another image.
 */
export function buildImage({ from }: Extract<Container, { kind: 'image' }>, names: Names) {
  const tag = nameBuilt(names);
  if ('name' in from)
    return { command: pullImage({ image: from.name, tag }), told: `docker pull ${from.name}` };
  const file = from.dockerfile === undefined ? '' : `-f ${quotePath(`${from.build}/${from.dockerfile}`)} `;
  const what = `${file}${quotePath(from.build)}`;
  return { command: `docker build -t ${tag} ${what}`, told: `docker build ${what}` };
}

/** An image that is named, the tag that it gets, and the platform that it is wanted for where one is named. */
export type Pulled = { image: string; tag: string; platform?: string };

/** Writes the command that pulls an image unless it is there, and gives it a tag of a run. */
export function pullImage({ image, tag, platform }: Pulled): string {
  const name = quoteWord(image);
  const isThere = `docker image inspect ${name} >/dev/null 2>&1`;
  const get =
    platform === undefined
      ? `${isThere} || docker pull ${name}`
      : `docker pull --platform ${quoteWord(platform)} ${name} || ${isThere}`;
  return `{ ${get}; } && docker tag ${name} ${tag}`;
}

/** Writes the command that removes the tags that a service has for an arm, and images that have no other. */
export function removeImages(names: Names): string {
  const all = "all=$(docker image ls --format '{{.Repository}}:{{.Tag}}') || exit 1";
  const list = `printf '%s\\n' "$all" | grep -E '(^|/)${nameBuilt(names)}(\\.|$)'`;
  return `failed=0; ${all}; for tag in $(${list}); do docker rmi -f "$tag" || failed=1; done; exit $failed`;
}

/**
 * Describes the container of an image. It listens at the loopback address of this machine only. Its environment is what
 * the configuration names, with values that it takes over from the command, so that no list of processes shows them.
 */
export function containImage(
  container: Extract<Container, { kind: 'image' }>,
  env: readonly string[],
  { run, instance, service }: Names,
  image: string,
): Contained {
  const network = `${run}-${instance}`;
  const name = `${network}-${service}`;
  const [own, shared] = [`tailgate.service=${name}`, `tailgate.instance=${network}`];
  const options = [
    `--name ${name} --label ${own} --label ${shared}`,
    `--network ${network} --network-alias ${service}`,
    '--add-host host.docker.internal:host-gateway',
    `-p "127.0.0.1:$PORT:${container.port}"`,
    `-e PORT=${container.port} -e TAILGATE_INSTANCE`,
    ...env.map((variable) => `-e ${variable}`),
  ];
  const inspect = `docker network inspect ${network} >/dev/null 2>&1`;
  const create = `docker network create --label ${shared} ${network} >/dev/null`;
  const words = [image, ...container.command].map(quoteWord).join(' ');
  return {
    start: `${inspect} || ${create} && docker run ${options.join(' ')} ${words}`,
    // The network is of all containers of the instance: the last one takes it along.
    clear: [
      `${removeAll('ps -a', own, 'rm -fv')} || exit`,
      `[ -n "$(docker ps -aq --filter label=${shared})" ] || ${removeAll('network ls', shared, 'network rm')}`,
    ].join('\n'),
    filter: `label=${own}`,
  };
}

/** Writes the command that removes all things of a kind that carry a label. It fails where one stays. */
export function removeAll(list: string, label: string, remove: string): string {
  return `{ ids=$(docker ${list} -q --filter label=${label}) && { [ -z "$ids" ] || docker ${remove} $ids; }; }`;
}

/**
 * Writes the command that removes containers, networks, volumes and images of runs that were killed together with their
 * keeper. Nothing else has such a name.
 */
export function removeStrays(): string {
  const kinds = [
    ["ps -a --format '{{.Names}}'", 'rm -fv'],
    ["network ls --format '{{.Name}}'", 'network rm'],
    ['volume ls -q', 'volume rm'],
    ["image ls --format '{{.Repository}}:{{.Tag}}'", 'rmi -f'],
  ];
  const remove = ([list, how]: string[]) =>
    `found=$(docker ${list} | grep -E '^tailgate-[0-9a-f]{8}[-:]'); [ -z "$found" ] || docker ${how} $found`;
  return kinds.map(remove).join('\n');
}
