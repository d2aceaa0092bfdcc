import type { Pulled } from './commands.ts';

/** A service, network or volume of a compose file, as `docker compose config` prints it. */
type Entry = Record<string, unknown>;

/** A file in the normal form that `docker compose config` prints. */
export type ComposeFile = {
  services?: Record<string, Entry>;
  networks?: Record<string, Entry | null>;
  volumes?: Record<string, Entry | null>;
};

export type IsolationOptions = {
  /** The service that Tailgate reaches. */
  service: string;
  /** Its port in the container. Absent: the only one that the file publishes or exposes. */
  port?: number | undefined;
  /** Port of this machine at which it is published, at the loopback address. */
  hostPort: number;
  /** Variables that it gets from the environment of the command. */
  env: readonly string[];
  /** Folders that each arm has for itself. */
  own: readonly string[];
  exists(path: string): boolean;
  /** Names an image for this revision. @param name of the service that builds it, or what it is pulled as, in short */
  nameImage(name: string): string;
};

export type Isolated = {
  file: ComposeFile;
  pulled: Pulled[];
  /** What is other than in the user's file, and may be missed. */
  notes: string[];
};

/** Something in a compose file that two arms cannot have side by side. */
export class IsolationError extends Error {
  readonly path: readonly string[];
  readonly hint: string;
  constructor(path: readonly string[], what: string, hint: string) {
    super(what);
    this.path = path;
    this.hint = hint;
  }
}

/**
 * Rewrites a compose file so that any number of instances can run side by side: the wanted service and what it depends
 * on, without fixed names, addresses and ports. Only the wanted service is published. Networks and volumes are new in
 * each instance. Nothing restarts, so that the end of a container is seen.
 *
 * @throws IsolationError for what would be shared with the other arm
 */
export function isolateCompose(file: ComposeFile, options: IsolationOptions): Isolated {
  const all = file.services ?? {};
  const notes: string[] = [];
  const names = findNeeded(all, options.service);
  const services = Object.fromEntries(
    names.map((name) => [name, isolateService(name, all, options, file, notes)]),
  );
  return {
    file: {
      ...file,
      services,
      networks: mapEntries(file.networks, (network, name) => isolateNetwork(network, name, notes)),
      volumes: mapEntries(file.volumes, (volume, name) => isolateVolume(volume, name, notes)),
    },
    pulled: names.flatMap((name) => {
      const { build, image, platform } = services[name]!;
      const wanted = platform !== undefined && { platform: String(platform) };
      return build === undefined ? [{ image: String(all[name]!.image), tag: String(image), ...wanted }] : [];
    }),
    notes,
  };
}

/** Lists a service and all that it needs in order to run. */
function findNeeded(all: Record<string, Entry>, service: string): string[] {
  if (!Object.hasOwn(all, service)) {
    const known = Object.keys(all).join(', ');
    const hint = `It has ${known || 'no service'}. One of a profile is there only with \`COMPOSE_PROFILES\`.`;
    throw new IsolationError(['services'], `The file has no service \`${service}\`.`, hint);
  }
  const found = new Set([service]);
  for (const name of found) {
    const { depends_on, links, volumes_from, ...modes } = all[name] ?? {};
    const linked = [...listOf(links), ...listOf(volumes_from)].map((link) => link.split(':')[0]!);
    const joined = ['network_mode', 'ipc', 'pid'].flatMap(
      (key) => /^service:(.+)$/.exec(String(modes[key]))?.[1] ?? [],
    );
    const needed = [...(Array.isArray(depends_on) ? depends_on : Object.keys(depends_on ?? {}))];
    for (const other of [...needed, ...linked, ...joined]) if (Object.hasOwn(all, other)) found.add(other);
  }
  return [...found];
}

function isolateService(
  name: string,
  all: Record<string, Entry>,
  options: IsolationOptions,
  file: ComposeFile,
  notes: string[],
): Entry {
  const { container_name, restart, ports, logging, profiles, pull_policy, external_links, ...kept } =
    all[name]!;
  const place = ['services', name];
  for (const key of ['network_mode', 'pid', 'ipc']) {
    const mode = String(kept[key]);
    if (mode.startsWith('container:') || (key === 'network_mode' && mode === 'host'))
      throw new IsolationError(
        [...place, key],
        `\`${key}: ${mode}\` of \`${name}\` is the same for both revisions, which run side by side.`,
        'Take it out: services of a compose file reach each other by name.',
      );
  }
  if (external_links !== undefined) notes.push(`\`${name}\` has no \`external_links\``);
  // Who names the image that another service builds means that one.
  const builder = kept.build ? name : findBuilder(all, kept.image);
  const isNamed = container_name !== undefined && kept.network_mode === undefined;
  const entry: Entry = {
    ...kept,
    // Each revision has tags of its own, also for what is pulled: its own `build` may make what is named.
    ...(builder !== undefined && { build: withoutTags(all[builder]!.build) }),
    image: options.nameImage(builder ?? `${name}-${shorten(kept.image)}`),
    ...((kept.networks !== undefined || isNamed) && {
      networks: keepAliases(kept.networks ?? ['default'], isNamed ? [String(container_name)] : []),
    }),
    ...(kept.volumes !== undefined && {
      volumes: (kept.volumes as unknown[]).map((volume, index) =>
        isolateMount(readMount(volume), [...place, 'volumes', `${index}`], file, options, notes),
      ),
    }),
    ...(kept.deploy !== undefined && { deploy: { ...(kept.deploy as Entry), restart_policy: undefined } }),
  };
  if (name !== options.service) return entry;
  const port = options.port ?? findPort([...listPorts(ports), ...listPorts(kept.expose)], name);
  const env = Object.fromEntries(options.env.map((variable) => [variable, null]));
  return {
    ...entry,
    ports: [`127.0.0.1:${options.hostPort}:${port}`],
    environment: { ...(kept.environment as Entry), ...env },
  };
}

