import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** A seeded source of whole numbers: `below(n)` is uniform on 0 … n − 1. */
export function seededRandom(seed) {
  const generator = xoroshiro128plus(seed);
  return { below: (count) => uniformInt(generator, 0, count - 1) };
}
