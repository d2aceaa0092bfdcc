import { UserError } from '../errors.ts';
import type { Config } from './config.ts';
import { nearest } from './diagnostics/suggestion.ts';

/** Splits the names given to `--only` or the input `only` at commas, blanks and line ends. */
export function splitNames(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

/** Keeps only the named scenarios; all of them when no name is given. @throws UserError on unknown names */
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

/**
 * Changes `baseline.from`, if the command line asks for another one.
 *
 * @throws UserError when a pair is asked for, but the target runs already
 */
export function chooseSource(config: Config, from: Config['baseline']['kind'] | undefined): Config {
  if (from === undefined) return config;
  const target = config.services.find(({ name }) => name === config.target);
  if (from === 'paired' && target?.start === undefined && config.deployments === undefined) {
    throw new UserError({
      what: `\`${config.target}\` runs already, so there is no second one of the base to measure beside it.`,
      hint: 'Give it a `start`, or compare with recorded runs: `--from history`.',
    });
  }
  return { ...config, baseline: { ...config.baseline, kind: from } };
}
