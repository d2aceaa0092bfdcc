import type { Config } from '../config/config.ts';
import { printLimit } from '../config/language/limit.ts';
import { printLoad } from '../config/language/load.ts';
import type { Slo } from '../config/language/slo-type.ts';
import { isNegated } from '../config/patterns.ts';
import type { Load } from '../measurement/load.ts';
import { printMetric } from '../metrics/metric.ts';
import { findLoosenedSettings, type ScenarioPair } from './loosened-settings.ts';
import type { LoosenedGate } from './verdict.ts';

/**
 * Finds the gates of the base's configuration that the head makes easier to pass, in the order of the base's
 * file. Gates that became stricter or are new are left out. A renamed scenario counts as removed.
 */
export function findLoosened(base: Config, head: Config): LoosenedGate[] {
  const pairs: ScenarioPair[] = [];
  const loosened: LoosenedGate[] = [];
  for (const scenario of base.scenarios) {
    const now = head.scenarios.find(({ name }) => name === scenario.name);
    if (!now) {
      loosened.push({ kind: 'scenario-removed', label: scenario.name });
      continue;
    }
    const pair = { base: scenario, head: now };
    pairs.push(pair);
    loosened.push(...findLoosenedSlos(pair), ...findReducedLoad(pair));
  }
  loosened.push(...findLoosenedSettings(base, head, pairs));
  if (isRarer(base.when, head.when)) {
    loosened.push({ kind: 'when', from: base.when?.changed ?? null, to: head.when!.changed });
  }
  return loosened;
}

/** Tells whether fewer changes may be measured: a pattern is gone, or one excludes more than before. */
function isRarer(before: Config['when'], after: Config['when']): boolean {
  if (after === undefined) return false;
  if (before === undefined) return true;
  const gone = before.changed.some((pattern) => !isNegated(pattern) && !after.changed.includes(pattern));
  return gone || after.changed.some((pattern) => isNegated(pattern) && !before.changed.includes(pattern));
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
    else if (isStricter(slo, now)) loosened.push({ kind: 'slo', ...gate, to: printLimit(now.limit) });
  }
  return loosened;
}

/** Finds the strictest SLO for each metric and direction. */
function strictest(slos: readonly Slo[]): Map<string, Slo> {
  const found = new Map<string, Slo>();
  for (const slo of slos) {
    const key = `${printMetric(slo.metric)} ${slo.operator[0]}`;
    const other = found.get(key);
    if (!other || isStricter(slo, other)) found.set(key, slo);
  }
  return found;
}

/** Tells whether an SLO leaves less room than another on the same metric and in the same direction. */
function isStricter({ operator, limit }: Slo, other: Slo): boolean {
  // A limit relative to another scenario has no value before that scenario is measured.
  if (limit.kind !== 'absolute' || other.limit.kind !== 'absolute') return false;
  return operator.startsWith('<') ? limit.value < other.limit.value : limit.value > other.limit.value;
}

/**
 * Finds reduced load. Rates and users are what makes a service slow, so the greatest of either kind is compared. Users
 * wait for their answers and cannot overrun a service, so a change from a rate to users counts too.
 */
function findReducedLoad({ base, head }: ScenarioPair): LoosenedGate[] {
  const [before, after] = [greatest(base.loads), greatest(head.loads)];
  const pairs = [
    [before.open, after.open ?? after.closed],
    [before.closed, after.closed],
  ] as const;
  return pairs.flatMap(([from, to]) =>
    from && to && (from.isOpen !== to.isOpen || to.size < from.size)
      ? [{ kind: 'load-reduced', label: base.name, from: from.text, to: to.text }]
      : [],
  );
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
