import type { Matrix } from './config.ts';
import type { Place } from './diagnostics/place.ts';
import { proposeAmong, quote } from './diagnostics/words.ts';
import { OWN_NAMES } from './references.ts';
import { NAME } from './schema/values.ts';
import { checkEnvironment, checkTarget, type DeclaredService } from './services.ts';
import { listValues, printValues } from './variants.ts';

/** Most variants of a run. With a minute for each they take an hour. */
const MOST_VARIANTS = 64;
/** Most combinations that are looked at before some are excluded. */
const MOST_COMBINATIONS = 4096;

/** Checks the axes of a suite, what their values set, and what is excluded. */
export function checkMatrix(place: Place, matrix: Matrix, declared: readonly DeclaredService[]): void {
  const { axes, exclude } = matrix;
  if (axes.length === 0)
    place.rejectKey('`variants` has no axis.', 'expected one, such as `cache: {on: {}}`');
  const owners = new Map<string, string>();
  for (const { name: axis, values } of axes) {
    const at = place.below(axis);
    if (!NAME.test(axis))
      at.rejectKey(`${quote(axis)} is not a name of an axis.`, 'expected small letters, such as `cache`');
    if (values.length === 0)
      at.rejectKey(`The axis ${quote(axis)} has no value.`, 'expected some, such as `"on": {}`');
    for (const { name: value, overlay } of values) {
      const own = at.below(value);
      const target = overlay.target === undefined ? [] : ['target'];
      // Which of two axes holds would depend on their order.
      for (const key of [...Object.keys(overlay.env).map((name) => `env.${name}`), ...target]) {
        const owner = owners.get(key) ?? axis;
        owners.set(key, owner);
        if (owner !== axis)
          own
            .below(...key.split('.'))
            .rejectKey(`The axis \`${owner}\` sets this as well.`, 'expected one that does');
      }
      checkEnvironment(own.below('env'), overlay.env, OWN_NAMES);
      if (overlay.target !== undefined) checkTarget(own.below('target'), overlay.target, declared);
      const service = declared.find((one) => one.service.name === overlay.target)?.service;
      if (service && service.start === undefined)
        own
          .below('target')
          .reject(`${quote(overlay.target!)} runs already.`, 'expected a service with a `start`');
    }
  }
  const known = axes.flatMap((axis) => axis.values.map(({ name }) => printValues({ [axis.name]: name })));
  for (const { item, place: at } of place.below('exclude').items(exclude))
    for (const [axis, value] of Object.entries(item)) {
      const word = printValues({ [axis]: value });
      if (!known.includes(word)) at.below(axis).reject(`There is no \`${word}\`.`, proposeAmong(word, known));
    }
  const all = axes.reduce((product, { values }) => product * values.length, 1);
  const left = all > MOST_COMBINATIONS ? all : listValues(matrix).length;
  if (left > MOST_VARIANTS)
    place.rejectKey(`There are ${left} variants.`, `expected ${MOST_VARIANTS} at most: see \`exclude\``);
  if (left === 0 && all > 0)
    place.below('exclude').reject('This leaves no variant.', 'expected fewer, or none');
}
