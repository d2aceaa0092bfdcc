import { quote } from './diagnostics/words.ts';
import type { UserService } from './schema/schema.ts';

/** What a service runs. `container`: the image or the compose file that Tailgate itself starts it from. */
export type TaggedCommands = {
  build?: string | undefined;
  prepare?: string | undefined;
  start?: string | undefined;
  container?: { kind: 'image'; name: string | undefined } | { kind: 'compose' } | undefined;
};

/** Stands for what a command prints, which may be another text for each revision. */
const PRINTED = '\uE000';

/**
 * Finds a tag that `docker build` gives to an image, and that is the same one for both revisions: wherever it is run, by
 * whichever service, both would run the image that was built last. What `image` or `compose` starts is none, as Tailgate
 * gives it a tag of each revision as soon as `build` is done.
 *
 * @param others all services of the file
 */
export function findSharedTag(one: TaggedCommands, others: readonly TaggedCommands[]): string | undefined {
  const isOwn = (tag: string) =>
    (one.container?.kind === 'compose' ||
      others.some(({ container }) => container?.kind === 'image' && container.name === tag)) &&
    !others.some(({ start, container }) => !container && start?.includes(tag));
  return (
    listSharedTags(one.build).find((tag) => !isOwn(tag)) ??
    [one.prepare, one.start].flatMap(listSharedTags)[0]
  );
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

/** Picks what a declared service runs. */
export function readTagged({ image, compose, ...commands }: UserService): TaggedCommands {
  if (compose !== undefined) return { ...commands, container: { kind: 'compose' } };
  return { ...commands, container: image && { kind: 'image', name: image.name } };
}

/** Says what is wrong with such an image, and what to write. */
export function explainSharedTag(tag: string): [what: string, expected: string] {
  return [
    `Both revisions build ${quote(tag)}, so both would run the one that is built last.`,
    'expected `image: {build: ., port: 8080}` in place of `build` and `start`, or a tag with `$(git rev-parse HEAD)`',
  ];
}
