import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Seeded draws for simulations: the same seed gives the same study on every machine. */
export type Draw = { uniform(): number; normal(): number };

export function seed(value: number): Draw {
  const generator = xoroshiro128plus(value);
  const uniform = () => uniformFloat64(generator);
  return {
    uniform,
    // Box & Muller (1958)
    normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
  };
}

/** Share of `trials` in which `event` happens. */
export function simulate(trials: number, event: () => boolean): number {
  let happened = 0;
  for (let i = 0; i < trials; i++) if (event()) happened++;
  return happened / trials;
}
