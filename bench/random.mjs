import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** A seeded source of whole numbers: `below(n)` is uniform on 0 … n − 1. */
export function seededRandom(seed) {
  const generator = xoroshiro128plus(seed);
  return { below: (count) => uniformInt(generator, 0, count - 1) };
}

/** A copy in random order (Fisher–Yates). */
export function shuffle(items, random) {
  const result = [...items];
  for (let i = result.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [result[i], result[j]] = [result[j], result[i]];
  }
  return result;
}
