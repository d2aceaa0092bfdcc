import { readdirSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CONFIG, makeScene, type Scene, SPECS } from './scene.ts';

const PAGE = 'docs/performance.md';

/** A project whose page was just written from its only record, of 2 January 2026. */
async function writeScene(): Promise<Scene> {
  const scene = makeScene();
  scene.store(scene.make(1));
  await scene.run({ buckets: '800us, 2ms, 1.2s' });
  return scene;
}

describe('tailgate page --check', () => {
  it('passes on what was just written, with and without records', async () => {
    const scene = await writeScene();
    expect(await scene.run({ check: 'all' })).toMatchObject({
      code: 0,
      out: expect.stringMatching(/holds\.\n$/),
    });
    rmSync(scene.at('.tailgate'), { recursive: true });
    expect((await scene.run({ check: 'structure' })).code).toBe(0);
    await expect(scene.run({ check: 'all' })).rejects.toMatchObject({
      exitCode: 3,
      hint: expect.stringContaining('--check=structure'),
    });
  });

  it('fails when the measurement is older than allowed', async () => {
    const scene = await writeScene();
    const check = (maxAge: string) => scene.run({ check: 'structure', maxAge });
    const { code, out } = await check('1h');
    expect(code).toBe(1);
    expect(out).toMatch(
      /performance\.md: The page is too old: measured at 2026-01-02\S+, \d+ days ago; at most 1h is allowed\.\n/,
    );
    expect((await check('3650d')).code).toBe(0);
    expect((await check('24h')).out).toContain('at most 1d is');
  });

  it.each([
    [
      'a new scenario',
      CONFIG.replace('scenarios:', 'scenarios:\n  more: { request: GET /, slo: p99 < 1s at 9 req/s }'),
    ],
    ['a scenario that is gone', CONFIG.replace(/ {2}lookup:\n( {4}.*\n)+/, '')],
    ['another load', CONFIG.replace('load: 1000 req/s', 'load: 900 req/s')],
    ['another SLO', CONFIG.replace('p99 < 30ms', 'p95 < 30ms')],
    ['another request', CONFIG.replace('GET /search', 'POST /search')],
  ])('fails on %s in the configuration', async (_, config) => {
    const scene = await writeScene();
    scene.write('tailgate.yml', config);
    const { code, out } = await scene.run({ check: 'structure' });
    expect(out).toMatch(/does not have the scenarios, requests, loads and SLOs that the configuration/);
    expect(code).toBe(1);
  });

  it('fails on changes by hand, of figures and of hidden data, and on a picture that is gone', async () => {
    const scene = await writeScene();
    const text = scene.read(PAGE);
    const check = async (changed: string) => {
      scene.write(PAGE, changed);
      return (await scene.run({ check: 'structure' })).out;
    };
    expect(await check(text.replace('| 2.1 ms |', '| 1.1 ms |'))).toMatch(/changed by hand/);
    expect(await check(text.replace('"version":2', '"version":1'))).toMatch(
      /not been written yet, or its hidden data cannot be read/,
    );
    expect(await check(text.replace(/^<!-- tailgate:data.*$/m, ''))).toMatch(/not been written yet/);
    expect(await check(text)).toMatch(/holds/);
    const dated = text.replace('"recordedAt":"2026-01-02', '"recordedAt":"2036-01-02');
    expect(dated).not.toBe(text);
    expect(await check(dated)).toMatch(/changed by hand/);
    expect((await scene.run({ check: 'all' })).out).toMatch(/changed by hand/);
    const picture = 'docs/performance/latency-search.svg';
    const drawn = scene.read(picture);
    scene.write(picture, drawn.replace('search', 'faster'));
    expect(await check(text)).toMatch(/changed by hand/);
    scene.write(picture, drawn.replaceAll('\n', '\r\n'));
    expect(await check(text)).toMatch(/holds/);
    rmSync(scene.at('docs/performance/latency-search.svg'));
    expect(await check(text)).toMatch(/or is missing/);
  });

  it('names a newer record, and fails for none of its figures', async () => {
    const scene = await writeScene();
    scene.store(scene.make(3, SPECS, 1.4));
    expect(await scene.run({ check: 'all' })).toMatchObject({
      code: 0,
      err: expect.stringMatching(/not from the newest record, \S+\.json, so its figures were not checked\./),
    });
  });

  it('removes the picture of a scenario that is gone when it writes the page, and no other file', async () => {
    const scene = await writeScene();
    scene.store(scene.make(2));
    await scene.run();
    for (const name of ['mine', 'trend-lookup']) scene.write(`docs/performance/${name}.svg`, '<svg/>');
    expect(scene.read('docs/performance/latency-lookup.svg')).toContain('<svg');
    scene.write('tailgate.yml', CONFIG.replaceAll('lookup', 'find'));
    const specs = SPECS.map((spec) => ({ ...spec, label: spec.label.replace('lookup', 'find') }));
    scene.store(scene.make(3, specs));
    await scene.run();
    const kept = ['latency-find', 'latency-search', 'mine', 'trend-find', 'trend-lookup', 'trend-search'];
    expect(readdirSync(scene.at('docs/performance')).sort()).toEqual(kept.map((name) => `${name}.svg`));
  });

  it('finds figures that do not come from the record that the page names', async () => {
    const scene = await writeScene();
    scene.store(scene.make(1, SPECS, 1.01));
    const { code, out } = await scene.run({ check: 'all' });
    expect(code).toBe(1);
    expect(out).toMatch(/differs from what its record now produces/);
  });
});