function findBuilder(all: Record<string, Entry>, image: unknown): string | undefined {
  if (image === undefined) return undefined;
  return Object.keys(all).find((name) => {
    const { build, image: own } = all[name]!;
    const names = [own, ...listOf((build as Entry | undefined)?.tags)].map(withTag);
    return build !== undefined && names.includes(withTag(image));
  });
}

/** Writes the name of an image as a part of a tag: an axis may name another one in each variant. */
function shorten(image: unknown): string {
  return String(image)
    .replace(/[^\w.-]+/g, '-')
    .slice(-60);
}

/** Writes out the tag of an image, which is `latest` where its name has none. */
function withTag(image: unknown): string {
  return /:[^/:]*$/.test(String(image)) ? String(image) : `${image}:latest`;
}

/** Leaves out further tags, which would stay and be those of the revision that is built last. */
function withoutTags(build: unknown): unknown {
  return typeof build === 'string' ? build : { ...(build as Entry), tags: undefined };
}

/** Leaves out fixed addresses, and keeps the names under which others know the service: a container's own is one. */
function keepAliases(networks: unknown, own: readonly string[]): unknown {
  const all = Array.isArray(networks) ? Object.fromEntries(networks.map((name) => [name, null])) : networks;
  return mapEntries(all as Record<string, Entry | null>, (network) => {
    const aliases = [...listOf(network?.aliases), ...own];
    return aliases.length === 0 ? {} : { aliases };
  });
}

type Mount = { type?: unknown; source?: unknown; target?: unknown; read_only?: unknown } & Entry;

/** Reads a mount, which Compose 1 prints in its short form, `SOURCE:TARGET:MODE`. */
function readMount(mount: unknown): Mount {
  if (typeof mount !== 'string') return mount as Mount;
  const [first = '', target, mode = ''] = mount.split(':');
  if (target === undefined) return { type: 'volume', target: first };
  const readOnly = mode.split(',').includes('ro') && { read_only: true };
  return { type: first.startsWith('/') ? 'bind' : 'volume', source: first, target, ...readOnly };
}

function isolateMount(
  mount: Mount,
  place: readonly string[],
  { volumes }: ComposeFile,
  { own, exists }: IsolationOptions,
  notes: string[],
): Mount {
  const source = String(mount.source);
  if (mount.type !== 'bind') return mount;
  const isOwn = own.some((folder) => source === folder || source.startsWith(`${folder}/`));
  if (isOwn && !exists(source)) {
    notes.push(`${source} is not in the revision, so \`${place[1]}\` has an empty volume there`);
    return { type: 'volume', target: mount.target };
  }
  if (isOwn || mount.read_only === true) return mount;
  throw new IsolationError(
    place,
    `\`${place[1]}\` may write to ${source}, which both revisions would share.`,
    `Mount it read-only (\`:ro\`), or a volume in its place${volumes ? `: ${Object.keys(volumes).join(', ')}` : ''}.`,
  );
}

/** Leaves a network of each instance's own: one with fixed subnets or a fixed name there can be only once. */
function isolateNetwork(network: Entry | null, name: string, notes: string[]): Entry {
  if (network?.external)
    notes.push(`the external network \`${name}\` is another one in each instance, and nobody else is in it`);
  return network?.internal ? { internal: true } : {};
}

function isolateVolume(volume: Entry | null, name: string, notes: string[]): Entry {
  const { external, driver, driver_opts: options } = volume ?? {};
  const device = String((options as Entry | undefined)?.device ?? '');
  const isShared = /[/:]/.test(device);
  if (external || isShared) notes.push(`the volume \`${name}\` is another one in each instance, and empty`);
  return external || isShared || options === undefined ? {} : { driver, driver_opts: options };
}

/** Lists ports of containers: `8080`, `127.0.0.1:80:8080/tcp`, `{target: 8080}`. */
function listPorts(ports: unknown): string[] {
  return ((ports ?? []) as unknown[]).map((port) => {
    const target = typeof port === 'object' ? (port as Entry).target : String(port).split(':').at(-1);
    return String(target).split('/')[0]!;
  });
}

function findPort(ports: string[], name: string): string {
  const [port, ...others] = [...new Set(ports)];
  if (port !== undefined && others.length === 0 && /^\d+$/.test(port)) return port;
  const what = port === undefined ? 'names no port' : `has the ports ${[port, ...others].join(', ')}`;
  throw new IsolationError(
    ['services', name],
    `\`${name}\` ${what}.`,
    'Say in tailgate.yml at which one it is asked: `compose: {file: …, service: …, port: 8080}`.',
  );
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function mapEntries<T>(
  entries: Record<string, Entry | null> | undefined,
  change: (entry: Entry | null, name: string) => T,
): Record<string, T> {
  return Object.fromEntries(
    Object.entries(entries ?? {}).map(([name, entry]) => [name, change(entry, name)]),
  );
}
