import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type CompareOptions, compare } from '../../src/commands/compare.ts';
import { parseCapacity } from '../../src/config/language/capacity.ts';
import type { RunRecord } from '../../src/records/record.ts';
import { makeRound } from '../fixtures.ts';
import { makeFolder } from '../folders.ts';
import { seed } from '../random.ts';
import { makeRecord } from '../records/stores/fixture.ts';

let folder: string;
beforeEach(() => {
  folder = makeFolder('tailgate-test');
});

function write(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

type Parts = {
  typical?: number;
  instances?: number;
  scenario?: Partial<RunRecord['steps'][number]>;
} & Partial<Omit<RunRecord, 'scenarios'>>;

/** A record of some instances whose latencies scatter by 2 % around a typical one. */
function record(name: string, { typical = 10, instances = 8, scenario, ...parts }: Parts = {}): string {
  const draw = seed(typical * 100 + instances);
  const measured = Array.from({ length: instances }, () => {
    const own = typical * Math.exp(0.02 * draw.normal());
    return { slices: [makeRound(Array.from({ length: 100 }, (_, i) => own * (1 + i / 100)))] };
  });
  const one = { ...makeRecord().steps[0]!, instances: measured, ...scenario };
  return write(name, makeRecord({ ...parts, steps: [one] }));
}

async function run(base: string, head: string, options: CompareOptions = {}) {
  const [out, notes]: [string[], string[]] = [[], []];
  const code = await compare(base, head, {
    write: (text) => void out.push(text),
    writeNote: (text) => void notes.push(text),
    ...options,
  });
  return { code, out: out.join(''), notes: notes.join('') };
}

const goal = parseCapacity('p99 < 30ms between 100 and 5000 req/s');
/** A capacity that was searched, in vain. */
const capacities: RunRecord['capacities'] = [
  { scenario: 'quote', label: 'quote', digest: 'd', goal, arm: 'head', blocks: [] },
];

const CONFIG = `
service:
  start: exec node server.cjs
  url: http://127.0.0.1:\${PORT}
scenarios:
  search:
    request: GET /
    load: 50 req/s
    slo:
      - p90 < 25ms
      - errors < 1%
`;

describe('tailgate compare with two records', () => {
  it('blocks a slowdown and says that the runs were not side by side', async () => {
    const { code, out } = await run(record('base.json'), record('head.json', { typical: 13 }));
    expect(code, out).toBe(1);
    expect(out).toMatch(/not measured side by side/);
    expect(out).toMatch(/❌ search p\d+ is \d+ % slower/);
    expect(out).toMatch(/search p50 .*slower/);
  });

  it('passes an equal run, and prints JSON that agrees with the exit code', async () => {
    const { code, out, notes } = await run(record('base.json'), record('head.json', { typical: 10.01 }), {
      json: true,
    });
    expect(code, out).toBe(0);
    const result = JSON.parse(out);
    expect(result).toMatchObject({ verdict: 'unchanged', blocks: false });
    expect(result.changes.map((change: { metric: string }) => change.metric)).toEqual([
      'p50',
      'p95',
      'p99',
      'tail',
    ]);
    expect(notes).toMatch(/not measured side by side/);
  });

  it('compares what `run --json` wrote as well as stored records', async () => {
    const inner = JSON.parse(readFileSync(record('head.json', { typical: 13 }), 'utf8'));
    const result = write('result.json', { schemaVersion: 1, verdict: 'first-run', record: inner });
    expect((await run(record('base.json'), result)).code).toBe(1);
  });

  it('judges the second by the SLOs of a configuration, and compares the percentiles that they name', async () => {
    const config = write('tailgate.yml', CONFIG);
    const json = join(folder, 'out.json');
    const { code, out } = await run(
      record('base.json', { typical: 20 }),
      record('head.json', { typical: 20.01 }),
      {
        config,
        json,
      },
    );
    expect(code, out).toBe(1);
    expect(out).toMatch(/search p90 missed its SLO/);
    const result = JSON.parse(readFileSync(json, 'utf8'));
    expect(result.changes.map((change: { metric: string }) => change.metric)).toEqual(['p50', 'p90', 'tail']);
    expect(result.slos).toHaveLength(2);
  });

  it('does not compare other machines, loads or requests, and names what differs', async () => {
    const environment = { ...makeRecord().environment, cpuModel: 'Other CPU', cores: 64 };
    const elsewhere = await run(record('base.json', { environment }), record('head.json', { typical: 99 }));
    expect(elsewhere.code).toBe(0);
    expect(elsewhere.out).toMatch(/CPU model and number of cores/);
    const other = record('other.json', { scenario: { digest: 'd2' } });
    const { code, out } = await run(record('base.json'), other, { json: true });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      verdict: 'inconclusive',
      changes: [
        { reason: { kind: 'few-records', incompatible: { differs: ['load or request'] } } },
        {},
        {},
        {},
      ],
    });
  });

  it('gives the difference but no verdict with fewer than four starts of either', async () => {
    const { code, out } = await run(record('base.json'), record('head.json', { typical: 20, instances: 2 }), {
      json: true,
    });
    expect(code).toBe(0);
    const { changes } = JSON.parse(out);
    expect(changes[0]).toMatchObject({
      outcome: 'inconclusive',
      reason: { kind: 'too-few-blocks', blocks: 2 },
    });
    expect(changes[0].changePercent.value).toBeGreaterThan(80);
    expect(changes[0].changePercent.low).toBeNull();
  });

  it('names what only one of them has', async () => {
    const both = JSON.parse(readFileSync(record('base.json'), 'utf8'));
    both.steps.push({ ...both.steps[0], scenario: 'checkout', label: 'checkout' });
    const { out } = await run(write('both.json', both), record('head.json'));
    expect(out).toMatch(/Only in .*both\.json: checkout\./);
  });

  it('names capacities once, which are not compared', async () => {
    const [base, head] = [record('base.json', { capacities }), record('head.json', { capacities })];
    const { notes } = await run(base, head, { json: true });
    expect(notes).toContain('Capacities are not compared, nor held against their SLOs: quote.\n');
  });

  it('writes a label as text that neither a terminal nor a runner obeys', async () => {
    const label = 'x\n##[error]y\u001b[2J';
    const both = JSON.parse(readFileSync(record('base.json'), 'utf8'));
    both.steps.push({ ...both.steps[0], label });
    const { notes } = await run(write('both.json', both), record('head.json'), { json: true });
    expect(notes).toMatch(/^Only in .*both\.json: x ## \[error\]y\.$/m);
    const other = record('other.json', { scenario: { label } });
    await expect(run(record('base.json'), other)).rejects.toMatchObject({
      hint: expect.stringContaining('the second has x ## [error]y.'),
    });
  });
});

