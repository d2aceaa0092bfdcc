import { availableParallelism } from 'node:os';
import { expect, it } from 'vitest';
import { type DiagnosedSlot, diagnoseSlots, findDisturbed } from '../../src/blocks/slots.ts';
import { parseSlo } from '../../src/config/language/slo.ts';
import type { SlotResult } from '../../src/k6/summary.ts';
import type { CpuSample } from '../../src/machine/samples.ts';
import { limitLateness } from '../../src/measurement/diagnosis.ts';
import type { Arm } from '../../src/measurement/measurement.ts';
import { listBlockSlots } from '../../src/plan/layout.ts';
import { planRun } from '../../src/plan/planning.ts';
import type { RunningInstance } from '../../src/services/instance.ts';
import { judge } from '../../src/verdict/judge.ts';
import { makeConfig, makeRound } from '../fixtures.ts';
import { NOTHING_SHARED } from '../services/surroundings.ts';
import { keep, makeInput, makeMeasured } from '../verdict/kept.ts';

const plan = planRun(makeConfig(), { budgetSeconds: 60, paired: true });
const measured = listBlockSlots(plan, 0).filter(({ round }) => round !== null);
const alone = measured.find(({ turns }) => turns === null)!;
const inTurns = measured.find(({ turns }) => turns !== null)!;

type Given = {
  still?: ReadonlyMap<string, number> | null;
  arms?: Arm[];
  hidden?: string[];
  others?: number;
  service?: number;
} & Pick<Partial<SlotResult>, 'charged' | 'slices' | 'intended'>;

/** Diagnoses a slot that began at 1,000 ms, beside containers that stood still at some time (ms), or never. */
function diagnose(
  slot: typeof alone,
  { still = null, arms = ['base', 'head'], hidden, others = 0, service = 0.1, ...more }: Given,
) {
  const instances = new Map(arms.map((arm) => [arm, { sessions: [1] } as unknown as RunningInstance]));
  const slices = [{ ...makeRound(Array(100).fill(1)), startedAt: 1000 }];
  const result = { slot, slices, sent: 100, intended: 100, ...more } as unknown as SlotResult;
  const sampleAt = (wall: number) => {
    const seconds = wall / 1000;
    const busy = (0.1 + service + others) * seconds;
    const cpu = new Map(arms.map((arm) => [arm, { seconds, memory: 1 }]));
    const used = { busy, generator: 0.1 * seconds, service: service * seconds };
    return { wall, monotonic: wall, steal: 0, self: 0, arms: cpu, ...used } as CpuSample;
  };
  const shared = { ...NOTHING_SHARED, ...(hidden && { hidden }) };
  const samples = [sampleAt(0), sampleAt(100_000)];
  const context = { instances, shared, samples, still, generatorLimit: 1 };
  return diagnoseSlots([result], context)[0] as DiagnosedSlot;
}

it('throws away a stretch alone that began before the containers of the other arm stood still', () => {
  expect(diagnose(alone, { still: new Map([[alone.key, 1001]]) }).diagnosis).toBe('disturbed');
  expect(diagnose(alone, { still: new Map() }).diagnosis).toBe('disturbed');
  expect(diagnose(alone, { still: new Map([[alone.key, 1000]]) }).diagnosis).toBe('sound');
});

it('throws away no other stretch for that', () => {
  expect(diagnose(inTurns, { still: new Map() }).diagnosis).toBe('sound');
  expect(diagnose(alone, {}).diagnosis).toBe('sound');
  expect(diagnose(alone, { still: new Map(), arms: ['head'] }).diagnosis).toBe('sound');
});

it('sees neighbours, but where work of a service is done by somebody who is not known', () => {
  const busy = { others: 100 };
  expect(diagnose(alone, busy).diagnosis).toBe('disturbed');
  const { diagnosis, evidence } = diagnose(alone, { ...busy, hidden: ['db'] });
  expect(diagnosis).toBe('sound');
  expect(evidence.cpu).toMatchObject({ service: null, others: null });
});

it('takes all that the last slice of fixed work has used, and a share of the time between samples of others', () => {
  const fixed = { ...alone, step: { ...alone.step, load: { kind: 'fixed-work' } } } as typeof alone;
  const cpuOf = (slot: typeof alone) => diagnose(slot, {}).slices[0]!.cpu;
  expect(cpuOf(fixed)).toBeCloseTo(99);
  expect(cpuOf(alone)).toBeLessThan(90);
});

it('counts what was sent late from when it was due, where the service held the machine while it was alone', () => {
  const { latency, avg } = makeRound(Array(100).fill(200));
  const charged = [{ latency, avg }];
  const avgOf = (slot: typeof alone, service: number) =>
    diagnose(slot, { arms: ['head'], charged, service }).slices[0]!.avg;
  expect(avgOf(alone, 0.6)).toBe(200);
  expect(avgOf(alone, 0.05)).toBe(1);
  expect(avgOf(inTurns, 0.6)).toBe(1);
});

it('is judged by its latest slice and the tightest limit, and has dropped what a busy service left no time to send', () => {
  const slos = ['p99 < 20ms', 'p99 < 2s'].map((text) => parseSlo(text).slo);
  const slot = { ...alone, step: { ...alone.step, slos } };
  const slices = [2, 30, 3].map((p99, i) =>
    makeRound([1], { dropped: i, startedAt: 1000, lag: { p50: 0, p99, max: p99 } }),
  );
  const { evidence } = diagnose(slot, { slices });
  expect(evidence).toMatchObject({ lagMs: 30, dropped: 3, lateLimitMs: limitLateness(20) });
  const full = diagnose(alone, { intended: 160, service: availableParallelism() });
  expect([full.diagnosis, full.slices[0]!.dropped]).toEqual(['slow', 60]);
});

it.each([
  ['asleep', { service: 0.01 }, {}],
  ['by its own work, for which k6 waits as well', { service: 0.4 }, { lag: { p50: 0, p99: 150, max: 200 } }],
  ['until no user is free', { service: 0.01, intended: 140 }, { dropped: 40 }],
  ['until the machine is full', { service: availableParallelism(), intended: 140 }, {}],
])('is never `met` for want of the rounds in which the head stalls: %s', (_, use, parts) => {
  const stalled = makeRound([...Array(90).fill(1), ...Array(10).fill(150)], { startedAt: 1000, ...parts });
  const codeOf = (every: number) => {
    const all = Array.from({ length: 12 }, (_, i) =>
      diagnose(alone, i % every ? {} : { ...use, arms: ['head'], slices: [stalled] }),
    );
    const thrown = findDisturbed(all);
    const blocks = all.filter((slot) => !thrown.includes(slot)).map(({ slices }) => keep({ head: slices }));
    return judge(makeInput([makeMeasured({ slos: [parseSlo('p99 < 50ms').slo], blocks })])).verdict.slos[0]!
      .code;
  };
  expect([codeOf(3), codeOf(12)]).not.toContain('met');
  expect(codeOf(1)).toBe('missed');
});

it('goes with its round on the other arm, and stays where the service is slow', () => {
  const rounds = measured.filter(({ turns }) => turns === null).slice(0, 4);
  const all = (diagnosis: string) =>
    rounds.map((slot, i) => ({ slot, diagnosis: i === 0 ? diagnosis : 'sound' }) as DiagnosedSlot);
  const own = rounds.filter(({ round }) => round === rounds[0]!.round);
  expect(own.map(({ arm }) => arm).sort()).toEqual(['base', 'head']);
  expect(findDisturbed(all('disturbed')).map(({ slot }) => slot)).toEqual(own);
  expect(findDisturbed(all('slow'))).toEqual([]);
});
