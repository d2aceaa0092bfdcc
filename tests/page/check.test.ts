import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CONFIG, makeScene, type Scene, SPECS } from './scene.ts';

const PAGE = 'docs/performance.md';

/** A project whose page was just written from its only record, of 2 January 2026. */
async function writeScene(): Promise<Scene> {
  const scene = makeScene();
  scene.store(scene.make(1));
  await scene.run();
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

  it('names the command that writes the page', async () => {
    const scene = makeScene();
    const { code, out } = await scene.run({ check: 'structure', store: '/var/my records' });
    expect(code).toBe(1);
    expect(out).toContain('tailgate page --config');
    expect(out).toContain("--store '/var/my records'");
  });

  it('fails when the measurement is older than allowed', async () => {
    const scene = await writeScene();
    const check = (age: string) => {
      scene.write('tailgate.yml', `${CONFIG}  max-age: ${age}\n`);
      return scene.run({ check: 'structure' });
    };
    const { code, out } = await check('1h');
    expect(code).toBe(1);
    expect(out).toMatch(
      /performance\.md:3: The page is too old\.\n {2}found: {4}measured at 2026-01-02.*days ago\n {2}expected: at most 1h\n/,
    );
    expect((await check('3650d')).code).toBe(0);
    expect((await check('24h')).out).toContain('expected: at most 1d');
  });

  it.each([
    [
      'a new scenario',
      CONFIG.replace('scenarios:', 'scenarios:\n  more: { request: GET /, slo: p99 < 1s at 9 req/s }'),
      /more is not on the page/,
    ],
    [
      'a scenario that is gone',
      CONFIG.replace(/ {2}lookup:\n( {4}.*\n)+/, ''),
      /lookup at 5 req\/s is on the page, and the configuration does not declare it/,
    ],
    [
      'another load',
      CONFIG.replace('load: 1000 req/s', 'load: 900 req/s'),
      /search has another load.\n {2}found: {4}1000 req\/s\n {2}expected: 900 req\/s/,
    ],
    [
      'another SLO',
      CONFIG.replace('p99 < 30ms', 'p95 < 30ms'),
      /search has another SLO.\n {2}found: {4}p99 < 30ms, errors < 1%\n {2}expected: p95/,
    ],
    ['another request', CONFIG.replace('GET /search', 'POST /search'), /search has another request/],
    [
      'other buckets',
      CONFIG.replace('2ms, 1.2s', '3ms'),
      /other buckets.\n {2}found: {4}800us, 2ms, 1.2s\n {2}expected: 800us, 3ms/,
    ],
  ])('fails on %s in the configuration', async (_, config, message) => {
    const scene = await writeScene();
    scene.write('tailgate.yml', config);
    const { code, out } = await scene.run({ check: 'structure' });
    expect(out).toMatch(message);
    expect(code).toBe(1);
  });

  it('fails on changes by hand, of figures and of hidden data, and on a picture that is gone', async () => {
    const scene = await writeScene();
    const text = scene.read(PAGE);
    const check = async (changed: string) => {
      scene.write(PAGE, changed);
      return (await scene.run({ check: 'structure' })).out;
    };
    expect(await check(text.replace('| p50 | 2.1 ms |', '| p50 | 1.1 ms |'))).toMatch(/changed by hand/);
    expect(await check(text.replace('"version":1', '"version":2'))).toMatch(/hidden data .* cannot be read/);
    expect(await check(text.replace(/^<!-- tailgate:data.*$/m, ''))).toMatch(/never written/);
    expect(await check(text)).toMatch(/holds/);
    rmSync(scene.at('docs/performance/latency-search.svg'));
    expect(await check(text)).toMatch(/latency-search\.svg is missing/);
  });

  it('names a newer record, and fails for none of its figures', async () => {
    const scene = await writeScene();
    scene.store(scene.make(3, SPECS, 1.4));
    expect(await scene.run({ check: 'all' })).toMatchObject({
      code: 0,
      err: expect.stringMatching(/another record than the newest, \S+\.json: its figures are not checked\./),
    });
  });

  it('finds figures that do not come from the record that the page names', async () => {
    const scene = await writeScene();
    scene.store(scene.make(1, SPECS, 1.01));
    const { code, out } = await scene.run({ check: 'all' });
    expect(code).toBe(1);
    expect(out).toMatch(/differs from what its record gives now/);
  });
});
