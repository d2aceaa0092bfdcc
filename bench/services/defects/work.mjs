/** What a request costs. */

const cell = new Int32Array(new SharedArrayBuffer(4));
let sink = 0;

/**
 * Computes: a fixed amount of work, and no fixed time, so that whoever takes the processor away makes it longer.
 *
 * @param {number} loops
 */
export function compute(loops) {
  let x = sink | 1;
  for (let i = 0; i < loops; i++) {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
  }
  sink = x;
}

/** Keeps the whole thread from anything else, without the processor. */
export const block = (ms) => void Atomics.wait(cell, 0, 0, ms);

/** The same with the processor, for a time. */
export function spin(ms) {
  for (const until = performance.now() + ms; performance.now() < until; );
}

export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/** Lognormal with the mean 1: how one request differs from the typical one. */
export function drawFactor(spread) {
  if (!spread) return 1;
  const normal = Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
  return Math.exp(spread * normal - (spread * spread) / 2);
}

/**
 * Loops of a millisecond, by the fastest of many short trials: the others were disturbed, or not yet compiled.
 */
export function measureSpeed() {
  const loops = 1_000_000;
  let fastest = 0;
  for (let trial = 0; trial < 100; trial++) {
    const began = performance.now();
    compute(loops);
    fastest = Math.max(fastest, loops / (performance.now() - began));
  }
  return Math.round(fastest);
}
