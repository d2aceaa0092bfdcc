/** A thread that computes at every multiple of a period since the process was started. */
import { workerData } from 'node:worker_threads';
import { block, compute } from './work.mjs';

const { loops, everyMs, began } = workerData;
for (;;) {
  const age = performance.timeOrigin + performance.now() - began;
  block(everyMs - (age % everyMs));
  compute(loops);
}
