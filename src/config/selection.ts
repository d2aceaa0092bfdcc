import { UserError } from '../errors.ts';
import type { Config } from './config.ts';
import { nearest } from './suggestion.ts';

/** Names as given to `--only` or the input `only`: separated by commas, blanks or lines. */
export function splitNames(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

/** The configuration with the named scenarios only; all of them when no name is given. @throws UserError */
export function selectScenarios(config: Config, only: readonly string[]): Config {
  if (only.length === 0) return config;
  const names = config.scenarios.map(({ name }) => name);
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const near = nearest(unknown, names);
    throw new UserError({
      what: `There is no scenario \`${unknown}\`.`,
      where: config.path,
      hint: `${near ? `Did you mean \`${near}\`? ` : ''}It has: ${names.join(', ')}.`,
    });
  }
  return { ...config, scenarios: config.scenarios.filter(({ name }) => only.includes(name)) };
}
