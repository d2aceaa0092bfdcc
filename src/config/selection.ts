import { UserError } from '../errors.ts';
import type { Config } from './config.ts';
import { nearest } from './diagnostics/suggestion.ts';

/** Splits the names given to `--only` or the input `only` at commas, blanks and line ends. */
export function splitNames(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

/**
 * Keeps only the named scenarios, and those that limits of these are relative to; all of them when no name is given.
 *
 * @throws UserError on unknown names
 */
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
  const kept = new Set(only);
  // A set that grows while it is walked: the added ones may have relative limits as well.
  for (const name of kept) for (const other of listLimitScenarios(config, name)) kept.add(other);
  return { ...config, scenarios: config.scenarios.filter(({ name }) => kept.has(name)) };
}

function listLimitScenarios({ scenarios }: Config, of: string): string[] {
  const slos = scenarios.find(({ name }) => name === of)?.slos ?? [];
  return slos.flatMap(({ limit }) => (limit.kind === 'relative' ? [limit.scenario] : []));
}

/** Says which scenarios were selected though nobody named them; nothing without any. */
export function explainSelection({ scenarios }: Config, only: readonly string[]): string[] {
  const added = scenarios.map(({ name }) => name).filter((name) => only.length > 0 && !only.includes(name));
  if (added.length === 0) return [];
  return [`${added.join(', ')}: measured as well, since an SLO of the selected scenarios is relative to it`];
}

/**
 * Changes `baseline.from`, if the command line asks for another one.
 *
 * @throws UserError when a pair is asked for, but the target runs already
 */
export function chooseSource(config: Config, from: Config['baseline']['kind'] | undefined): Config {
  if (from === undefined) return config;
  const target = config.services.find(({ name }) => name === config.target);
  if (from === 'paired' && target?.start === undefined) {
    throw new UserError({
      what: `\`${config.target}\` runs already, so there is no second one of the base to measure beside it.`,
      hint: 'Give it a `start`, or compare with recorded runs: `--from history`.',
    });
  }
  return { ...config, baseline: { ...config.baseline, kind: from } };
}
