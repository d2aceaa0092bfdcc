import type { Place } from './diagnostics/place.ts';
import { joinWords } from './diagnostics/words.ts';
import type { UserConfig } from './schema/schema.ts';

/** Keys that lead to maps (`*`: any name or item; `services.*` is `service` as well), keys of these, and an example. */
type Row = [at: string, keys: string, example: string];

const JSON_OR_BODY = 'json: {item: 1}';

/** Of these keys a map has one at most. */
const ONE_OF: readonly Row[] = [
  ['', 'service services', 'service: {start: node server.js, url: "http://127.0.0.1:${PORT}"}'],
  ['services.*', 'start image compose', 'start: node server.js'],
  ['services.*.image', 'build name', 'build: .'],
  ['services.*.ready', 'path tcp', 'path: /healthz'],
  ['scenarios.*', 'request requests script', 'request: GET /'],
  ['scenarios.*.request', 'json body', JSON_OR_BODY],
  ['scenarios.*.requests.*.request', 'json body', JSON_OR_BODY],
];
/** Of these one must be there. */
const ANY_OF = ['service services', 'build name', 'request requests script'];

/** The first keys do nothing without one of the others. */
const NEEDS: readonly [...Row, without: string][] = [
  ['services.*', 'build prepare env needs cleanup scope', 'start: node server.js', 'start image compose'],
  ['services.*', 'ports stop', 'start: node server.js', 'start'],
  ['services.*', 'tls', 'url: https://127.0.0.1:${PORT}', 'url'],
  ['services.*.image', 'dockerfile', 'build: .', 'build'],
  ['scenarios.*', 'exec', 'script: load/browse.js', 'script'],
  ['scenarios.*', 'data', 'request: GET /${data.id}', 'request requests'],
  ['scenarios.*.request', 'json body', 'method: POST', 'method'],
  ['scenarios.*.requests.*.request', 'json body', 'method: POST', 'method'],
];

/** Checks keys that exclude or need each other, by the tables. */
export function checkKeys(root: Place, input: UserConfig): void {
  const pick = (map: object, keys: string) =>
    keys.split(' ').filter((key) => (map as Record<string, unknown>)[key] !== undefined);
  for (const [at, keys, example] of ONE_OF) {
    for (const { place, map } of findMaps(root, input, at)) {
      const [first, second] = pick(map, keys);
      const expected = `expected one, such as \`${example}\``;
      if (second) place.below(second).rejectKey(`There are both \`${first}\` and \`${second}\`.`, expected);
      else if (!first && ANY_OF.includes(keys))
        place.rejectKey(`There is neither ${joinWords(keys.split(' ')).replace(' or ', ' nor ')}.`, expected);
    }
  }
  for (const [at, keys, example, without] of NEEDS) {
    for (const { place, map } of findMaps(root, input, at)) {
      const what = `does nothing without ${joinWords(without.split(' '))}.`;
      for (const key of pick(map, without).length > 0 ? [] : pick(map, keys))
        place.below(key).rejectKey(`\`${key}\` ${what}`, `leave it out, or add \`${example}\``);
    }
  }
}

type Found = { place: Place; map: object };

/** Finds the maps of a row that are there, with their places. */
function findMaps(root: Place, input: UserConfig, at: string): Found[] {
  const paths = at.startsWith('services.*') ? [at, at.replace('services.*', 'service')] : [at];
  return paths.flatMap((path) => findBelow(root, input, path.split('.').filter(Boolean)));
}

function findBelow(place: Place, value: unknown, [key, ...keys]: readonly string[]): Found[] {
  if (typeof value !== 'object' || value === null) return [];
  if (key === undefined) return [{ place, map: value }];
  return Object.entries(value).flatMap(([name, inner]) =>
    key === '*' || key === name
      ? findBelow(place.below(Array.isArray(value) ? Number(name) : name), inner, keys)
      : [],
  );
}
