import { describe, expect, it } from 'vitest';
import {
  diagnoseSlot,
  explainDiagnosis,
  limitLateness,
  type SlotDiagnosis,
  type SlotEvidence,
} from '../../src/measurement/validity.ts';

const cpu = { cores: 2, generator: 0.4, generatorLimit: 2, service: 0.5, others: 0.05, steal: 0 };
const sound: SlotEvidence = {
  sent: 1000,
  intended: 1000,
  seconds: 2,
  dropped: 0,
  lagMs: 1,
  cpu,
  clockJumpMs: 0,
};
const short = { sent: 600, dropped: 400 };

describe('the diagnosis of a slot', () => {
  it.each<[string, Partial<SlotEvidence>, string]>([
    ['everything went as planned', {}, 'sound'],
    ['one arrival is missing at the edge', { sent: 999 }, 'sound'],
    ['a closed model has no arrivals to miss', { intended: null, lagMs: null }, 'sound'],
    [
      'k6 used up the one core it may use for a closed model',
      { intended: null, lagMs: null, cpu: { ...cpu, generator: 0.97, generatorLimit: 1 } },
      'starved',
    ],
    [
      'users of a closed model who never pause share a full machine with the service',
      { intended: null, lagMs: null, cpu: { ...cpu, generator: 1.0, service: 0.95 } },
      'sound',
    ],
    ['no user was free while k6 had processor to spare', short, 'slow'],
    [
      'k6 used up the one core it may use',
      { ...short, cpu: { ...cpu, generator: 0.97, generatorLimit: 1 } },
      'starved',
    ],
    [
      'k6 took half of a full machine and wanted more',
      { ...short, cpu: { ...cpu, generator: 1.0, service: 0.95 } },
      'starved',
    ],
    [
      'the service filled the machine and k6 needed little',
      { ...short, cpu: { ...cpu, generator: 0.3, service: 1.6 } },
      'slow',
    ],
    [
      'arrivals began late although users were free, and k6 used more than the service',
      { lagMs: 80, cpu: { ...cpu, generator: 0.5, service: 0.4 } },
      'starved',
    ],
    [
      'arrivals began late while the service used more than k6 on a machine of their own',
      { lagMs: 80, cpu: { ...cpu, generator: 0.4, service: 0.9 } },
      'sound',
    ],
    [
      'arrivals began late on a machine that the service filled all the time',
      { lagMs: 80, cpu: { ...cpu, generator: 0.5, service: 1.4 } },
      'sound',
    ],
    [
      'arrivals began late while k6 used much, and the service more',
      { lagMs: 80, cpu: { ...cpu, generator: 0.7, service: 0.9 } },
      'sound',
    ],
    [
      'arrivals never began on a machine that the service filled all the time',
      { sent: 600, cpu: { ...cpu, generator: 0.3, service: 1.6 } },
      'slow',
    ],
    [
      'arrivals began later than a tight limit bears',
      { lagMs: 12, lateLimitMs: limitLateness(50), cpu: { ...cpu, generator: 0.5, service: 0.4 } },
      'starved',
    ],
    [
      'arrivals began as late as k6 is by itself, however tight the limit',
      { lagMs: 4, lateLimitMs: limitLateness(1), cpu: { ...cpu, generator: 0.5, service: 0.4 } },
      'sound',
    ],
    [
      'arrivals began late and neither side used much',
      { lagMs: 80, cpu: { ...cpu, generator: 0.1, service: 0.05 } },
      'starved',
    ],
    [
      'arrivals began late and strangers used a little, k6 less',
      { lagMs: 80, cpu: { ...cpu, generator: 0.1, others: 0.15 } },
      'starved',
    ],
    [
      'arrivals began late and the hypervisor took a little',
      { lagMs: 80, cpu: { ...cpu, generator: 0.1, steal: 0.1 } },
      'starved',
    ],
    [
      'arrivals began late and nobody knows what the service used',
      { lagMs: 80, cpu: { ...cpu, generator: 0.1, service: null, others: null } },
      'starved',
    ],
    ['lag under drops is the dropped time, not lateness', { ...short, lagMs: 900 }, 'slow'],
    ['arrivals are missing and nothing explains it', { sent: 600 }, 'starved'],
    ['strangers used the processor', { cpu: { ...cpu, others: 0.9 } }, 'disturbed'],
    ['the hypervisor took the processor away', { cpu: { ...cpu, steal: 0.3 } }, 'disturbed'],
    ['the clock jumped', { clockJumpMs: 2000 }, 'disturbed'],
    [
      'a disturbance comes before blaming the service',
      { ...short, cpu: { ...cpu, others: 0.9 } },
      'disturbed',
    ],
    [
      'nothing is known about the processor',
      { cpu: { ...cpu, generator: null, service: null, others: null, steal: null } },
      'sound',
    ],
  ])('when %s', (_, parts, diagnosis) => {
    expect(diagnoseSlot({ ...sound, ...parts })).toBe(diagnosis);
  });
});

describe('the cause of a discarded slot is told with its figure', () => {
  it.each<[SlotDiagnosis, Partial<SlotEvidence>, string]>([
    ['disturbed', { cpu: { ...cpu, cores: 2, steal: 0.28 } }, 'the hypervisor took 14 % of the processors'],
    ['disturbed', { cpu: { ...cpu, cores: 2, others: 0.9 } }, 'other processes took 45 % of the processors'],
    [
      'disturbed',
      { cpu: { ...cpu, cores: 2, others: 2.06 } },
      'other processes took 100 % of the processors',
    ],
    ['disturbed', { clockJumpMs: 2000.4 }, 'the clock jumped by 2000 ms'],
    [
      'starved',
      { lagMs: 80.2, cpu: { ...cpu, generator: 0.98, generatorLimit: 1 } },
      'k6 began arrivals 80 ms late (p99); k6 had 98 % of its processors',
    ],
    [
      'starved',
      { sent: 600, intended: 1000, seconds: 2, lagMs: null, cpu: { ...cpu, generator: null } },
      'k6 fell behind: 400 of 1000 arrivals never began in 2 s',
    ],
    [
      'starved',
      { intended: null, lagMs: null, cpu: { ...cpu, generator: 0.98, generatorLimit: 1 } },
      'k6 fell behind; k6 had 98 % of its processors',
    ],
  ])('%s, with %o', (diagnosis, parts, words) => {
    expect(explainDiagnosis(diagnosis, { ...sound, ...parts })).toBe(words);
  });
});
