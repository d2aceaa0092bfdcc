import type { Matrix } from './config.ts';
import type { Place } from './diagnostics/place.ts';
import { proposeAmong, quote } from './diagnostics/words.ts';
import { OWN_NAMES } from './references.ts';
import { NAME } from './schema/values.ts';
import { checkEnvironment, checkTarget, type DeclaredService } from './services.ts';
import { hasValues, listValues, printValues } from './variants.ts';

/** Most variants of a run. With a minute for each they take an hour. */
const MOST_VARIANTS = 64;
/** Most combinations that are looked at before some are excluded. */
const MOST_COMBINATIONS = 4096;
const LONGEST_AXIS = 40;

/** Checks the axes of a suite, what their values set, and what is excluded. */
export function checkMatrix(
  place: Place,
  { axes, exclude }: Matrix,
  declared: readonly DeclaredService[],
): void {
  if (axes.length === 0)
    place.rejectKey('`variants` has no axis.', 'expected one, such as `cache: {on: {}}`');
  const owners = new Map<string, string>();
  for (const { name: axis, values } of axes) {
    const at = place.below(axis);
    if (!NAME.test(axis) || axis.length > LONGEST_AXIS)
      at.rejectKey(`${quote(axis)} is not a name of an axis.`, 'expected small letters, such as `cache`');
    if (values.length === 0)
      at.rejectKey(`The axis ${quote(axis)} has no value.`, 'expected some, such as `"on": {}`');
    for (const { name: value, overlay } of values) {
      const own = at.below(value);
      // Which of two axes holds would depend on their order.
      const paths = Object.keys(overlay.env).map((key) => ['env', key]);
      for (const path of overlay.target === undefined ? paths : [...paths, ['target']]) {
        const key = path.join(' ');
        const owner = owners.get(key) ?? axis;
        owners.set(key, owner);
        if (owner !== axis)
          own.below(...path).rejectKey(`The axis \`${owner}\` sets this as well.`, 'expected one that does');
      }
      checkOverlay(own, overlay, declared);
    }
  }
  const combinations = axes.reduce((product, { values }) => product * values.length, 1);
  if (combinations > 0 && combinations <= MOST_COMBINATIONS)
    checkExclude(place.below('exclude'), { axes, exclude });
  const count = combinations > MOST_COMBINATIONS ? combinations : listValues({ axes, exclude }).length;
  if (count > MOST_VARIANTS)
    place.rejectKey(`There are ${count} variants.`, `expected ${MOST_VARIANTS} at most: see \`exclude\``);
}

function checkOverlay(
  place: Place,
  { env, target }: Matrix['axes'][number]['values'][number]['overlay'],
  declared: readonly DeclaredService[],
): void {
  checkEnvironment(place.below('env'), env, OWN_NAMES);
  if (target === undefined) return;
  checkTarget(place.below('target'), target, declared);
  const service = declared.find(({ name }) => name === target)?.input;
  if (service && service.start === undefined)
    place.below('target').reject(`${quote(target)} runs already.`, 'expected a service with a `start`');
}

function checkExclude(place: Place, { axes, exclude }: Matrix): void {
  const known = axes.flatMap((axis) => axis.values.map(({ name }) => printValues({ [axis.name]: name })));
  for (const [index, entry] of exclude.entries()) {
    const at = place.below(index);
    const words = Object.entries(entry).map(([axis, value]) => ({
      axis,
      word: printValues({ [axis]: value }),
    }));
    const unknown = words.find(({ word }) => !known.includes(word));
    const before = listValues({ axes, exclude: exclude.slice(0, index) });
    const left = before.filter((values) => !hasValues(values, entry));
    if (unknown !== undefined)
      at.below(unknown.axis).reject(`There is no \`${unknown.word}\`.`, proposeAmong(unknown.word, known));
    else if (left.length === before.length && before.length > 0)
      at.reject('This excludes nothing that those before leave.', 'leave it out');
    else if (left.length === 0) at.reject('This leaves no variant.', 'expected fewer, or none');
  }
}
