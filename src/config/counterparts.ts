import type { Config, VariantValues } from './config.ts';
import { listPlainAxes, listVariants } from './variants.ts';

/** A variant, and the same one of the other revision; null where that has none. */
export type VariantPair = { own: Config; other: Config | null };

/**
 * Finds for each variant the one of the other revision that has the same values. An axis that the other one does not
 * know may be left out where its value changes nothing: a suite that gets an axis `cache` is compared with what it was
 * in the variant `cache=on`, if that is as before.
 */
export function pairVariants(own: Config, other: Config): VariantPair[] {
  const others = new Map(listVariants(other).map((variant) => [identify(variant, other, own), variant]));
  return listVariants(own).map((variant) => ({
    own: variant,
    other: others.get(identify(variant, own, other)) ?? null,
  }));
}

function identify({ variant }: Config, suite: Config, other: Config): string {
  const values: VariantValues = variant?.values ?? {};
  const known = other.variants?.axes.map(({ name }) => name) ?? [];
  const plain = suite.variants ? listPlainAxes(suite.variants, values) : [];
  const told = Object.entries(values).filter(([axis]) => known.includes(axis) || !plain.includes(axis));
  return JSON.stringify(told.sort(([a], [b]) => (a < b ? -1 : 1)));
}
