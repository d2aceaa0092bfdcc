import type { Config } from '../config/config.ts';
import { printLimit } from '../config/language/limit.ts';
import { printLoad } from '../config/language/load.ts';
import type { Slo } from '../config/language/slo-type.ts';
import { pairVariants } from '../config/variants.ts';
import { isNegated } from '../config/when.ts';
import type { Load } from '../measurement/load.ts';
import { printMetric } from '../metrics/metric.ts';
import { findDroppedCosts, findLoosenedSettings, type ScenarioPair } from './loosened-settings.ts';
import { compareScenarios, compareSuites, type RevisionGate, tellOnce } from './settings.ts';
import { IMPLIED_SLO } from './slo.ts';
import type { LoosenedGate } from './verdict.ts';

/**
 * Finds what a change does to the gates of the base's configuration: all that is not known to make them stricter, in
 * the order of the base's file. New gates are left out. A renamed scenario counts as removed.
 */
export function findLoosened(base: RevisionGate, head: RevisionGate): LoosenedGate[] {
  const pairs: ScenarioPair[] = [];
  const loosened: LoosenedGate[] = [];
  for (const scenario of base.config.scenarios) {
    const now = head.config.scenarios.find(({ name }) => name === scenario.name);
    if (!now) {
      loosened.push({ kind: 'scenario-removed', label: scenario.name });
      continue;
    }
    const pair = { base: scenario, head: now };
    pairs.push(pair);
    loosened.push(...findLoosenedSlos(pair), ...findChangedLoad(pair));
  }
  const removed = findRemovedVariants(base.config, head.config);
  if (removed.length > 0) loosened.push({ kind: 'variants-removed', names: removed });
  loosened.push(...findLoosenedSettings(base.config, head.config, pairs));
  const { when } = head.config;
  if (when !== undefined && isRarer(base.config.when, when)) {
    loosened.push({ kind: 'when', from: base.config.when?.changed ?? null, to: when.changed });
  }
  return [
    ...loosened,
    ...compareSuites(base, head),
    ...tellOnce(
      pairs.map((pair) => [
        ...findDroppedCosts(base.config, head.config, pair),
        ...compareScenarios([base, pair.base], [head, pair.head]),
      ]),
    ),
  ];
}

/** Lists the variants that the head has no more. Left out by `only`, they are still there. */
function findRemovedVariants(base: Config, head: Config): string[] {
  const pairs = pairVariants(base, { ...head, only: undefined });
  return pairs.flatMap(({ own, other }) => (other === null && own.variant ? [own.variant.name] : []));
}

/**
 * Tells whether fewer changes may be measured. More patterns, or fewer that exclude, can only measure more; any other
 * difference may measure less, the order too, since the last pattern that matches decides.
 */
function isRarer(before: Config['when'], { changed: after }: NonNullable<Config['when']>): boolean {
  if (before === undefined) return true;
  const kept = after.filter((pattern) => isNegated(pattern) || before.changed.includes(pattern));
  const due = before.changed.filter((pattern) => !isNegated(pattern) || after.includes(pattern));
  return kept.length !== due.length || kept.some((pattern, i) => pattern !== due[i]);
}

/** Finds loosened SLOs. Among several SLOs on one metric the strictest holds. */
function findLoosenedSlos({ base, head }: ScenarioPair): LoosenedGate[] {
  const before = strictest(base.slos);
  const after = strictest(head.slos);
  const loosened: LoosenedGate[] = [];
  for (const [key, slo] of before) {
    const now = after.get(key);
    const gate = { label: base.name, metric: slo.metric, from: printLimit(slo.limit) };
    if (!now) loosened.push({ kind: 'slo-removed', ...gate });
    else if (mayBeLooser(slo, now)) loosened.push({ kind: 'slo', ...gate, to: printLimit(now.limit) });
  }
  return loosened;
}

