import { Document, isMap, isPair, type Scalar } from 'yaml';
import type { Proposal } from './detection.ts';

/** Writes a proposal as the text of a valid `tailgate.yml`. What `init` does not know is a CHECK. */
export function proposeConfig(proposal: Proposal, suite: string): string {
  const { title, service, databases, scenario, checks } = proposal;
  const isAlone = Object.keys(databases).length === 0;
  const all = {
    suite,
    ...(isAlone ? { service } : { services: { app: service, ...databases }, target: 'app' }),
    scenarios: { home: { request: 'GET /', slo: 'p95 < 250ms at 50 req/s' } },
  };
  const document = new Document(all, { aliasDuplicateObjects: false });
  const remark = (path: string[], text: string): boolean => {
    const key = findKey(document.contents, path);
    if (key) key.commentBefore = [...(key.commentBefore?.split('\n') ?? []), comment(text)].join('\n');
    return key !== null;
  };
  const at = isAlone ? ['service'] : ['services', 'app'];
  const general = checks.filter(({ key, says }) => !key || !remark([...at, ...key.split('.')], mark(says)));
  remark(['scenarios', 'home', 'request'], mark(scenario));
  const head = [
    `Proposed by \`tailgate init\`, which ${title === null ? 'found nothing to start here' : `found ${title}`}.`,
    'Nothing has been run yet. Go through the lines with CHECK, then run `tailgate try` until it exits with 0. `tailgate guide` says more.',
    ...general.map(({ says }) => mark(says)),
  ];
  return `${head.map((line) => `#${comment(line)}\n`).join('')}${document.toString({ lineWidth: 0 })}`;
}

function findKey(map: unknown, [name, ...rest]: string[]): Scalar | null {
  const pair = isMap(map) ? map.items.find(({ key }) => String(key) === name) : undefined;
  if (!isPair(pair)) return null;
  return rest.length === 0 ? (pair.key as Scalar) : findKey(pair.value, rest);
}

const mark = (text: string) => `CHECK: ${text}.`.replace(/\?\.$/, '?');

const comment = (text: string) => ` ${text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim()}`;
