import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { CONFIG, makeScene, SPECS } from './scene.ts';

const PAGE = 'docs/performance.md';

/** The lines of a table of the page, by a word of its header. */
function table(text: string, word: string): string[] {
  const lines = text.split('\n');
  const from = lines.findIndex((line) => line.startsWith('|') && line.includes(word));
  return lines.slice(
    from,
    lines.findIndex((line, i) => i > from && !line.startsWith('|')),
  );
}

describe('tailgate page', () => {
  it('makes a page from the newest record, with its title, tables and pictures', async () => {
    const scene = makeScene();
    for (const day of [3, 1, 2]) scene.store(scene.make(day, SPECS, day));
    const buckets = '800us, 2ms, 1.2s';
    expect(await scene.run({ buckets })).toMatchObject({ code: 0, err: '' });
    const text = scene.read(PAGE);
    expect(text).toContain('"buckets":[0.8,2,1200]');
    await scene.run();
    // It keeps its buckets until others are given.
    expect(scene.read(PAGE)).toBe(text);
    expect(text).toMatch(/^# Performance of shop\n\n<!-- tailgate:page -->\n/);
    expect(text).toContain('at 2026-01-04 09:30 UTC from commit');
    expect(table(text, 'request or script')).toEqual([
      '| scenario | request or script | load | SLO |',
      '| - | - | - | - |',
      '| search | <code>GET /search?q=shoes&#124;boots</code> | 1000 req/s | p99 < 30 ms and errors < 1 % |',
      '| lookup | `GET /lookup/1` | 5 req/s, 1000 req/s | p99 < 10 ms |',
    ]);
    expect(table(text, '|  | p99 < 30 ms')).toEqual([
      '|  | p99 < 30 ms | errors < 1 % |',
      '| - | -: | -: |',
      expect.stringMatching(/^\| 1000 req\/s \| 2\d(?:\.\d)? ms \(2\d.* ms\) \| 0\.2 %/),
    ]);
    expect(text).toContain(
      '|  | min | mean | std. deviation | p50 | p75 | p90 | p95 | p99 | p99.9 | max |\n',
    );
    const [load, ...cells] = table(text, 'up to 800 µs').at(2)!.slice(2, -2).split(' | ');
    expect(load).toBe('1000 req/s');
    const counts = cells.map((cell) => Number(cell.replace(/ .*|,/g, '')));
    expect(counts.at(-1)).toBe(24);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(12_000);
    for (const name of ['latency-search', 'trend-search', 'latency-lookup', 'trend-lookup']) {
      expect(text).toContain(`](performance/${name}.svg)`);
      expect(XMLValidator.validate(scene.read(`docs/performance/${name}.svg`))).toBe(true);
    }
  });

  it('puts together what the shards of a run have measured', async () => {
    const scene = makeScene();
    const whole = scene.make(1);
    for (const index of [1, 2]) {
      const steps = whole.steps.filter((_, i) => i % 2 === index - 1);
      scene.store({ ...whole, shard: { index, total: 2 }, steps });
    }
    expect(await scene.run()).toMatchObject({ code: 0, err: '' });
    expect(scene.read(PAGE)).toMatch(/### lookup|## lookup/);
    expect(table(scene.read(PAGE), '|  | p99 < 10 ms')).toHaveLength(4);
  });

  it('fills the region of a file and leaves all else as it is', async () => {
    const scene = makeScene();
    scene.store(scene.make(1));
    const before = '# Bookstore\n\n## Speed\n';
    const after = '\n## Colophon\n\ntext without a last line';
    scene.write(PAGE, `${before}\n<!-- tailgate:page -->\nold\n<!-- /tailgate:page -->\n${after}`);
    await scene.run();
    const text = scene.read(PAGE);
    expect(text.startsWith(`${before}\n<!-- tailgate:page -->\n`)).toBe(true);
    expect(text.endsWith(`<!-- /tailgate:page -->\n${after}`)).toBe(true);
    expect(text).not.toContain('\nold\n');
    // Headings are one level below the one that they stand under.
    expect(text).toContain('\n### What was measured\n');
  });

  it('keeps the ends of lines of a file, and gives the same bytes again', async () => {
    const scene = makeScene();
    for (const day of [1, 2, 3]) scene.store(scene.make(day));
    scene.write(PAGE, '# A\r\n<!-- tailgate:page -->\r\n<!-- /tailgate:page -->\r\n');
    await scene.run();
    const names = readdirSync(scene.at('docs/performance')).map((name) => `docs/performance/${name}`);
    const files = [PAGE, ...names].map(scene.read);
    expect(files[0]!.replaceAll('\r\n', '')).not.toContain('\n');
    await scene.run();
    expect([PAGE, ...names].map(scene.read)).toEqual(files);
    expect((await scene.run({ check: 'all' })).code).toBe(0);
  });

  it('takes a result in place of the store', async () => {
    const scene = makeScene();
    scene.write('result.json', JSON.stringify({ schemaVersion: 1, verdict: 'met', record: scene.make(1) }));
    const options = { from: scene.at('result.json') };
    expect((await scene.run(options)).code).toBe(0);
    expect(scene.read(PAGE)).toContain('search');
    expect((await scene.run({ ...options, check: 'all' })).code).toBe(0);
  });

  it('leaves out, and tells, what the record does not hold as it is declared', async () => {
    const scene = makeScene();
    scene.store(scene.make(1, SPECS.slice(0, 2)));
    scene.write('tailgate.yml', CONFIG.replace('GET /lookup/1', 'GET /lookup/2'));
    const { code, err } = await scene.run();
    expect(code).toBe(0);
    for (const rate of [5, 1000])
      expect(err).toContain(
        `lookup at ${rate} req/s is left out: the record does not match its declaration.`,
      );
    expect(scene.read(PAGE)).not.toContain('lookup');
  });
});

describe('tailgate page refuses', () => {
  const region = '<!-- tailgate:page -->\n<!-- /tailgate:page -->\n';

  it.each([
    ['a file without markers', '# Title\n', ''],
    ['a second region', `${region}\n${region}`, ':4'],
    ['a region without an end', 'a\n<!-- tailgate:page -->\ntext\n', ':2'],
    ['an end without a beginning', 'a\n<!-- /tailgate:page -->\n', ':2'],
    ['an end before the beginning', '<!-- /tailgate:page -->\n<!-- tailgate:page -->\n', ':1'],
    ['two ends', `${region}<!-- /tailgate:page -->\n`, ':3'],
  ])('%s, and leaves it as it is', async (_, text, line) => {
    const scene = makeScene();
    scene.store(scene.make(1));
    scene.write(PAGE, text);
    await expect(scene.run()).rejects.toMatchObject({
      where: expect.stringMatching(new RegExp(`performance\\.md${line}$`)),
      exitCode: 2,
    });
    expect(scene.read(PAGE)).toBe(text);
    expect(readdirSync(scene.at('docs'))).toEqual(['performance.md']);
  });

  it('what is no record, or none of a measurement', async () => {
    const scene = makeScene();
    await expect(scene.run()).rejects.toMatchObject({ exitCode: 3, message: /no record/ });
    scene.write('r.json', JSON.stringify({ schemaVersion: 1, verdict: 'invalid', record: scene.make(1) }));
    await expect(scene.run({ from: scene.at('r.json') })).rejects.toMatchObject({
      exitCode: 3,
      message: /could not be measured/,
    });
    scene.write('r.json', JSON.stringify({ ...scene.make(1), steps: [] }));
    await expect(scene.run({ from: scene.at('r.json') })).rejects.toMatchObject({ exitCode: 3 });
    scene.write('r.json', '{');
    await expect(scene.run({ from: scene.at('r.json') })).rejects.toMatchObject({ exitCode: 2 });
  });

  it('other kinds of files, and files that are no text', async () => {
    const scene = makeScene();
    scene.store(scene.make(1));
    await expect(scene.run({ write: scene.at('page.html') })).rejects.toThrow(/A page is Markdown/);
    for (const buckets of ['5', '5ms,2ms', 'x,y'])
      await expect(scene.run({ buckets })).rejects.toMatchObject({ exitCode: 2 });
    await expect(scene.run({ check: 'structure', maxAge: '3' })).rejects.toMatchObject({ exitCode: 2 });
    await expect(scene.run({ write: join(scene.folder, 'missing', '..', 'docs') })).rejects.toThrow(
      /Markdown/,
    );
  });
});
