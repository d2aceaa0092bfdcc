import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawProgram, writeDriver } from '../../../src/k6/driver.ts';
import { findK6 } from '../../../src/k6/find.ts';
import type { Deal } from '../../../src/k6/mix.ts';
import { mergeSummaries } from '../../../src/k6/pods/merge.ts';
import { writeFiles } from '../../../src/k6/run.ts';
import { parseSummary, readSlots } from '../../../src/k6/summary.ts';
import { layOutBlock } from '../../../src/plan/layout.ts';
import { planRun } from '../../../src/plan/planning.ts';
import { shareProgram } from '../../../src/plan/pods.ts';
import type { BlockOrder, Program, Slot } from '../../../src/plan/slot.ts';
import { silent } from '../../../src/progress.ts';
import { makeConfig, makeRequest, makeScenario, withServer } from '../../fixtures.ts';
import { makeFolder } from '../../folders.ts';
import { dealOne } from '../measure.ts';

let binary: string;

beforeAll(async () => {
  const signal = new AbortController().signal;
  binary = (await findK6({ environment: process.env, progress: silent, signal })).path;
});

type Seen = { pod: number; arm: string; row: number; at: number };

/** Packs a program in a folder, and runs it in as many processes as there would be pods, each in a folder without its files. */
async function drivePods(
  folder: string,
  program: Program,
  pods: number,
  dealOf = (slot: Slot, targetUrl: string): Deal | null =>
    dealOne(makeRequest({ url: `/${slot.arm}` }), targetUrl),
) {
  const sent = shareProgram(program, pods);
  const arrivals = drawProgram(sent, 7, 0, pods);
  const seen: Seen[] = [];
  let beginAt = 0;
  const outputs = await withServer(
    (incoming, answer) => {
      const [, arm, row = '-1'] = incoming.url!.split('/');
      const pod = Number(incoming.headers['user-agent']);
      seen.push({ pod, arm: arm!, row: Number(row), at: Date.now() });
      answer.end('ok');
    },
    async (targetUrl) => {
      const text = writeDriver({
        program: sent,
        arrivals,
        confined: true,
        pods,
        dealOf: (slot) => dealOf(slot, targetUrl),
      });
      const { scriptPath, configPath } = writeFiles({ folder, name: 'packed', script: text });
      beginAt = Date.now() + 6000;
      const into = ['--config', configPath, '-O', join(folder, 'load.tar')];
      const variables = ['--env', `TARGET_URL=${targetUrl}`, '--env', `TAILGATE_BEGIN=${beginAt}`];
      await execa(binary, ['archive', ...into, ...variables, scriptPath]);
      return Promise.all(
        Array.from({ length: pods }, async (_, pod) => {
          const cwd = join(folder, `pod-${pod}`);
          mkdirSync(cwd, { recursive: true });
          const args = ['run', '--quiet', '--no-usage-report', '--address', '', '--user-agent', `${pod}`];
          const env = { JOB_COMPLETION_INDEX: `${pod}`, TAILGATE_SUMMARY: 'stdout' };
          return execa(binary, [...args, join(folder, 'load.tar')], { cwd, env, reject: false });
        }),
      );
    },
  );
  return { seen, outputs, beginAt };
}

function layOut(rate: number) {
  const load = { kind: 'arrival-rate' as const, rate };
  const plan = planRun(makeConfig({ scenarios: [makeScenario({ load })] }), {
    budgetSeconds: 60,
    paired: true,
  });
  const warmUpSeconds = new Map(plan.steps.map(({ label }) => [label, 1]));
  const order: BlockOrder = { index: 1, first: 'base', headOnly: new Set(), warmUpSeconds };
  return layOutBlock(plan, order)[0]!.programs[0]!;
}

