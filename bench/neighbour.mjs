/**
 * A noisy neighbour: bursts of computing that keep 30–60 % of one core busy, in a rhythm that follows from a seed.
 * It ends by itself after `seconds`.
 *
 * node bench/neighbour.mjs SEED SECONDS
 */
const [seed, seconds] = process.argv.slice(2).map(Number);
let state = seed >>> 0;
/** Numerical Recipes' linear congruential generator. */
const random = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
};

const end = performance.now() + seconds * 1000;
burst();

function burst() {
  if (performance.now() > end) return;
  const share = 0.3 + 0.3 * random();
  const period = 20 + 180 * random();
  const until = performance.now() + share * period;
  while (performance.now() < until);
  setTimeout(burst, (1 - share) * period);
}
