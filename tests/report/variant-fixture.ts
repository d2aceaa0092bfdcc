import type { VariantValues } from '../../src/config/config.ts';
import { printValues } from '../../src/config/variants.ts';
import type { Report } from '../../src/handover/report.ts';
import { p, type ScenarioSpec, slo } from './fixture.ts';
import { pairedReportOf } from './pair-fixture.ts';

const CACHES = ['on', 'off'];
const HASHES = ['none', 'sha1', 'sha256'];
const STORES = ['memory', 'sqlite', 'postgres', 'mysql'];
/** 24 variants. */
export const ALL: VariantValues[] = CACHES.flatMap((cache) =>
  HASHES.flatMap((hash) => STORES.map((storage) => ({ cache, hash, storage }))),
);

/** A report of these variants, with 3 records; `slower` says of which labels p99 is a third longer. */
export function variantsOf(
  variants: VariantValues[],
  slower: (label: string) => boolean,
  names = ['create', 'list', 'read'],
): Report {
  const steps = names.flatMap((name, i) =>
    variants.map((variant) => {
      return { name, variant, label: `${name} [${printValues(variant)}]`, p99: 8 * (i + 1) };
    }),
  );
  const scenarios = steps.map(({ label, p99 }): ScenarioSpec => {
    const now = slower(label) ? { now: { p99: 1.4 } } : {};
    return { label, p50: p99 / 4, p99, slos: [slo(p(99), '<', 2 * p99)], ...now };
  });
  const { verdict, record, history, ...report } = pairedReportOf({
    scenarios,
    earlier: 3,
    pair: { variants: variants.length, blocks: 16 },
  });
  const place = (run: Report['record']) => ({
    ...run,
    steps: run.steps.map((step) => {
      const { name, variant } = steps.find(({ label }) => label === step.label)!;
      return { ...step, scenario: name, variant };
    }),
  });
  return { ...report, verdict, record: place(record), history: history.map(place) };
}
