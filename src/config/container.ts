import type { Container, Service } from './config.ts';
import type { Place } from './diagnostics/place.ts';
import type { UserService } from './schema/schema.ts';
import { checkFile, type Folder } from './script.ts';

/** Checks that the file of a container is there. It may be above the configuration, in the same repository. */
export function checkContainer(place: Place, { container }: Service, folder: Folder): void {
  const check = (keys: string[], path: string, what: string) =>
    checkFile(
      place.below(...keys),
      /^[/~]/.test(path) ? undefined : `${folder.directory}/${path}`,
      what,
      folder,
    );
  if (container?.kind === 'compose') check(['compose', 'file'], container.file, 'a compose file');
  if (container?.kind !== 'image' || !('build' in container.from)) return;
  const { build, dockerfile } = container.from;
  const key = dockerfile === undefined ? 'build' : 'dockerfile';
  check(['image', key], `${build}/${dockerfile ?? 'Dockerfile'}`, 'a Dockerfile');
}

/** Builds the container of a service; undefined for one that runs in none. */
export function buildContainer({ image, compose }: Pick<UserService, 'image' | 'compose'>) {
  if (compose !== undefined) return { kind: 'compose', ...compose } satisfies Container;
  if (image === undefined) return undefined;
  const { build, dockerfile, name = '', port, command = [] } = image;
  const from = build === undefined ? { name } : { build, dockerfile };
  return { kind: 'image', from, port, command } satisfies Container;
}
