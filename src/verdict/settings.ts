import { printDuration } from '../config/language/duration.ts';
import type { LoosenedGate } from './verdict.ts';

type Told = Extract<LoosenedGate, { kind: 'setting' | 'contents' }>;

const grows = (from: unknown, to: unknown) => Number(to) > Number(from);
const keepsAll = (from: unknown, to: unknown) =>
  Array.isArray(to) && [from ?? []].flat().every((one) => to.includes(one));

/** Changes that can only make a gate stricter, or a text less open. All others are told. */
const STRICTER: Record<string, (from: unknown, to: unknown) => boolean> = {
  // More time under load finds smaller changes.
  budget: grows,
  'measure.soak': grows,
  // A run without its base has no verdict then.
  'baseline.on-base-failure': (_, to) => to === 'invalid',
  secrets: keepsAll,
};

/** Settings whose values may be secret, and digests. */
const UNSHOWN = /(^|\.)(env|headers|files)\.|(^|\.)body$/;

/** Most characters of a value that are kept; a configuration may hold a script. */
const LONGEST = 1000;

/**
 * Compares two outlines setting by setting. Whatever differs is told, unless it is known to be stricter.
 *
 * @param label of the scenario; null for the suite
 */
export function compareSettings(label: string | null, base: object, head: object): Told[] {
  const [before, after] = [new Map(flatten(base)), new Map(flatten(head))];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name): Told[] => {
    const [from, to] = [before.get(name), after.get(name)];
    if (JSON.stringify(from) === JSON.stringify(to) || STRICTER[name]?.(from?.value, to?.value)) return [];
    const setting = name.replace(/^services\.service\b/, 'service').replace(/^files\./, '');
    if (!UNSHOWN.test(name)) {
      return [{ kind: 'setting', label, setting, from: from?.text ?? null, to: to?.text ?? null }];
    }
    const change = from === undefined ? 'added' : to === undefined ? 'removed' : 'changed';
    return [{ kind: 'contents', label, setting, change }];
  });
}

type Setting = { value: unknown; text: string };

/** Lists the settings of an outline by name, such as `expect.status`; those that are not set are left out. */
function flatten(outline: object, prefix = ''): [string, Setting][] {
  return Object.entries(outline).flatMap(([key, value]): [string, Setting][] => {
    if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return [];
    if (typeof value === 'object' && !Array.isArray(value)) return flatten(value, `${prefix}${key}.`);
    const isDuration = key.endsWith('Seconds');
    const name = prefix + (isDuration ? key.slice(0, -'Seconds'.length) : key);
    return [[name, { value, text: isDuration ? printDuration(value) : print(value) }]];
  });
}

function print(value: unknown): string {
  const text = [value].flat().map((one) => (typeof one === 'object' ? JSON.stringify(one) : String(one)));
  // An address may hold a password.
  return text
    .join(', ')
    .replace(/\/\/[^/@\s]*@/g, '//***@')
    .slice(0, LONGEST);
}

/** Tells once, without a label, what changes alike in all scenarios. @param byScenario a list for each */
export function tellOnce(byScenario: readonly LoosenedGate[][]): LoosenedGate[] {
  const bare = (gate: LoosenedGate) => JSON.stringify({ ...gate, label: null });
  const [first = [], ...others] = byScenario.map((gates) => gates.map(bare));
  const common = new Set(
    others.length === 0 ? [] : first.filter((gate) => others.every((other) => other.includes(gate))),
  );
  return byScenario.flatMap((gates, index) =>
    gates.flatMap((gate) => {
      if (!common.has(bare(gate))) return [gate];
      return index === 0 ? [{ ...gate, label: null } as LoosenedGate] : [];
    }),
  );
}
