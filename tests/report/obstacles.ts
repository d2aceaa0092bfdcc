/** Each obstacle to a measurement, and each fault of a service, once with what may differ. */
import type { InvalidReason, ServiceFault } from '../../src/verdict/faults.ts';
import { commitOf, cpu } from './fixture.ts';

const log = 'Error: x';
const [commit, seen] = [commitOf('main'), [{ name: 'wait', type: 'trend' as const }]];
const few = { failed: 240, requests: 12_000 };
/** 812 of 1,000 requests a second. */
const rates = { sent: 9_744, intended: 12_000, seconds: 12 };

export const INVALID: InvalidReason[] = [
  { kind: 'starved', label: 'search', ...rates, lagMs: 43, cpu: cpu({ generator: 0.98 }) },
  { kind: 'starved', label: 'search', ...rates, lagMs: null, cpu: cpu(), pod: 'pod-3' },
  { kind: 'disturbed', label: 'search', discarded: 6, rounds: 8, why: 'the clock jumped by 900 ms' },
  { kind: 'not-ready', service: 'app', message: 'GET / did not answer within 60 s.', log },
  { kind: 'not-ready', service: 'app', message: 'GET / did not answer within 60 s.', log, onlyHead: true },
  { kind: 'build-failed', service: 'app', message: '`build` ended with exit code 1', log, both: true },
  {
    ...{ kind: 'base-failed', fault: 'build-failed', commit, service: 'app', log },
    message: '`build` ended with exit code 1',
  },
  { kind: 'base-failed', fault: 'crashed', commit, service: 'app', message: 'exit code 1', log, both: true },
  { kind: 'script-failed', label: 'browse', message: 'k6 exited with code 107.', log },
  { kind: 'harness', message: 'k6 was killed by SIGKILL.', log: '' },
  { kind: 'none-begun', label: 'browse', seconds: 1.675 },
  { kind: 'cost-unknown', label: 'browse', metric: 'cpu' },
  { kind: 'generator-limit', label: 'quote', rate: 1800 },
  { kind: 'generator-limit', label: 'quote', rate: 0 },
  { kind: 'search-too-short', label: 'quote', trials: 3 },
  { kind: 'limit-unknown', label: 'api', metric: 'p95', other: 'sparql' },
  { kind: 'metric-unknown', label: 'api', metric: 'waits.p95', seen },
  { kind: 'metric-unknown', label: 'api', metric: 'waits.p95', seen: [] },
];

export const FAULTS: ServiceFault[] = [
  { kind: 'crashed', service: 'app', label: 'checkout', exit: 'exit code 1', log },
  { kind: 'cannot-keep-up', label: 'search', ...rates, cpu: cpu({ generatorLimit: 2, service: 3.26 }) },
  { kind: 'failing', label: 'search', ...few, examples: ['status 500 (231 times)', 'reset'] },
  { kind: 'failing', label: 'search', ...few, examples: [] },
];
