import { DEFAULTS } from './schema/values.ts';

/**
 * Reads the suite that a configuration seems to name, even if the configuration has mistakes. The mistakes can then
 * be shown where the suite's verdicts are.
 */
export function readSuiteName(text: string): string {
  return text.match(/^suite:[ \t]*(["']?)([a-z][a-z0-9_-]{0,99})\1[ \t]*(?:#.*)?$/m)?.[2] ?? DEFAULTS.suite;
}
