import type { Container } from './config.ts';
import type { Place } from './diagnostics/place.ts';
import type { UserService } from './schema/schema.ts';
import { checkFile, type Folder } from './script.ts';
import type { DeclaredService } from './services.ts';

/** Names the tool that starts a service in containers. Undefined for one that runs in none. */
export function readContainerTool({ image, compose }: UserService): string | undefined {
  if (compose !== undefined) return 'docker compose up';
  return image === undefined ? undefined : 'docker run';
}

/** Checks that the files of a container are there. They may be above the configuration, in the same repository. */
export function checkContainer({ place, input: { image, compose } }: DeclaredService, folder: Folder): void {
  const check = (at: Place, path: string, what: string) =>
    checkFile(at, /^[/~]/.test(path) ? undefined : `${folder.directory}/${path}`, what, folder);
  if (compose !== undefined) check(place.below('compose', 'file'), compose.file, 'a compose file');
  if (image?.build === undefined) return;
  const key = image.dockerfile === undefined ? 'build' : 'dockerfile';
  check(place.below('image', key), `${image.build}/${image.dockerfile ?? 'Dockerfile'}`, 'a Dockerfile');
}

/** Builds the container of a service; undefined for one that runs in none. */
export function buildContainer({ image, compose }: UserService): Container | undefined {
  if (compose !== undefined) return { kind: 'compose', ...compose };
  if (image === undefined) return undefined;
  const { build, dockerfile, name = '', port, command = [] } = image;
  return { kind: 'image', from: build === undefined ? { name } : { build, dockerfile }, port, command };
}
