import { UserError } from '../../errors.ts';
import type { Pulled } from './commands.ts';

/** A service, network or volume of a compose file, as `docker compose config` of Compose 2 prints it. */
type Entry = Record<string, unknown>;
type Entries = Record<string, Entry | null>;

/** A file in the canonical form that `docker compose config` prints. */
export type ComposeFile = { services?: Record<string, Entry>; networks?: Entries; volumes?: Entries };

export type IsolationOptions = {
  /** Path of the user's file, as shown to users. */
  where: string;
  /** The service that Tailgate reaches. */
  service: string;
  /** Its port in the container. Absent: the only one that the file publishes or exposes. */
  port?: number | undefined;
  /** Port of this machine on which it is published, at the loopback address. */
  hostPort: number;
  /** Variables that it gets from the environment of the command. */
  env: readonly string[];
  /** Folders that each arm has to itself. */
  own: readonly string[];
  exists(path: string): boolean;
  /** Names an image for this revision. @param name of the service that builds it, or a short name of what is pulled */
  nameImage(name: string): string;
};

export type Isolated = {
  file: ComposeFile;
  pulled: Pulled[];
  /** What differs from the user's file, and might be missed. */
  notes: string[];
};

/**
 * Rewrites a compose file so that any number of instances can run side by side: the wanted service and what it depends
 * on, without fixed names, addresses and ports. Only the wanted service is published. Networks and volumes are new in
 * each instance. Nothing restarts, so that the end of a container is noticed.
 *
 * @throws UserError for anything that would be shared with the other arm
 */
export function isolateCompose(file: ComposeFile, options: IsolationOptions): Isolated {
  const all = file.services ?? {};
  const notes: string[] = [];
  const names = findNeeded(all, options);
  const services = Object.fromEntries(
    names.map((name) => [name, isolateService(name, all, options, notes)] as const),
  );
  const pulled = names.flatMap((name): Pulled[] => {
    const { build, image, platform } = services[name] as Partial<Record<string, string>>;
    return build === undefined ? [{ image: String(all[name]!.image), tag: image!, platform }] : [];
  });
  // A network with fixed subnets or a fixed name could exist only once.
  const networks = mapEntries(file.networks, (network, name) => {
    if (network?.external)
      notes.push(`the external network \`${name}\` is separate for each start, with nothing else in it`);
    return network?.internal ? { internal: true } : {};
  });
  const volumes = mapEntries(file.volumes, (volume, name) => {
    const { external, driver = 'local', driver_opts = {} } = volume ?? {};
    // Anything mounted from elsewhere by a path or an address, and anything another driver stores.
    const isElsewhere = Object.values(driver_opts as Entry).some((value) => /[/:]/.test(String(value)));
    const isShared = external || driver !== 'local' || isElsewhere;
    if (isShared) notes.push(`the volume \`${name}\` is separate for each start, and empty`);
    return isShared || volume?.driver_opts === undefined ? {} : { driver, driver_opts };
  });
  return { file: { ...file, services, networks, volumes }, pulled, notes };
}

/** Lists a service and everything it needs in order to run. */
function findNeeded(all: Record<string, Entry>, { service, where }: IsolationOptions): string[] {
  if (!Object.hasOwn(all, service)) {
    const known = Object.keys(all).join(', ') || 'no service';
    const hint = `It has ${known}. A service with a profile needs \`COMPOSE_PROFILES\`.`;
    throw new UserError({ what: `The file has no service \`${service}\`.`, where, hint });
  }
  const found = new Set([service]);
  for (const name of found) {
    const { depends_on, links, volumes_from, network_mode, ipc, pid } = all[name]!;
    const modes = [network_mode, ipc, pid].map((mode) => String(mode).replace(/^service:/, ''));
    const linked = [...listOf(links), ...listOf(volumes_from)].map((link) => link.split(':')[0]!);
    for (const other of [...Object.keys(depends_on ?? {}), ...linked, ...modes])
      if (Object.hasOwn(all, other)) found.add(other);
  }
  return [...found];
}

/** Modes of a network and of other namespaces that each project has to itself. */
const OWN_MODE = /^(?:none|bridge|private|shareable|service:.*)$/;

