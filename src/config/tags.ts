import type { Service } from './config.ts';
import { quote } from './diagnostics/words.ts';

/** Stands for what a command prints, which may be another text for each revision. */
const PRINTED = '\uE000';

/**
 * Finds a tag that `docker build` gives to an image, and that is the same one for both revisions: wherever it is run, by
 * whichever service, both would run the image that was built last. What `image` or `compose` starts is none, as Tailgate
 * gives it a tag of each revision as soon as `build` is done.
 */
export function findSharedTag({ build, prepare, start, container }: Service, all: readonly Service[]) {
  const isStarted = (tag: string) =>
    container?.kind === 'compose' ||
    all.some(
      (one) =>
        one.container?.kind === 'image' && 'name' in one.container.from && one.container.from.name === tag,
    );
  const isRun = (tag: string) => all.some((one) => !one.container && one.start?.includes(tag));
  const shared = listSharedTags(build).filter((tag) => !isStarted(tag) || isRun(tag));
  return [...shared, ...[prepare, start].flatMap(listSharedTags)][0];
}

/** Lists the tags of a command's `docker build` that hold nothing of the revision. */
function listSharedTags(command = ''): string[] {
  const text = command
    .replace(/\\\n/g, ' ')
    .replace(/\$\([^()]{0,300}\)|`[^`]{0,300}`/g, PRINTED)
    .replace(/["'\\]/g, '');
  const printed = new Set([...text.matchAll(/\b(\w+)=[^\s;&|]*\uE000/g)].map(([, name]) => name!));
  // Variables of the job, such as GITHUB_SHA, are the same for both.
  const isOfRevision = (tag: string) =>
    tag.includes(PRINTED) ||
    [...tag.matchAll(/\$\{?(\w+)/g)].some(([, name]) => name === 'PWD' || printed.has(name!));
  return text
    .split(/[;&|\n]+/)
    .filter((part) => /\bdocker\s(?:.*\s)?build\s/.test(part))
    .flatMap((part) => [...part.matchAll(/\s(?:--tag[=\s]|-[a-z]{0,5}t[=\s]?)\s*(\S+)/g)])
    .map(([, tag]) => tag!)
    .filter((tag) => !isOfRevision(tag));
}

/** Says what is wrong with such an image, and what to write. */
export function explainSharedTag(tag: string): [what: string, expected: string] {
  return [
    `Both revisions build ${quote(tag)}, so both would run the one that is built last.`,
    'expected `image: {build: ., port: 8080}` in place of `build` and `start`, or a tag with `$(git rev-parse HEAD)`',
  ];
}
