import { posix } from 'node:path';
import { parse } from 'yaml';
import type { Files } from './files.ts';
import { COMPOSE } from './patterns.ts';
import { slug } from './place.ts';
import { TABLES } from './tables.ts';

/** A database of a compose file. `name`: in tailgate.yml; `service`: in the file. `hosts`, `ports`: as the code may know it. */
export type Database = Record<'name' | 'service' | 'title', string> & {
  port: number;
  hosts: string[];
  ports: number[];
  scheme: RegExp;
};

/** `env`, `port`: of the service. `others`: neither that nor databases. `asked`: variables from outside. `absent`: asks for a file. */
export type Compose = Record<'file' | 'absent', string> &
  Record<'others' | 'asked', string[]> & {
    databases: Database[];
    env: Record<string, string>;
    port?: number;
  };

/** Reads the plainest compose file of a folder; null if there is none. Parts in an unusual form count as absent. */
export function readCompose(files: Files): Compose | null {
  const [file = ''] = files.all.filter((path) => COMPOSE.test(path)).sort((a, b) => a.length - b.length);
  const text = files.read(file) ?? '';
  const services = readServices(text).map(([service, one]) => {
    const ports = listOf(one.ports).map(readPorts);
    const store = TABLES.stores.find(({ image }) => new RegExp(image).test(String(one.image ?? '')));
    return { service, one, ports, store };
  });
  const built = services.filter(({ one }) => one.build !== undefined);
  const about = `${ABOUT.map((path) => files.read(path)?.slice(0, 500))}`.toLowerCase();
  const nameOf = (image: unknown) => /([^/:]*)(?::[^/]*)?$/.exec(`${image}`.replace(/^\$\{\w+:?-/, ''))![1]!;
  const named = services.filter(({ one, store }) => !store && about.includes(nameOf(one.image)));
  const rank = ({ one, ports }: (typeof services)[number]) =>
    +!ports[0] + 2 * +!/(?:^|\/)Dockerfile$/.test(Object(one.build).dockerfile ?? 'Dockerfile');
  const [own] = (built[0] ? built : named).sort((a, b) => rank(a) - rank(b));
  if (services.length === 0) return null;
  const listed = services.flatMap(({ one }) => listOf(one.env_file));
  const envFiles = listed.map((path) => posix.join(file, '..', path)).filter((path) => !files.has(path));
  return {
    file,
    databases: services.flatMap(({ service, one, ports, store }): Database[] => {
      if (store === undefined) return [];
      const { port, title } = store;
      const published = ports.flatMap(({ inside, outside }) => (inside === port && outside ? [outside] : []));
      const hosts = [service, String(one.container_name ?? service), 'host.docker.internal'];
      const known = { name: slug(service) ?? 'db', scheme: new RegExp(`^(?:${store.scheme})`) };
      return [{ ...known, service, title, port, hosts, ports: [port, ...published] }];
    }),
    env: mapOf(own?.one.environment),
    ...(own?.ports[0]?.inside && { port: own.ports[0].inside }),
    others: services.flatMap((each) => (each === own || each.store ? [] : [each.service])),
    asked: [...new Set([...text.matchAll(/(?<!\$)\$(?:\{(\w+)|(\w+))/g)].map(([, a, b]) => (a ?? b)!))],
    absent: envFiles[0] ? `${file} reads ${[...new Set(envFiles)]}, which git lacks: what writes it?` : '',
  };
}

const ABOUT = ['README.md', 'go.mod', 'package.json', 'pyproject.toml']; // An image that they do not name is of something else.

/** Those of a profile do not start unless it is asked for; the service itself may have one. */
function readServices(text: string): [string, Record<string, unknown>][] {
  try {
    const all: object = parse(text, { logLevel: 'error', merge: true }).services;
    return Object.entries(all).filter(([, one]) => Object(one) === one && (one.build || !one.profiles));
  } catch {
    return [];
  }
}

const listOf = (value: unknown) =>
  (Array.isArray(value) ? value : [value ?? []].flat()).map((each) => String(Object(each).path ?? each));

function mapOf(value: unknown): Record<string, string> {
  const lines = Array.isArray(value)
    ? value.map((line) => String(line).split(/=(.*)/s))
    : Object.entries(value ?? {}).map(([name, given]) => [name, String(given ?? '')]);
  return Object.fromEntries(lines.filter(([, given]) => given !== undefined));
}

/** Parses `8080`, `80:8080` and `127.0.0.1:${PORT:-80}:8080/tcp`. */
function readPorts(text: string): { inside?: number; outside?: number } {
  const filled = text.replace(/\$\{\w+:?-(\d+)\}/g, '$1');
  const [, outside, inside] = /^(?:[\d.]+:)?(?:(\d{2,5}|\$\{\w+\}):)?(\d{2,5})(?:\/\w+)?$/.exec(filled) ?? [];
  return { ...(inside && { inside: Number(inside) }), ...(Number(outside) && { outside: Number(outside) }) };
}