function isolateService(
  name: string,
  all: Record<string, Entry>,
  options: IsolationOptions,
  notes: string[],
): Entry {
  const { container_name, restart, ports, logging, profiles, pull_policy, external_links, ...kept } =
    all[name]!;
  const refuse = (key: string, value: unknown) => {
    const what = `\`${key}: ${value}\` of \`${name}\` is the same for both revisions, but they run side by side.`;
    const hint = 'Remove it, or refer to a service of this file instead.';
    throw new UserError({ what, where: options.where, hint });
  };
  for (const key of ['network_mode', 'pid', 'ipc'])
    if (kept[key] !== undefined && !OWN_MODE.test(String(kept[key]))) refuse(key, kept[key]);
  for (const from of listOf(kept.volumes_from))
    if (from.startsWith('container:') || !Object.hasOwn(all, from.split(':')[0]!))
      refuse('volumes_from', from);
  if (external_links !== undefined) notes.push(`\`${name}\` has no \`external_links\``);
  // Naming the image that another service builds refers to that image.
  const builder = kept.build ? name : findBuilder(all, kept.image);
  // Further tags would remain, and belong to the revision that is built last.
  const build = builder && { ...(all[builder]!.build as Entry), tags: undefined };
  const isNamed = container_name !== undefined && kept.network_mode === undefined;
  const entry: Entry = {
    ...kept,
    build,
    // Each revision has its own tags, also for what is pulled: its own `build` may create what is named, and an axis may
    // name a different image in each variant.
    image: options.nameImage(
      builder ??
        `${name}-${String(kept.image)
          .replace(/[^\w.-]+/g, '-')
          .slice(-60)}`,
    ),
    ...((kept.networks !== undefined || isNamed) && {
      // Without fixed addresses, but with the names by which others know it, including a container's own.
      networks: mapEntries((kept.networks as Entries | undefined) ?? { default: null }, (network) => {
        const aliases = [...listOf(network?.aliases), ...(isNamed ? [String(container_name)] : [])];
        return aliases.length === 0 ? {} : { aliases };
      }),
    }),
    volumes: (kept.volumes as Entry[] | undefined)?.map((mount) => isolateMount(mount, name, options, notes)),
    deploy: kept.deploy && { ...(kept.deploy as Entry), restart_policy: undefined },
  };
  if (name !== options.service) return entry;
  const listed = [ports, kept.expose].flatMap((some) => (some ?? []) as unknown[]);
  const port = options.port ?? findPort(listed, name, options.where);
  const env = Object.fromEntries(options.env.map((variable) => [variable, null]));
  return {
    ...entry,
    ports: [`127.0.0.1:${options.hostPort}:${port}`],
    environment: { ...(kept.environment as Entry), ...env },
  };
}

function findBuilder(all: Record<string, Entry>, image: unknown): string | undefined {
  const withTag = (name: unknown) => (/:[^/:]*$/.test(String(name)) ? String(name) : `${name}:latest`);
  return Object.keys(all).find((name) => {
    const { build, image: own } = all[name]!;
    if (build === undefined || image === undefined) return false;
    return [own, ...listOf((build as Entry).tags)].map(withTag).includes(withTag(image));
  });
}

function isolateMount(
  mount: Entry,
  name: string,
  { own, exists, where }: IsolationOptions,
  notes: string[],
): Entry {
  const { type, source, target, read_only } = mount;
  if (['volume', 'tmpfs', 'image'].includes(String(type))) return mount;
  const path = String(source);
  const isOwn = own.some((folder) => path === folder || path.startsWith(`${folder}/`));
  if (isOwn && !exists(path)) {
    notes.push(`${path} is not in the revision, so \`${name}\` gets an empty volume there`);
    return { type: 'volume', target };
  }
  if (isOwn || read_only === true) return mount;
  const what = `\`${name}\` may write to ${path}, which both revisions would share.`;
  throw new UserError({ what, where, hint: 'Mount it read-only (`:ro`), or use a volume instead.' });
}

/** @param ports of the container: `8080/tcp` from `expose`, `{target: 8080}` from `ports` */
function findPort(ports: unknown[], name: string, where: string): string {
  const all = ports.map(
    (one) => String(typeof one === 'object' ? (one as Entry).target : one).split('/')[0]!,
  );
  const [port, ...others] = [...new Set(all)];
  if (port !== undefined && others.length === 0 && /^\d+$/.test(port)) return port;
  const what = port === undefined ? 'names no port' : `has the ports ${[port, ...others].join(', ')}`;
  const hint = 'Say in tailgate.yml which one to use: `compose: {file: …, service: …, port: 8080}`.';
  throw new UserError({ what: `\`${name}\` ${what}.`, where, hint });
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function mapEntries<T>(entries: Entries = {}, change: (entry: Entry | null, name: string) => T) {
  return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, change(entry, name)]));
}
