import { parse } from 'yaml';
import type { Files, Finding, Port } from './finding.ts';
import { isPlain, quotePath } from './source.ts';

export const COMPOSE_FILES = ['compose.yaml', 'compose.yml', 'docker-compose.yaml', 'docker-compose.yml'];
const UNKNOWN_PATH = { text: '/', why: 'which request matters to your users?' };

/** A service that a compose file builds and publishes; null without one. */
export function findCompose(files: Files): Finding | null {
  const from = COMPOSE_FILES.find(files.has);
  const services = from === undefined ? {} : readServices(files.read(from)!);
  const found = Object.entries(services)
    .map(([name, service]) => ({ name, service, published: findPublished(service) }))
    .filter(({ published }) => published !== null)
    .sort((a, b) => Number(Boolean(b.service.build)) - Number(Boolean(a.service.build)))[0];
  if (from === undefined || !found) return null;
  const { name, published } = found;
  return {
    title: `Docker Compose, service ${isPlain(name) ? name : '?'}`,
    from,
    // Each instance is a project of its own, so that base and head do not share containers.
    start: { text: `docker compose --project-name "$TAILGATE_INSTANCE" up --build` },
    stop: 'docker compose --project-name "$TAILGATE_INSTANCE" down --volumes',
    port: published === 'given' ? { kind: 'given' } : { kind: 'fixed', port: published!, where: from },
    path: UNKNOWN_PATH,
    setup: [],
    beside: [],
  };
}

/** Names of the services of a compose file that are images of others: databases, queues. */
export function listImages(files: Files): string[] {
  const from = COMPOSE_FILES.find(files.has);
  if (from === undefined) return [];
  return Object.entries(readServices(files.read(from)!))
    .filter(
      ([name, service]) =>
        service.image !== undefined && service.build === undefined && /^[\w.-]{1,40}$/.test(name),
    )
    .map(([name]) => name);
}

type ComposeService = { build?: unknown; image?: unknown; ports?: unknown };

function readServices(text: string): Record<string, ComposeService> {
  let document: unknown;
  try {
    document = parse(text, { logLevel: 'silent' });
  } catch {
    return {};
  }
  const services = (document as { services?: unknown } | null)?.services;
  if (typeof services !== 'object' || services === null) return {};
  return Object.fromEntries(
    Object.entries(services).filter(([, service]) => typeof service === 'object' && service !== null),
  ) as Record<string, ComposeService>;
}

/** The port on the host: `8080:80`, `127.0.0.1:8080:80`, `${PORT:-8080}:80` or `published: 8080`. */
function findPublished({ ports }: ComposeService): number | 'given' | null {
  if (!Array.isArray(ports)) return null;
  for (const entry of ports) {
    const text =
      typeof entry === 'object' && entry !== null
        ? `${(entry as { published?: unknown }).published}:`
        : String(entry);
    if (/^(?:[\d.]+:)?\$\{?PORT\b/.test(text)) return 'given';
    const port = Number(/^(?:[\d.]+:)?(\d{1,5}):/.exec(text)?.[1]);
    if (port > 0 && port < 65_536) return port;
  }
  return null;
}

/** An image of the repository's own; null without a Dockerfile. */
export function findDockerfile(files: Files): Finding | null {
  const from = ['Dockerfile', 'Containerfile', 'docker/Dockerfile'].find(files.has);
  if (from === undefined) return null;
  const exposed = Number(/^\s*EXPOSE\s+(\d{1,5})\b/im.exec(files.read(from) ?? '')?.[1]);
  const port = exposed > 0 && exposed < 65_536 ? exposed : 8080;
  const given: Port = { kind: 'given' };
  return {
    title: 'Docker',
    from,
    build: `docker build --file ${quotePath(from)} --iidfile .tailgate-image .`,
    start: {
      text: `docker run --rm --name "$TAILGATE_INSTANCE" --publish "127.0.0.1:$PORT:${port}" "$(cat .tailgate-image)"`,
      ...(port !== exposed && { why: `${from} exposes no port; 8080 was taken.` }),
    },
    stop: 'docker stop "$TAILGATE_INSTANCE"',
    port: given,
    path: UNKNOWN_PATH,
    setup: [],
    beside: [],
  };
}
