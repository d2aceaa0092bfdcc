import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import type { Request, Scenario } from '../../src/config/config.ts';
import { drawProgram, writeDriver } from '../../src/k6/driver.ts';
import { type Deal, dealRequests } from '../../src/k6/mix.ts';
import { type K6Result, startK6 } from '../../src/k6/run.ts';
import { countLost, readSlots, type SlotResult } from '../../src/k6/summary.ts';
import { layOutBlock } from '../../src/plan/layout.ts';
import { planRun } from '../../src/plan/planning.ts';
import type { Program, Slot } from '../../src/plan/slot.ts';
import { type Keeper, startKeeper } from '../../src/services/keeper.ts';
import { makeConfig, withServer } from '../fixtures.ts';
import { makeFolder } from '../folders.ts';

export let folder: string;
let keeper: Keeper;

/** Surrounds the tests of a file that measure. */
export function useK6(): void {
  beforeAll(() => {
    folder = makeFolder('tailgate-test');
    keeper = startKeeper(folder);
  });
  afterAll(() => keeper.close());
}

export const quick: RequestListener = (_, response) => response.end('ok');

let runs = 0;

/** Lays out scenarios as one short look. */
export function layOut(scenarios: Scenario[], budgetSeconds = 1.2): Program {
  const plan = planRun(makeConfig({ scenarios }), { budgetSeconds, paired: false });
  const warmUpSeconds = new Map(plan.steps.map(({ label }) => [label, 1]));
  const order = { index: 0, first: 'head', headOnly: new Set<string>(), warmUpSeconds } as const;
  return layOutBlock(plan, order)[0]!.programs[0]!;
}

/** Measures scenarios on a real server with real k6 in one short look. */
export async function measure(scenarios: Scenario[], listener: RequestListener, budgetSeconds = 1.2) {
  const program = layOut(scenarios, budgetSeconds);
  const result = await withServer(listener, (targetUrl) =>
    drive(program, targetUrl, ({ step }) =>
      step.work.kind === 'request' ? dealOne(step.work.requests[0]!.request, targetUrl) : null,
    ),
  );
  if (result.kind !== 'measured')
    return { result, slots: [], lost: 0, counts: { sent: 0, ok: 0, failed: 0 } };
  const drawn = drawProgram(program, 1, 0);
  const slots = readSlots(result.summary, program.slots, 1, drawn).filter(({ slot }) => slot.round !== null);
  return {
    result,
    slots,
    lost: countLost(result.summary, program.slots),
    counts: countEarly(slots[0]!, result),
  };

  /** Counts in all slices but the last: what iterations send after the end of the load is in none. */
  function countEarly({ slot, slices }: SlotResult, { summary }: Extract<K6Result, { kind: 'measured' }>) {
    const early = slices.slice(0, -1);
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
    const started = early.map((_, i) => {
      const metric = summary.metrics[`tailgate_started{tailgate:s${program.slots.indexOf(slot)}.${i}}`];
      return metric?.type === 'counter' ? metric.sum : 0;
    });
    return {
      sent: sum(started),
      ok: sum(early.map(({ ok }) => ok)),
      failed: sum(early.map(({ failed }) => failed)),
    };
  }
}

/** Deals out one request. */
export function dealOne(request: Request, targetUrl: string): Deal {
  const { url, body = null, expectBody = [], timeoutSeconds, ...others } = request;
  const requests = [
    { ...others, body, expectBody, timeoutMs: timeoutSeconds * 1000, url: new URL(url, targetUrl).href },
  ];
  return { requests, sequence: dealRequests([{ weight: 1 }]), dataFile: null, first: 0 };
}

export async function drive(program: Program, targetUrl: string, dealOf: (slot: Slot) => Deal | null) {
  const { work } = program.slots[0]!.step;
  const name = `test-${++runs}`;
  const arrivals = drawProgram(program, 1, 0);
  const { finished } = await startK6({
    binary: inject('k6'),
    folder,
    name,
    script: writeDriver({ program, arrivals, confined: true, dealOf }),
    ...(work.kind === 'script' && { userScript: work.path }),
    cwd: folder,
    targetUrl,
    // Load on this machine goes past a proxy.
    environment: { ...process.env, ...(work.kind === 'request' && { HTTP_PROXY: 'http://127.0.0.1:9' }) },
    keeper,
  });
  return finished;
}

export function expectMeasured(result: K6Result): asserts result is Extract<K6Result, { kind: 'measured' }> {
  expect(result, result.kind === 'failed' ? `${result.message}\n${result.log}` : '').toMatchObject({
    kind: 'measured',
  });
}
