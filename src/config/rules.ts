import { isAt, listValues, type Place } from './diagnostics/problem.ts';
import { joinWords } from './diagnostics/words.ts';
import type { UserConfig } from './schema/schema.ts';

/** A place as in `isAt`, keys of maps there, and an example. */
type Row = [at: string, keys: string, example: string];

const JSON_OR_BODY = 'json: {item: 1}';

/** A map may have at most one of these keys. */
const ONE_OF: readonly Row[] = [
  ['', 'service services', 'service: {start: node server.js, url: "http://127.0.0.1:${PORT}"}'],
  ['services.*', 'start image compose', 'start: node server.js'],
  ['services.*.image', 'build name', 'build: .'],
  ['services.*.ready', 'path tcp', 'path: /healthz'],
  ['scenarios.*', 'request requests script', 'request: GET /'],
  ['scenarios.*.request', 'json body', JSON_OR_BODY],
  ['scenarios.*.requests.request', 'json body', JSON_OR_BODY],
];
/** One of these must be present. */
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
  ['scenarios.*.requests.request', 'json body', 'method: POST', 'method'],
];

/** Checks keys that exclude or need each other, by the tables. */
export function checkKeys(root: Place, input: UserConfig): void {
  const maps = listValues(root, input).filter(({ value }) => typeof value === 'object' && value !== null);
  const pick = (map: unknown, keys: string) =>
    keys.split(' ').filter((key) => (map as Record<string, unknown>)[key] !== undefined);
  for (const { place, value: map } of maps) {
    for (const [, keys, example] of ONE_OF.filter(([at]) => isAt(place.path, at))) {
      const [first, second] = pick(map, keys);
      const expected = `expected one, such as \`${example}\``;
      if (second) place.below(second).rejectKey(`\`${first}\` excludes \`${second}\`.`, expected);
      else if (!first && ANY_OF.includes(keys))
        place.rejectKey(`None of ${joinWords(keys.split(' '), 'and')} is set.`, expected);
    }
    for (const [, keys, example, without] of NEEDS.filter(([at]) => isAt(place.path, at))) {
      const expected = `leave it out, or add \`${example}\``;
      const what = `does nothing without ${joinWords(without.split(' '))}.`;
      for (const key of pick(map, without).length > 0 ? [] : pick(map, keys))
        place.below(key).rejectKey(`\`${key}\` ${what}`, expected);
    }
  }
}
