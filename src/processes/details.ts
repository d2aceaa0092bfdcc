import { channel } from 'node:diagnostics_channel';
import { hideUsers, listSecretValues, redact } from './environment.ts';

/** Carries what `--verbose` shows from all rooms: a run passes through too many functions for an argument of each. */
const details = channel('tailgate:details');
const hidden = new Set<string>();
/** Longest detail, in characters. */
const LONGEST = 1000;

/** Tells what is decided or done, and why. `write` is called only where somebody listens. */
export function tellDetail(write: () => string): void {
  if (details.hasSubscribers) details.publish(write());
}

/** Keeps values out of all details from now on, beside the tokens of the environment. */
export function hideFromDetails(values: readonly string[]): void {
  for (const value of values) hidden.add(value);
}

/**
 * Shows details until the function that is returned is called. They hold no token of the environment, no user of an
 * address, and no value of a query.
 */
export function followDetails(environment: NodeJS.ProcessEnv, show: (text: string) => void): () => void {
  hideFromDetails(listSecretValues(environment, ['TAILGATE_TOKEN']));
  const listen = (text: unknown) => {
    const known = hideUsers(redact(String(text), [...hidden]));
    show(known.replace(/([?&][^=&?\s]*=)[^&\s'"]*?(?=:?(?:[&\s'"]|$))/g, '$1***').slice(0, LONGEST));
  };
  details.subscribe(listen);
  return () => details.unsubscribe(listen);
}

/** Tells of a command that has ended how long it took. @param since value of `performance.now()` at its start */
export function tellCommand(command: string | readonly string[], since: number, how: string): void {
  const ms = Math.round(performance.now() - since);
  tellDetail(
    () =>
      `${[command]
        .flat()
        .join(' ')
        .slice(0, LONGEST / 2)}: ${how} after ${ms} ms`,
  );
}
