import { quotePath } from '../../processes/shell-words.ts';
import { readCompose } from '../files/compose.ts';
import type { Files } from '../files/files.ts';
import { isPlain, readPort } from '../files/source.ts';
import type { Port, ServiceFinding } from '../needs/finding.ts';

export const UNKNOWN_PATH = { text: '/', why: 'which request matters to your users?' };
/** The name follows from the folder, so that base and head share neither images nor containers. */
const COMPOSE = 'docker compose --project-name "tailgate-$(pwd | cksum | cut -d" " -f1)"';

/** A service of the compose file that publishes a port, preferably one that is built here; null without one. */
export function findCompose(files: Files): ServiceFinding | null {
  const { from, services } = readCompose(files);
  if (from.startsWith('..')) return null;
  const found = services
    .map(({ name, built, ports }) => ({ name, built, port: findPublished(ports, from) }))
    .filter(({ port }) => port !== null)
    .sort((a, b) => Number(b.built) - Number(a.built))[0];
  if (!found) return null;
  const several = services.filter(({ ports }) => findPublished(ports, from) !== null).length > 1;
  return {
    title: `Docker Compose, service ${found.name}`,
    sure: found.built ? 1 : 0,
    from,
    build: { text: `${COMPOSE} build && ${COMPOSE} pull --ignore-buildable` },
    start: {
      text: `${COMPOSE} up --no-build`,
      ...(several && { why: `several services publish a port; ${found.name} was taken.` }),
    },
    stop: `${COMPOSE} down --volumes`,
    port: found.port!,
    path: UNKNOWN_PATH,
    notes: ['Processes in containers: Tailgate does not see the processor time that they take.'],
  };
}

/** The port on the host: `8080:80`, `127.0.0.1:8080:80`, `${PORT:-8080}:80` or `published: 8080`. */
function findPublished(ports: readonly unknown[], where: string): Port | null {
  for (const entry of ports) {
    const published = (entry as { published?: unknown } | null)?.published;
    const text = typeof entry === 'object' && entry !== null ? `${published}:` : String(entry);
    if (/^(?:[\d.]+:)?\$\{?PORT\b/.test(text)) return { kind: 'given' };
    const port = readPort(/^(?:[\d.]+:)?(?:\$\{\w+:?-)?(\d{1,5})\}?:/.exec(text)?.[1]);
    if (port !== null) return { kind: 'fixed', port, where };
  }
  return null;
}

/** A service in an image that the repository builds; null without a Dockerfile. */
export function findDockerfile(files: Files): ServiceFinding | null {
  const from = ['Dockerfile', 'Containerfile', 'docker/Dockerfile'].find(files.has);
  if (from === undefined) return null;
  const exposed = readPort(/^[ \t]*EXPOSE[ \t]+(\d{1,5})\b/im.exec(files.read(from) ?? '')?.[1]);
  return {
    title: 'Docker',
    sure: 1,
    from,
    build: { text: `docker build --file ${quotePath(from)} --iidfile .tailgate-image .` },
    start: {
      text: `docker run --rm --name "$TAILGATE_INSTANCE" --publish "127.0.0.1:$PORT:${exposed ?? 8080}" "$(cat .tailgate-image)"`,
      ...(exposed === null && { why: `${from} exposes no port; 8080 was taken.` }),
    },
    stop: 'docker stop "$TAILGATE_INSTANCE"',
    port: { kind: 'given' },
    path: UNKNOWN_PATH,
  };
}

/** Images in which a service itself runs, or a proxy before it. */
const RUNTIME =
  /^(?:[\w.-]+\/)*(?:php|node|python|golang|ruby|elixir|rust|maven|gradle|openjdk|eclipse-temurin|sdk|aspnet|deno|bun|nginx|traefik|caddy)(?::|$)/;

/** Names of the services of the compose file that are not built here, without those that are known already. */
export function listImages(files: Files, known: readonly string[]): string[] {
  return readCompose(files)
    .services.filter(
      ({ name, image, built }) =>
        image !== undefined && !RUNTIME.test(image) && !built && !known.includes(name),
    )
    .map(({ name }) => name)
    .filter((name) => isPlain(name) && /^[\w.-]{1,40}$/.test(name));
}
