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

/** Podman takes the same commands, where there is no Docker. */
export const ENGINE = 'command -v docker >/dev/null || docker() { podman "$@"; }\n';

/** Names what all things of an image's container carry, and what those of its instance carry. */
function labelImage({ run, instance, service }: Names) {
  const network = `${run}-${instance}`;
  return { name: `${network}-${service}`, network, own: 'tailgate.service', shared: 'tailgate.instance' };
}

/** Names the image that is built of an arm's tree. */
export function nameBuilt({ run, instance, service }: Names): string {
  return `${run}-${service}:${instance}`;
}

/** Writes the command that gets an image once for a revision, and names the images that it builds. */
export function buildImage(
  { from }: Extract<Container, { kind: 'image' }>,
  names: Names,
): { command: string; told: string; built: string[] } {
  if ('name' in from)
    return { command: ENGINE + pullImage(from.name), told: `docker pull ${from.name}`, built: [] };
  const tag = nameBuilt(names);
  const file = from.dockerfile === undefined ? '' : ` -f ${quotePath(`${from.build}/${from.dockerfile}`)}`;
  const told = `docker build${file} ${quotePath(from.build)}`;
  return {
    command: `${ENGINE}docker build -t ${tag}${told.slice('docker build'.length)}`,
    told,
    built: [tag],
  };
}

/** Writes the command that pulls an image unless it is there. */
export function pullImage(name: string): string {
  const image = quoteWord(name);
  return `docker image inspect ${image} >/dev/null 2>&1 || docker pull ${image}`;
}

/** Writes the command that removes images of a run, those that are there. */
export function removeImages(tags: readonly string[]): string {
  const one = 'if docker image inspect "$tag" >/dev/null 2>&1; then docker rmi -f "$tag" || failed=1; fi';
  return `${ENGINE}failed=0; for tag in ${tags.join(' ')}; do ${one}; done; exit $failed`;
}

/**
 * Describes the container of an image. It listens at the loopback address of this machine only. Its environment is what
 * the configuration names, with values that it takes over from the command, so that no list of processes shows them.
 */
export function containImage(
  container: Extract<Container, { kind: 'image' }>,
  env: readonly string[],
  names: Names,
  built: string,
): Contained {
  const { name, network, own, shared } = labelImage(names);
  const image = 'name' in container.from ? container.from.name : built;
  const options = [
    `--name ${name}`,
    `--label ${own}=${name} --label ${shared}=${network}`,
    `--network ${network} --network-alias ${names.service}`,
    '--add-host host.docker.internal:host-gateway',
    `-p "127.0.0.1:$PORT:${container.port}"`,
    `-e PORT=${container.port} -e TAILGATE_INSTANCE`,
    ...env.map((variable) => `-e ${variable}`),
  ];
  const inspect = `docker network inspect ${network} >/dev/null 2>&1`;
  const create = `docker network create --label ${shared}=${network} ${network} >/dev/null`;
  const words = [image, ...container.command].map(quoteWord).join(' ');
  return {
    start: `${ENGINE}${inspect} || ${create} && docker run ${options.join(' ')} ${words}`,
    // The network is of all containers of the instance: the last one takes it along.
    clear: [
      `${ENGINE}${removeAll('ps -a', `${own}=${name}`, 'rm -fv')} || exit`,
      `[ -n "$(docker ps -aq --filter label=${shared}=${network})" ] || ${removeAll('network ls', `${shared}=${network}`, 'network rm')}`,
    ].join('\n'),
    filter: `label=${own}=${name}`,
  };
}

/** Writes the command that removes all things of a kind that carry a label. It fails where one stays. */
export function removeAll(list: string, label: string, remove: string): string {
  return `{ ids=$(docker ${list} -q --filter label=${label}) && { [ -z "$ids" ] || docker ${remove} $ids; }; }`;
}
