/** A project in a temporary folder: a configuration, records of it in `.tailgate`, and a page. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { type PageOptions, page } from '../../src/commands/page.ts';
import { readConfig } from '../../src/config/read.ts';
import { listDeclared } from '../../src/page/source.ts';
import { nameRecord } from '../../src/records/folder.ts';
import type { RunRecord } from '../../src/records/record.ts';
import { digestStep } from '../../src/records/steps.ts';
import type { CapacityEstimate, CapacityMeasurement } from '../../src/verdict/capacity-measurement.ts';
import { makeFolder } from '../folders.ts';
import { recordOf, type ScenarioSpec } from '../report/fixture.ts';

export const CONFIG = `suite: shop
service:
  start: node server.js
  url: http://127.0.0.1:\${PORT}
scenarios:
  search:
    request: GET /search?q=shoes|boots
    slo: [p99 < 30ms, errors < 1%]
    load: 1000 req/s
  lookup:
    request: GET /lookup/1
    load: [5 req/s, 1000 req/s]
    slo: p99 < 10ms
`;

export const SPECS: ScenarioSpec[] = [
  { label: 'search', p50: 2.1, p99: 7.3, failed: 0.002 },
  { label: 'lookup at 5 req/s', p50: 0.31, p99: 0.62, load: { kind: 'arrival-rate', rate: 5 } },
  { label: 'lookup at 1000 req/s', p50: 0.41, p99: 0.93 },
];

export type Scene = ReturnType<typeof makeScene>;

/** @param text of tailgate.yml */
export function makeScene(text = CONFIG) {
  const folder = makeFolder('tailgate-page');
  const config = join(folder, 'tailgate.yml');
  const at = (name: string) => join(folder, name);
  writeFileSync(config, text);
  /** Makes a record of the specs, with the digests that the configuration has now. */
  const make = (day: number, specs: readonly ScenarioSpec[] = SPECS, factor = 1): RunRecord => {
    const declared = new Map(
      listDeclared(readConfig(config, folder)).steps.map((step) => [step.label, step]),
    );
    const record = recordOf(specs, `main ${day}`, () => factor, day, true);
    const steps = record.steps.map((step) => {
      const own = declared.get(step.label);
      if (own === undefined) return step;
      const { scenario, variant } = own;
      const digest = digestStep(own, readConfig(config, folder));
      return { ...step, scenario, ...(variant && { variant }), digest };
    });
    return { ...record, suite: 'shop', steps };
  };
  /** Makes what a search for each declared capacity would record, on one arm. */
  const search = (
    estimateOf: (label: string) => CapacityEstimate | null,
    arm: 'head' | 'base' = 'head',
  ): CapacityMeasurement[] =>
    listDeclared(readConfig(config, folder)).searches.map((one) => {
      const trials = [300, 600].map((rate) => ({ rate, met: rate < 500, value: 9, errors: 0 }));
      const blocks = [{ block: 0, estimate: estimateOf(one.label), trials }];
      const { scenario, label, goal } = one;
      return { scenario, label, goal, arm, digest: digestStep(one, readConfig(config, folder)), blocks };
    });
  const write = (name: string, content: string) => {
    mkdirSync(join(at(name), '..'), { recursive: true });
    writeFileSync(at(name), content);
  };
  return {
    folder,
    at,
    make,
    search,
    write,
    read: (name: string) => readFileSync(at(name), 'utf8'),
    store: (record: RunRecord) => write(`.tailgate/shop/${nameRecord(record)}`, JSON.stringify(record)),
    /** Runs the command and gives what it printed. */
    async run(options: Partial<PageOptions> = {}): Promise<{ code: number; out: string; err: string }> {
      const printed = { out: '', err: '' };
      const keep = (to: 'out' | 'err') => (chunk: unknown) => {
        printed[to] += String(chunk);
        return true;
      };
      const spies = [
        vi.spyOn(process.stdout, 'write').mockImplementation(keep('out')),
        vi.spyOn(process.stderr, 'write').mockImplementation(keep('err')),
      ];
      try {
        const all = { config, write: at('docs/performance.md'), ...options };
        const code = await page(all, new AbortController().signal);
        return { code, ...printed };
      } finally {
        for (const spy of spies) spy.mockRestore();
      }
    },
  };
}