describe('a program in pods', () => {
  it.concurrent('sends the declared load, of which each pod gives both arms as much', async () => {
    const program = layOut(90);
    const { seen, outputs } = await drivePods(makeFolder('tailgate-test'), program, 3);
    const summaries = outputs.map(({ stdout }, pod) => ({
      name: `pod ${pod}`,
      summary: parseSummary(stdout),
    }));
    for (const pod of [0, 1, 2]) {
      const [base, head] = ['base', 'head'].map(
        (arm) => seen.filter((one) => one.pod === pod && one.arm === arm).length,
      );
      expect(base).toBeGreaterThan(50);
      expect(Math.abs(base! - head!)).toBeLessThanOrEqual(2 + 0.05 * base!);
    }
    const merged = mergeSummaries(summaries);
    const slots = readSlots(merged, program.slots, 3);
    expect(slots).toHaveLength(program.slots.filter(({ round }) => round !== null).length);
    for (const { sent, intended, slices, slot } of slots) {
      expect(Math.abs(sent - intended!)).toBeLessThanOrEqual(Math.max(3, 0.02 * intended!));
      expect(slices).toHaveLength(slot.slices);
      expect(slices.every(({ ok }) => ok > 0)).toBe(true);
    }
    // Pods draw their arrivals for themselves: they do not come in step.
    const gaps = [0, 1].map((pod) => seen.filter((one) => one.pod === pod).map(({ at }) => at));
    expect(gaps[0]).not.toEqual(gaps[1]);
  });

  it.concurrent('deals rows of data out without overlap', async () => {
    const folder = makeFolder('tailgate-test');
    const rows = Array.from({ length: 4000 }, (_, row) => [`${row}`]);
    writeFileSync(join(folder, 'rows.json'), JSON.stringify(rows));
    const program = layOut(60);
    const [slot] = program.slots;
    const only = { ...program, slots: program.slots.filter(({ round }) => round === slot!.round) };
    const { seen } = await drivePods(folder, only, 2, ({ arm }, targetUrl) => {
      const { requests, ...deal } = dealOne(makeRequest(), targetUrl);
      const url = [`${targetUrl}/${arm}/`, { column: 0, as: 'path' as const }];
      return { ...deal, requests: [{ ...requests[0]!, url }], dataFile: 'rows.json', first: 100 };
    });
    for (const arm of ['base', 'head']) {
      const [own, other] = [0, 1].map((pod) => seen.filter((one) => one.pod === pod && one.arm === arm));
      const taken = new Set(own!.map(({ row }) => row));
      expect(taken.size).toBe(own!.length);
      expect(other!.length).toBeGreaterThan(20);
      expect(other!.filter(({ row }) => taken.has(row))).toEqual([]);
      expect(own!.every(({ row }) => row >= 100)).toBe(true);
    }
  });

  it.concurrent.each([1, 2])(
    'lets a setup of the script go before the common begin, and has its data in each of %i',
    async (pods) => {
      const folder = makeFolder('tailgate-test');
      const path = join(folder, 'setup.js');
      writeFileSync(
        path,
        [
          "import http from 'k6/http';",
          'export async function setup() { return { token: "t" }; }',
          'export default (data) => http.get(`${__ENV.TARGET_URL}/head/${data.token === "t" ? 1 : 0}`);',
        ].join('\n'),
      );
      const scenario = makeScenario({ work: { kind: 'script', path, exec: 'default' } });
      const plan = planRun(makeConfig({ scenarios: [scenario] }), { budgetSeconds: 60, paired: true });
      const order: BlockOrder = { index: 1, first: 'base', headOnly: new Set(), warmUpSeconds: new Map() };
      const whole = layOutBlock(plan, order)[0]!.programs[0]!;
      const program = {
        ...whole,
        slots: whole.slots.slice(-1).map((slot) => ({ ...slot, startSeconds: 0 })),
      };
      const { seen, beginAt } = await drivePods(folder, program, pods, () => null);
      const all = Array.from({ length: pods }, (_, pod) => `${pod} 1`);
      expect(new Set(seen.map(({ pod, row }) => `${pod} ${row}`))).toEqual(new Set(all));
      expect(Math.min(...seen.map(({ at }) => at))).toBeGreaterThanOrEqual(beginAt);
    },
  );
});
