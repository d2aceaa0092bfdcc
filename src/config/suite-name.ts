import { DEFAULTS } from './schema/values.ts';

/**
 * The suite that a configuration seems to name, also one with mistakes in it: what is wrong is told where the suite's
 * verdicts are.
 */
export function readSuiteName(text: string): string {
  return text.match(/^suite:[ \t]*(["']?)([a-z][a-z0-9_-]{0,99})\1[ \t]*(?:#.*)?$/m)?.[2] ?? DEFAULTS.suite;
}
