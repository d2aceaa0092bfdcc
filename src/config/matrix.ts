import type { Place } from './diagnostics/problem.ts';
import { proposeAmong, quote } from './diagnostics/words.ts';
import { OWN_NAMES } from './references.ts';
import type { UserVariants } from './schema/schema.ts';
import { NAME } from './schema/values.ts';
import { checkEnvironment, type DeclaredService, findTarget } from './services.ts';
import { listAxes, printValues } from './variants.ts';

/** Checks the axes of a suite, what their values set, and what is excluded. */
export function checkAxes(place: Place, variants: UserVariants, declared: DeclaredService[]): void {
  const axes = listAxes(variants);
  const owners = new Map<string, string>();
  for (const [axis, values] of axes) {
    if (!NAME.test(axis))
      place.below(axis).rejectKey(`${quote(axis)} cannot name an axis.`, 'expected lower-case letters');
    for (const [value, { env = {}, target }] of Object.entries(values)) {
      const own = place.below(axis, value);
      // Which of two axes wins would depend on their order.
      for (const key of [...Object.keys(env).map((name) => `env.${name}`), ...(target ? ['target'] : [])]) {
        const owner = owners.get(key) ?? axis;
        owners.set(key, owner);
        const at = own.below(...key.split('.'));
        if (owner !== axis)
          at.rejectKey(`The axis \`${owner}\` also sets this.`, 'expected it in one axis only');
      }
      checkEnvironment(own.below('env'), env, OWN_NAMES);
      const found = target && findTarget(declared, own.below('target'), target);
      if (found && found.start === undefined)
        own.below('target').reject(`${quote(found.name)} is already running.`, 'expected one with a `start`');
    }
  }
  const known = axes.flatMap(([axis, values]) => Object.keys(values).map((name) => `${axis}=${name}`));
  for (const [index, item] of (variants.exclude ?? []).entries())
    for (const [axis, value] of Object.entries(item)) {
      const word = printValues({ [axis]: value });
      if (!known.includes(word))
        place.below('exclude', index, axis).reject(`There is no \`${word}\`.`, proposeAmong(word, known));
    }
}
