import { describe, expect, it } from 'vitest';
import {
  diagnoseSlot,
  explainCause,
  limitLateness,
  type SlotDiagnosis,
  type SlotEvidence,
} from '../../src/measurement/diagnosis.ts';

const cpu = { cores: 2, generator: 0.4, generatorLimit: 2, service: 0.5, others: 0.05, steal: 0 };
const sound: SlotEvidence = {
  ...{ sent: 1000, intended: 1000, seconds: 2, dropped: 0, lagMs: 1, cpu, clockJumpMs: 0 },
};
const short = { sent: 600, dropped: 400 };
const closed = { intended: null, lagMs: null };
/** What k6 and the service used, in cores. */
const use = (generator: number | null, service: number | null, more: Partial<SlotEvidence['cpu']> = {}) => ({
  cpu: { ...cpu, generator, service, ...more },
});

/** k6 may use one core, and does. */
const full = use(0.97, 0.5, { generatorLimit: 1 });

describe('the diagnosis of a slot', () => {
  it.each<[SlotDiagnosis, string, Partial<SlotEvidence>]>([
    ['sound', 'everything went as planned', {}],
    ['sound', 'one arrival is missing at the edge', { sent: 999 }],
    ['sound', 'a closed model has no arrivals to miss', closed],
    ['starved', 'a closed model used up the core of k6', { ...closed, ...full }],
    ['sound', 'users who never pause fill the machine with the service', { ...closed, ...use(1, 0.95) }],
    ['slow', 'no user was free while k6 had processor to spare', short],
    ['starved', 'k6 used up the one core it may use', { ...short, ...full }],
    ['starved', 'k6 took half of a full machine and wanted more', { ...short, ...use(1, 0.95) }],
    ['slow', 'the service filled the machine and k6 needed little', { ...short, ...use(0.3, 1.6) }],
    ['starved', 'users were free, arrivals late, and k6 used more', { lagMs: 80, ...use(0.5, 0.4) }],
    ['sound', 'arrivals were late, and the service used more', { lagMs: 80, ...use(0.4, 0.9) }],
    ['slow', 'arrivals never began, and the service filled the machine', { sent: 600, ...use(0.3, 1.6) }],
    ['starved', 'a tight limit bears less', { lagMs: 12, lateLimitMs: limitLateness(50), ...use(0.5, 0.4) }],
    ['sound', 'k6 is so late by itself', { lagMs: 4, lateLimitMs: limitLateness(1), ...use(0.5, 0.4) }],
    ['starved', 'late, and strangers used a little', { lagMs: 80, ...use(0.1, 0.5, { others: 0.15 }) }],
    ['starved', 'late, and the hypervisor took a little', { lagMs: 80, ...use(0.1, 0.5, { steal: 0.1 }) }],
    ['starved', 'late, and nobody knows of others', { lagMs: 80, ...use(0.1, null, { others: null }) }],
    ['slow', 'lag under drops is the dropped time, not lateness', { ...short, lagMs: 900 }],
    ['starved', 'arrivals are missing and nothing explains it', { sent: 600 }],
    ['disturbed', 'strangers used the processor', use(0.4, 0.5, { others: 0.9 })],
    ['disturbed', 'the hypervisor took the processor away', use(0.4, 0.5, { steal: 0.3 })],
    ['disturbed', 'the clock jumped', { clockJumpMs: 2000 }],
    ['disturbed', 'the other arm was not halted', { awake: true }],
    ['starved', 'one of the pods fell behind', { pods: { behind: 'pod 1', sent: 300, intended: 500 } }],
    ['sound', 'all of the pods kept up', { pods: { behind: 'pod 1', sent: 499, intended: 500 } }],
    ['disturbed', 'strangers come before the service', { ...short, ...use(0.4, 0.5, { others: 0.9 }) }],
    ['sound', 'nothing is known about the processor', use(null, null, { others: null, steal: null })],
  ])('is %s when %s', (diagnosis, _, parts) => {
    expect(diagnoseSlot({ ...sound, ...parts })).toBe(diagnosis);
  });
});

it.each<[SlotDiagnosis, Partial<SlotEvidence>, string]>([
  ['disturbed', use(0.4, 0.5, { steal: 0.28 }), 'the hypervisor took 14 % of the CPU'],
  ['disturbed', use(0.4, 0.5, { others: 2.06 }), 'other processes took 100 % of the CPU'],
  ['disturbed', { clockJumpMs: 2000.4 }, 'the clock jumped by 2000 ms'],
  ['starved', { sent: 600, ...use(null, 0.5) }, 'k6 fell behind'],
  ['starved', { ...closed, ...full }, 'k6 fell behind, with 97 % of its CPU limit'],
])('tells why a slot is discarded, with its figure: %s, with %o', (diagnosis, parts, words) => {
  expect(explainCause(diagnosis, { ...sound, ...parts })).toBe(words);
});
