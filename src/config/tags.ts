import type { Service } from './config.ts';
import { quote } from './diagnostics/words.ts';

/** What to write instead of such a tag. */
export const OWN_TAG = 'expected `image: {build: ., port: 8080}`, or a tag with `$(git rev-parse HEAD)`';

/**
 * Says which tag `docker build` gives to an image of both revisions: both would run the one built
 * last. What `image` or `compose` starts gets a tag for each revision once it is built.
 */
export function findSharedTag({ build, prepare, start, container }: Service, all: readonly Service[]) {
  const isRun = (tag: string) => all.some((one) => !one.container && one.start?.includes(tag));
  const isNamed = (tag: string, from: object) => 'name' in from && from.name === tag;
  const isTagged = (tag: string) =>
    container?.kind === 'compose' ||
    all.some((one) => one.container?.kind === 'image' && isNamed(tag, one.container.from));
  const shared = listSharedTags(build).filter((tag) => !isTagged(tag) || isRun(tag));
  const [tag] = [...shared, ...listSharedTags(prepare), ...listSharedTags(start)];
  return tag && `Both revisions build ${quote(tag)}, so both would run the one built last.`;
}

/** Lists the tags in a command's `docker build` that contain no command output, such as a revision. */
function listSharedTags(command = ''): string[] {
  const text = command.replace(/\\\n/g, ' ').replace(/["'\\]/g, '');
  // Variables of the job, such as GITHUB_SHA, are the same for both; those of the command may contain command output.
  const found = [...text.matchAll(/\b(\w+)=[^\s;&|]{0,99}(?:\$\(|`)/g)].map(([, name]) => name!);
  const printed = ['PWD', ...found];
  const isOfRevision = (tag: string) =>
    /\$\(|`/.test(tag) || [...tag.matchAll(/\$\{?(\w+)/g)].some(([, name]) => printed.includes(name!));
  return text
    .split(/[;&|\n]+/)
    .filter((part) => /\bdocker\s(?:.*\s)?build\s/.test(part))
    .flatMap((part) => [...part.matchAll(/\s(?:--tag[=\s]|-[a-z]{0,5}t[=\s]?)\s*(\S+)/g)])
    .map(([, tag]) => tag!)
    .filter((tag) => !isOfRevision(tag));
}
