import { parse } from 'yaml';
import type { Files } from './files.ts';
import { slug } from './place.ts';
import { TABLES } from './tables.ts';

/** A database of a compose file. `name`: in tailgate.yml; `service`: in the file. `hosts`, `ports`: as the code may know it. */
export type Database = Record<'name' | 'service' | 'title', string> & {
  port: number;
  hosts: string[];
  ports: number[];
  scheme: RegExp;
};

/**
 * `env`: of the service. `others`: services that are neither that nor a database. `asked`: variables that the file takes from the
 * environment. `absent`: what to ask of a file of variables that git lacks.
 */
export type Compose = {
  file: string;
  databases: Database[];
  env: Record<string, string>;
  others: string[];
  asked: string[];
  absent: string;
};

/** Reads the compose file of a folder; null if there is none. Parts in an unusual form count as absent. */
export function readCompose(files: Files): Compose | null {
  const file = files.all.find((path) => /^(?:docker-)?compose\.ya?ml$/.test(path)) ?? '';
  const text = files.read(file) ?? '';
  const services = readServices(text).map(([service, one]) => {
    const ports = listOf(one.ports).map(readPorts);
    const store = TABLES.stores.find(({ image }) => new RegExp(image).test(String(one.image ?? '')));
    return { service, one, ports, store };
  });
  const built = services.filter(({ one }) => one.build !== undefined);
  const about = `${ABOUT.map((path) => files.read(path)?.slice(0, 500))}`.toLowerCase();
  const isNamed = (image: unknown) => about.includes(/([^/:]*)(?::[^/]*)?$/.exec(`${image}`)![1]!);
  const named = services.filter(({ one, store }) => !store && isNamed(one.image));
  const [own] = (built[0] ? built : named).sort((a, b) => +!a.ports[0] - +!b.ports[0]);
  if (services.length === 0) return null;
  const envFiles = services.flatMap(({ one }) => listOf(one.env_file)).filter((path) => !files.has(path));
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
