import { printMetric } from '../metrics/metric.ts';
import type { Scenario } from './config.ts';
import { joinWords, propose, quote } from './diagnostics/quotation.ts';
import { nearest } from './diagnostics/suggestion.ts';
import { printLoad } from './language/load.ts';
import type { PlacedSlo } from './scenarios.ts';

/**
 * Checks that limits which are relative to another scenario have one. Two scenarios may well have limits relative to
 * each other: each limit is a measured value, and no limit follows from another one.
 *
 * @param all scenarios of the file
 */
export function checkRelativeLimits(
  scenario: Scenario,
  slos: readonly PlacedSlo[],
  all: readonly Scenario[],
): void {
  for (const { parsed, place } of slos) {
    const { limit } = parsed.slo;
    if (limit.kind !== 'relative') continue;
    const span = parsed.spans.limit;
    const names = all.map(({ name }) => name).filter((name) => name !== scenario.name);
    if (limit.scenario === scenario.name) {
      place.add({
        span,
        what: 'A scenario cannot be the limit of itself.',
        expected: names.length > 0 ? `expected ${joinWords(names)} before the point` : 'expected a number',
      });
      continue;
    }
    const other = all.find(({ name }) => name === limit.scenario);
    if (other === undefined) {
      const known = names.length > 0 ? `expected ${joinWords(names)}` : 'expected a number';
      const near = nearest(limit.scenario, names);
      const proposal = near && `${near}.${printMetric(limit.metric)}`;
      place.add({
        span,
        what: `There is no scenario ${quote(limit.scenario)} in this file.`,
        expected: propose(proposal, known),
      });
      continue;
    }
    const lacking = scenario.loads.find((load) => findLimitLoad(load, other.loads) === undefined);
    if (lacking && other.loads.length > 0) {
      const loads = other.loads.map(printLoad);
      place.add({
        span,
        what: `${quote(other.name)} is a sweep, and has no load \`${printLoad(lacking)}\` that its value could be taken from.`,
        expected: `expected a scenario with one load, or with the same loads as this one; it has ${joinWords(loads, 'and')}`,
      });
    }
  }
}

/** Finds the load of another scenario that a limit is taken from: its only one, or in a sweep the same load. */
export function findLimitLoad<T extends Scenario['loads'][number]>(
  own: Scenario['loads'][number],
  others: readonly T[],
): T | undefined {
  return others.length === 1 ? others[0] : others.find((load) => printLoad(load) === printLoad(own));
}
