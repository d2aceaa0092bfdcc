import type { Place } from './diagnostics/place.ts';
import { proposeAmong, quote } from './diagnostics/words.ts';
import { OWN_NAMES } from './references.ts';
import type { UserVariants } from './schema/schema.ts';
import { NAME } from './schema/values.ts';
import { checkEnvironment, checkTarget, type DeclaredService } from './services.ts';
import { buildVariants, countCombinations, listAxes, MOST_COMBINATIONS, printValues } from './variants.ts';

/** Most variants of a run. With a minute for each they take an hour. */
const MOST_VARIANTS = 64;

/** Checks the axes of a suite, what their values set, and what is excluded. */
export function checkAxes(place: Place, variants: UserVariants, declared: readonly DeclaredService[]): void {
  const axes = listAxes(variants);
  if (axes.length === 0)
    place.rejectKey('`variants` has no axis.', 'expected one, such as `cache: {on: {}}`');
  const owners = new Map<string, string>();
  for (const [axis, values] of axes) {
    const at = place.below(axis);
    if (!NAME.test(axis))
      at.rejectKey(`${quote(axis)} is not a name of an axis.`, 'expected small letters, such as `cache`');
    if (Object.keys(values).length === 0)
      at.rejectKey(`The axis ${quote(axis)} has no value.`, 'expected some, such as `"on": {}`');
    for (const [value, { env = {}, target }] of Object.entries(values)) {
      const own = at.below(value);
      // Which of two axes holds would depend on their order.
      for (const key of [...Object.keys(env).map((name) => `env.${name}`), ...(target ? ['target'] : [])]) {
        const owner = owners.get(key) ?? axis;
        owners.set(key, owner);
        if (owner !== axis)
          own
            .below(...key.split('.'))
            .rejectKey(`The axis \`${owner}\` sets this as well.`, 'expected one that does');
      }
      checkEnvironment(own.below('env'), env, OWN_NAMES);
      if (target === undefined) continue;
      checkTarget(own.below('target'), target, declared);
      const { service } = declared.find((one) => one.service.name === target) ?? {};
      if (service && service.start === undefined)
        own.below('target').reject(`${quote(target)} runs already.`, 'expected a service with a `start`');
    }
  }
  const known = axes.flatMap(([axis, values]) => Object.keys(values).map((name) => `${axis}=${name}`));
  for (const { item, place: at } of place.below('exclude').items(variants.exclude))
    for (const [axis, value] of Object.entries(item)) {
      const word = printValues({ [axis]: value });
      if (!known.includes(word)) at.below(axis).reject(`There is no \`${word}\`.`, proposeAmong(word, known));
    }
  const all = countCombinations(variants);
  const left = all > MOST_COMBINATIONS ? all : buildVariants(variants).length;
  if (left > MOST_VARIANTS)
    place.rejectKey(`There are ${left} variants.`, `expected ${MOST_VARIANTS} at most: see \`exclude\``);
  if (left === 0 && all > 0)
    place.below('exclude').reject('This leaves no variant.', 'expected fewer, or none');
}
