import { readCompose } from '../files/compose.ts';
import { readDockerfile } from '../files/dockerfile.ts';
import type { Files } from '../files/files.ts';
import { readPort } from '../files/source.ts';
import type { ServiceFinding } from '../needs/finding.ts';

/** A service of the compose file that publishes a port, preferably one that is built here; null without one. */
export function findCompose(files: Files): ServiceFinding | null {
  const { from, services } = readCompose(files);
  if (from.startsWith('..')) return null;
  const found = services
    .map((each) => ({ ...each, port: each.ports.map(readTarget).find((port) => port !== null) }))
    .filter(({ port }) => port !== undefined)
    .sort((a, b) => Number(b.built) - Number(a.built));
  const [chosen] = found;
  if (chosen === undefined) return null;
  return {
    title: `Docker Compose, service ${chosen.name}`,
    sure: chosen.built ? 1 : 0,
    from,
    container: `compose: { file: ${JSON.stringify(from)}, service: ${JSON.stringify(chosen.name)}, port: ${chosen.port} }`,
    start: { text: 'docker compose up' },
    notes: found.length > 1 ? [`several services publish a port; ${chosen.name} was taken.`] : [],
  };
}

/** The port in the container: of `8080:80`, `127.0.0.1:8080:80/tcp` or `target: 80`. */
function readTarget(entry: unknown): number | null {
  const target = (entry as { target?: unknown } | null)?.target;
  return readPort(/(?:^|:)(\d{1,5})(?:\/\w+)?$/.exec(String(target ?? entry))?.[1]);
}

/** A service in an image that the repository builds; null without a Dockerfile. */
export function findDockerfile(files: Files): ServiceFinding | null {
  const image = readDockerfile(files);
  if (image === null) return null;
  const { from, port } = image;
  const own = from === 'Dockerfile' ? '' : `, dockerfile: ${from}`;
  return {
    title: 'Docker',
    sure: 1,
    from,
    container: `image: { build: .${own}, port: ${readPort(port) ?? 8080} }`,
    start: { text: 'docker run' },
    notes: readPort(port) === null ? [`${from} exposes no port; 8080 was taken.`] : [],
  };
}
