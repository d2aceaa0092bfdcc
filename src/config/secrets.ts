import type { Place } from './diagnostics/place.ts';
import { quote } from './diagnostics/quotation.ts';
import type { Calling } from './references.ts';

/**
 * Reads `secrets`: the names of the variables that are redacted.
 *
 * @param calling tells which variables are set; absent: nothing is run, so none must be
 */
export function readSecrets(
  place: Place,
  input: readonly (string | undefined)[] | undefined,
  calling: Calling | undefined,
): string[] {
  return place.items(input).map(({ item: name, place: at }) => {
    if (calling?.variables[name] === '') rejectEmpty(at, name);
    return name;
  });
}

/** A run that sends empty credentials measures how fast the service refuses. */
function rejectEmpty(place: Place, name: string): void {
  place.add({
    what: `The secret ${quote(name)} is set, but empty.`,
    expected: 'expected a variable with a value',
    hint: [
      'Runs of forks get no secrets, and those of Dependabot get only Dependabot secrets: the workflow sets an empty text then.',
      `A value that does for a test is enough: \`${name}: \${{ secrets.${name} || 'test' }}\`. Or skip the job where it is empty.`,
      'If it may be empty, take it out of this list.',
    ].join('\n'),
  });
}
