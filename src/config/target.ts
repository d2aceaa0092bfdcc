import type { Matrix } from './config.ts';
import { type DeclaredService, nameDeclaredPorts } from './declared-service.ts';
import type { Place } from './diagnostics/place.ts';
import { joinWords, proposeAmong, quote } from './diagnostics/words.ts';
import { listOwnPorts } from './interpolation.ts';
import { OWN_NAMES, type ReferenceScope } from './references.ts';
import type { UserConfig } from './schema/schema.ts';
import { explainExternals } from './services.ts';
import { listParameters } from './variants.ts';

/** Reads the name of the service that takes the load: the one chosen, or the only one with a `url`. */
export function readTarget(input: UserConfig, declared: DeclaredService[], root: Place): string | undefined {
  const names = declared.map(({ name }) => name);
  const place = root.below('target');
  const hasUrl = ({ input: service, place: at }: DeclaredService) =>
    service === undefined || service.url !== undefined || at.below('url').isBroken;
  if (input.target !== undefined) {
    const chosen = declared.find(({ name }) => name === input.target);
    if (!chosen && names.length > 0) {
      place.add({
        what: `There is no service ${quote(input.target)}.`,
        expected: proposeAmong(input.target, names),
        hint: input.service ? 'With `service:` there is only one, so `target` can be left out.' : undefined,
      });
    } else if (chosen && !hasUrl(chosen)) {
      const what = `The service ${quote(input.target)} has no \`url\` to send load to.`;
      place.reject(what, 'add `url: http://127.0.0.1:${PORT}` to it');
    } else if (chosen) checkHttp(chosen);
    return chosen?.name;
  }
  if (place.isBroken || declared.length === 0) return undefined;
  const [first, ...others] = declared.filter(hasUrl);
  if (!first) {
    const what = 'No service has a `url` to send load to.';
    declared[0]?.place.rejectKey(what, 'add `url: http://127.0.0.1:${PORT}`');
  } else if (others.length > 0) {
    const withUrl = [first, ...others].map(({ name }) => name);
    root.below('services').add({
      on: 'key',
      what: `Several services have a \`url\`: ${joinWords(withUrl, 'and')}.`,
      expected: 'which one takes the load?',
      nearest: `target: ${first.name}`,
    });
    return undefined;
  } else checkHttp(first);
  return first?.name;
}

function checkHttp({ input, place }: DeclaredService): void {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(input?.url ?? '')?.[1];
  if (!scheme || /^https?$/i.test(scheme)) return;
  place.below('url').reject('The target is asked over http or https.', 'expected `http://127.0.0.1:${PORT}`');
}

/** Lists the names that requests may use. `PORT` is the target's port, and every service runs by then. */
export function requestScope(
  target: string | undefined,
  declared: DeclaredService[],
  config: UserConfig,
  matrix: Matrix | undefined,
): ReferenceScope {
  const elsewhere = new Map<string, string>();
  const names: string[] = [];
  let own: readonly string[] = OWN_NAMES;
  for (const { name, input } of declared) {
    if (input === undefined || input.start !== undefined) {
      names.push(...nameDeclaredPorts({ name, input }));
      if (name === target) own = [...OWN_NAMES, ...listOwnPorts(input?.ports).slice(1)];
      continue;
    }
    elsewhere.set(`${name}.PORT`, `\`${name}\` runs already: its port is a part of its \`url\`.`);
    if (name !== target) continue;
    elsewhere.set('PORT', 'The target runs already: its port is a part of its `url`.');
    own = ['TAILGATE_INSTANCE'];
  }
  for (const { name, missing } of matrix ? listParameters(matrix) : []) {
    if (missing === null) names.push(name);
    else elsewhere.set(name, `The variant \`${missing}\` has none: give it one, or take it out of all.`);
  }
  return { names: [...own, ...names], elsewhere: new Map([...elsewhere, ...explainExternals(config)]) };
}