describe('tailgate compare with something else', () => {
  it.each([
    ['text', 'hello', /is not JSON/],
    ['samples of k6', '{"type":"Metric","data":{"name":"http_reqs"}}\n{"type":"Point"}', /is not JSON/],
    ['a summary of k6', '{"root_group": {}, "metrics": {}}', /is no record of Tailgate/],
    ['nothing', 'null', /is no record of Tailgate/],
    ['a newer record', '{"schemaVersion": 9}', /newer Tailgate/],
    ['a broken record', '{"schemaVersion": 1, "suite": 7}', /not a record: suite/],
  ])('says so of %s', async (_, text, what) => {
    const odd = write('odd.json', text);
    for (const pair of [
      [odd, record('base.json')],
      [record('base.json'), odd],
    ] as const) {
      await expect(run(...pair)).rejects.toMatchObject({ name: 'UserError', exitCode: 2, message: what });
    }
  });

  it('says so of a run that could not be measured, whichever it is', async () => {
    const base = record('base.json');
    const inner = JSON.parse(readFileSync(base, 'utf8'));
    const invalid = write('invalid.json', { schemaVersion: 1, verdict: 'invalid', record: inner });
    const error = { exitCode: 3, message: expect.stringMatching(/invalid\.json .* could not be measured/) };
    await expect(run(invalid, base)).rejects.toMatchObject(error);
    await expect(run(base, invalid)).rejects.toMatchObject(error);
  });

  it('says so of runs that have only capacities', async () => {
    const searched = write('searched.json', makeRecord({ steps: [], capacities }));
    await expect(run(searched, searched)).rejects.toMatchObject({
      hint: expect.stringContaining('Capacities are not compared.'),
    });
  });

  it('says so of missing files, folders, and runs with nothing in common', async () => {
    const base = record('base.json');
    await expect(run(join(folder, 'none.json'), base)).rejects.toThrow(/none\.json cannot be read/);
    await expect(run(base, folder)).rejects.toThrow(/cannot be read/);
    const other = record('other.json', { scenario: { label: 'checkout', scenario: 'checkout' } });
    await expect(run(base, other)).rejects.toMatchObject({
      message: expect.stringMatching(/no scenario in common/),
    });
  });
});
