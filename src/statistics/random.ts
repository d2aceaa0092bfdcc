import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Seeded draws: the same seed gives the same verdict on every machine. */
export type Random = {
  /** Draws from 0 (included) to 1 (excluded). */
  uniform(): number;
  /** Draws a whole number from 0 (included) to `below` (excluded). */
  index(below: number): number;
};

/** @param seed whole number of 32 bits */
export function seedRandom(seed: number): Random {
  const generator = xoroshiro128plus(seed | 0);
  const uniform = () => uniformFloat64(generator);
  return { uniform, index: (below) => Math.floor(uniform() * below) };
}
