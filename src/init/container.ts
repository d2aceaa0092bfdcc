import { parse } from 'yaml';
import * as z from 'zod';
import type { Files, Port, ServiceFinding } from './finding.ts';
import { attempt, isPlain, quotePath, readPort } from './source.ts';

const COMPOSE_FILES = ['compose.yaml', 'compose.yml', 'docker-compose.yaml', 'docker-compose.yml'];
export const UNKNOWN_PATH = { text: '/', why: 'which request matters to your users?' };

/** A service of the compose file that publishes a port, preferably one that is built here; null without one. */
export function findCompose(files: Files): ServiceFinding | null {
  const { from, services } = readCompose(files);
  const found = services
    .map(({ name, build, ports }) => ({ name, build, port: findPublished(ports, from) }))
    .filter(({ port }) => port !== null)
    .sort((a, b) => Number(Boolean(b.build)) - Number(Boolean(a.build)))[0];
  if (!found) return null;
  return {
    title: `Docker Compose, service ${isPlain(found.name) ? found.name : '?'}`,
    from,
    // Each instance is a project of its own, so that base and head do not share containers.
    start: { text: `docker compose --project-name "$TAILGATE_INSTANCE" up --build` },
    stop: 'docker compose --project-name "$TAILGATE_INSTANCE" down --volumes',
    port: found.port!,
    path: UNKNOWN_PATH,
  };
}

/** Names of the services of the compose file that are not built here, such as databases and queues. */
export function listImages(files: Files): string[] {
  return readCompose(files)
    .services.filter(({ image, build }) => image !== undefined && build === undefined)
    .map(({ name }) => name)
    .filter((name) => /^[\w.-]{1,40}$/.test(name));
}

const ComposeService = z.object({
  build: z.unknown().optional(),
  image: z.unknown().optional(),
  ports: z.array(z.unknown()).catch([]),
});
const Compose = z.object({ services: z.record(z.string(), ComposeService.nullable().catch(null)) });

/** The services of the compose file, without those that are no objects. */
function readCompose(files: Files) {
  const from = COMPOSE_FILES.find(files.has) ?? '';
  const read = () => Compose.parse(parse(files.read(from) ?? '', { logLevel: 'silent' }));
  const services = Object.entries(attempt(read)?.services ?? {});
  return { from, services: services.flatMap(([name, each]) => (each ? [{ name, ...each }] : [])) };
}

/** The port on the host: `8080:80`, `127.0.0.1:8080:80`, `${PORT:-8080}:80` or `published: 8080`. */
function findPublished(ports: readonly unknown[], where: string): Port | null {
  for (const entry of ports) {
    const published = (entry as { published?: unknown } | null)?.published;
    const text = typeof entry === 'object' && entry !== null ? `${published}:` : String(entry);
    if (/^(?:[\d.]+:)?\$\{?PORT\b/.test(text)) return { kind: 'given' };
    const port = readPort(/^(?:[\d.]+:)?(\d{1,5}):/.exec(text)?.[1]);
    if (port !== null) return { kind: 'fixed', port, where };
  }
  return null;
}

/** A service in an image that the repository builds; null without a Dockerfile. */
export function findDockerfile(files: Files): ServiceFinding | null {
  const from = ['Dockerfile', 'Containerfile', 'docker/Dockerfile'].find(files.has);
  if (from === undefined) return null;
  const exposed = readPort(/^\s*EXPOSE\s+(\d{1,5})\b/im.exec(files.read(from) ?? '')?.[1]);
  return {
    title: 'Docker',
    from,
    build: `docker build --file ${quotePath(from)} --iidfile .tailgate-image .`,
    start: {
      text: `docker run --rm --name "$TAILGATE_INSTANCE" --publish "127.0.0.1:$PORT:${exposed ?? 8080}" "$(cat .tailgate-image)"`,
      ...(exposed === null && { why: `${from} exposes no port; 8080 was taken.` }),
    },
    stop: 'docker stop "$TAILGATE_INSTANCE"',
    port: { kind: 'given' },
    path: UNKNOWN_PATH,
  };
}
