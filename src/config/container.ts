import type { Container } from './config.ts';
import type { Place } from './diagnostics/place.ts';
import type { UserService } from './schema/service.ts';
import { type Folder, rejectMissingFile } from './script.ts';

/** Names the tool that starts a service in containers. Undefined for one that runs in none. */
export function readContainerTool({ image, compose }: UserService): string | undefined {
  if (compose !== undefined) return 'docker compose up';
  return image === undefined ? undefined : 'docker run';
}

/** Reads the container of a service, and adds a problem for each mistake. */
export function readContainer(service: Place, input: UserService, folder: Folder): Container | undefined {
  const { image, compose } = input;
  if (image === undefined && compose === undefined) return undefined;
  if (image !== undefined && compose !== undefined)
    service.below('image').rejectKey('A service has either `image` or `compose`.', 'expected one of them');
  if (input.stop !== undefined) {
    const what = '`stop` does nothing here: Tailgate ends and removes the containers of a service itself.';
    service.below('stop').rejectKey(what, 'leave it out');
  }
  if (compose !== undefined) {
    checkPath(service.below('compose', 'file'), compose.file, folder, 'expected a compose file');
    return { kind: 'compose', ...compose };
  }
  return readImage(service.below('image'), image!, folder);
}

function readImage(place: Place, image: NonNullable<UserService['image']>, folder: Folder): Container {
  if (image.build !== undefined) {
    if (image.name !== undefined)
      place.below('name').rejectKey('`image` has both `build` and `name`.', 'expected one of them');
    const dockerfile = `${image.build}/${image.dockerfile ?? 'Dockerfile'}`;
    if (image.dockerfile === undefined)
      checkPath(place.below('build'), dockerfile, folder, 'expected the folder of `Dockerfile`');
    else checkPath(place.below('dockerfile'), dockerfile, folder, 'expected a Dockerfile below `build`');
  } else if (image.name === undefined && !place.below('build').isBroken && !place.below('name').isBroken) {
    place.rejectKey('`image` has neither `build` nor `name`.', 'expected `build: .`, or `name: postgres:17`');
  }
  if (image.build === undefined && image.dockerfile !== undefined)
    place.below('dockerfile').rejectKey('`dockerfile` does nothing without `build`.', 'add `build: .`');
  const { build, dockerfile, name = '', port, command = [] } = image;
  return { kind: 'image', from: build === undefined ? { name } : { build, dockerfile }, port, command };
}

/** Checks a file whose path is relative to the configuration. It may be above it, in the same repository. */
function checkPath(
  place: Place,
  path: string | undefined,
  { directory, checkFile }: Folder,
  expected: string,
): void {
  // What the schema has refused is not there.
  if (path === undefined) return;
  if (path.startsWith('/') || path.startsWith('~')) {
    place.reject('This path is relative to this file.', 'expected one below it, such as `.`');
    return;
  }
  rejectMissingFile(place, checkFile(`${directory}/${path}`), 'a file', expected);
}