/** Finds the strictest SLO for each metric, direction and reference of its limit, the implied one on errors among them. */
function strictest(slos: readonly Slo[]): Map<string, Slo> {
  const found = new Map<string, Slo>();
  const hasErrors = slos.some(({ metric }) => metric.kind === 'errors');
  for (const slo of hasErrors ? slos : [...slos, IMPLIED_SLO]) {
    const { limit } = slo;
    const reference =
      limit.kind === 'relative' ? `${limit.scenario}.${printMetric(limit.metric)}` : limit.unit;
    const key = `${printMetric(slo.metric)} ${slo.operator[0]} ${reference}`;
    const other = found.get(key);
    if (!other || isStricter(slo, other)) found.set(key, slo);
  }
  return found;
}

/** Tells whether an SLO surely leaves less room than another on the same metric and reference, in the same direction. */
function isStricter({ operator, limit }: Slo, other: Slo): boolean {
  const upper = operator.startsWith('<');
  const less = (a: number, b: number) => (upper ? a < b : a > b);
  if (limit.kind === 'absolute' && other.limit.kind === 'absolute')
    return less(limit.value, other.limit.value);
  if (limit.kind === 'absolute' || other.limit.kind === 'absolute') return false;
  const { factor, offsetMs } = other.limit;
  // A greater factor with a smaller offset depends on the value of the other scenario.
  if (less(factor, limit.factor) || less(offsetMs, limit.offsetMs)) return false;
  return less(limit.factor, factor) || less(limit.offsetMs, offsetMs);
}

/** Tells whether a limit leaves more room than the one before, or may do so. */
function mayBeLooser(before: Slo, now: Slo): boolean {
  if (before.limit.kind === 'absolute') return isStricter(before, now);
  return printLimit(before.limit) !== printLimit(now.limit) && !isStricter(now, before);
}

/**
 * Finds changed load. Rates and users are what makes a service slow, so the greatest of either kind is compared. Users
 * wait for their answers and cannot overrun a service, so a change from a rate to users is a reduction too. Any other
 * change is told as well: a higher load may fill the machine, and another load in a sweep takes time from the rest.
 */
function findChangedLoad({ base, head }: ScenarioPair): LoosenedGate[] {
  const label = base.name;
  const [before, after] = [greatest(base.loads), greatest(head.loads)];
  const pairs = [
    [before.open, after.open ?? after.closed],
    [before.closed, after.closed],
  ] as const;
  const reduced = pairs.flatMap(([from, to]): LoosenedGate[] =>
    from && to && (from.isOpen !== to.isOpen || to.size < from.size)
      ? [{ kind: 'load-reduced', label, from: from.text, to: to.text }]
      : [],
  );
  const list = (loads: readonly Load[]) => JSON.stringify(loads.map((load) => JSON.stringify(load)).sort());
  if (reduced.length > 0 || list(base.loads) === list(head.loads)) return reduced;
  const [from, to] = [base, head].map(({ loads }) => loads.map(printLoad).join(', ') || null);
  // What has no load has a capacity, which is told by itself.
  if (from === null) return [];
  return [{ kind: 'setting', label, setting: 'load', from: from!, to: to! }];
}

type Strain = { size: number; text: string; isOpen: boolean };

function greatest(loads: readonly Load[]): { open?: Strain; closed?: Strain } {
  const strains = loads.map(strainOf).sort((a, b) => b.size - a.size);
  return { open: strains.find(({ isOpen }) => isOpen), closed: strains.find(({ isOpen }) => !isOpen) };
}

/** Measures the strain of a load, without its length: a longer load is no harder for the service. */
function strainOf(load: Load): Strain {
  switch (load.kind) {
    case 'arrival-rate':
      return { size: load.rate, text: printLoad({ ...load, seconds: undefined }), isOpen: true };
    case 'users':
      return { size: load.users, text: printLoad({ ...load, seconds: undefined }), isOpen: false };
    case 'fixed-work':
      return { size: load.users, text: printLoad(load), isOpen: false };
  }
}
