import { readdirSync, readFileSync } from 'node:fs';
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
    expect(await scene.run()).toMatchObject({ code: 0, err: '' });
    const text = scene.read(PAGE);
    expect(text).toMatch(/^# Performance of shop\n\n<!-- tailgate:page -->\n/);
    expect(text).toContain('on 2026-01-04 from commit');
    expect(table(text, 'SLO')).toEqual([
      '| scenario | request or script | load | SLO | measured |',
      '| - | - | - | - | - |',
      expect.stringMatching(
        /^\| search \| <code>GET \/search\?q=shoes&#124;boots<\/code> \| 1000 req\/s \| p99 < 30 ms \| 2\d(?:\.\d)? ms \(2\d/,
      ),
      expect.stringMatching(/^\| {2}\| {2}\| {2}\| errors < 1 % \| 0\.2 %/),
      expect.stringMatching(/^\| lookup at 5 req\/s \|/),
      expect.stringMatching(/^\| lookup at 1000 req\/s \|/),
    ]);
    const names = text.match(/^\| (min|mean|std\. deviation|p\d+(\.9)?|max) \|/gm);
    expect(names?.slice(0, 10).map((line) => line.slice(2, -2))).toEqual([
      'min',
      'mean',
      'std. deviation',
      'p50',
      'p75',
      'p90',
      'p95',
      'p99',
      'p99.9',
      'max',
    ]);
    const [load, ...buckets] = table(text, 'up to 800 µs').at(2)!.slice(2, -2).split(' | ');
    expect(load).toBe('1000 req/s');
    const counts = buckets.map((cell) => Number(cell.replace(/ .*|,/g, '')));
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
    for (const { label } of SPECS) expect(scene.read(PAGE)).toContain(`| ${label} |`);
    // Outside of git nothing says which parts belong together.
    const old = makeScene();
    for (const [day, factor] of [
      [1, 1],
      [2, 3],
    ] as const) {
      const record = old.make(day, SPECS, factor);
      old.store({ ...record, commit: null, shard: { index: 1, total: 2 } });
    }
    await old.run();
    const [newest] = /p99[^\n]*2\d(?:\.\d)? ms/.exec(old.read(PAGE)) ?? [];
    expect(newest).toBeDefined();
  });

  it('gives the same bytes again', async () => {
    const scene = makeScene();
    for (const day of [1, 2, 3]) scene.store(scene.make(day));
    const files = () =>
      [PAGE, ...readdirSync(scene.at('docs/performance')).map((name) => `docs/performance/${name}`)].map(
        (name) => readFileSync(scene.at(name), 'utf8'),
      );
    await scene.run();
    const first = files();
    await scene.run();
    expect(files()).toEqual(first);
  });

  it('fills the region of a file and leaves all else as it is', async () => {
    const scene = makeScene();
    scene.store(scene.make(1));
    const before = '# Bookstore\n\n## Speed\n\n```md\n<!-- tailgate:page -->\n```\n';
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

  it('keeps the ends of lines of a file', async () => {
    const scene = makeScene();
    scene.store(scene.make(1));
    scene.write(PAGE, '# A\r\n<!-- tailgate:page -->\r\n<!-- /tailgate:page -->\r\n');
    await scene.run();
    expect(scene.read(PAGE).replaceAll('\r\n', '')).not.toContain('\n');
    expect((await scene.run({ check: 'all' })).code).toBe(0);
  });

  it('writes reStructuredText', async () => {
    const scene = makeScene();
    scene.store(scene.make(1));
    await scene.run({ write: scene.at('docs/performance.rst') });
    const text = scene.read('docs/performance.rst');
    expect(text).toMatch(/^Performance of shop\n={19}\n\n\.\. tailgate:page\n/);
    expect(text).toContain('.. rubric:: What was measured');
    expect(text).toContain('     - ``GET /search?q=shoes|boots``\n');
    expect(text).toContain(
      '.. image:: performance/latency-search.svg\n   :alt: search\\: latency by percentile',
    );
    expect((await scene.run({ write: scene.at('docs/performance.rst'), check: 'all' })).code).toBe(0);
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
    expect(err).toContain(
      'lookup at 5 req/s is left out: the record measured it under another load or with another request.',
    );
    expect(err).toContain('lookup at 1000 req/s is left out: the record does not hold it.');
    expect(scene.read(PAGE)).not.toContain('lookup');
  });
});

describe('tailgate page refuses', () => {
  const region = '<!-- tailgate:page -->\n<!-- /tailgate:page -->\n';

  it.each([
    ['a file without markers', '# Title\n', 'has no place for the page', ''],
    ['a second region', `${region}\n${region}`, 'begins twice', ':4'],
    ['a region without an end', 'a\n<!-- tailgate:page -->\ntext\n', 'has no end', ':2'],
    ['an end without a beginning', 'a\n<!-- /tailgate:page -->\n', 'has not begun', ':2'],
    [
      'an end before the beginning',
      '<!-- /tailgate:page -->\n<!-- tailgate:page -->\n',
      'before it begins',
      ':1',
    ],
    ['two ends', `${region}<!-- /tailgate:page -->\n`, 'ends twice', ':3'],
  ])('%s, and leaves it as it is', async (_, text, message, line) => {
    const scene = makeScene();
    scene.store(scene.make(1));
    scene.write(PAGE, text);
    await expect(scene.run()).rejects.toMatchObject({
      message: expect.stringContaining(message),
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
    await expect(scene.run({ write: scene.at('page.html') })).rejects.toThrow(/Markdown or reStructuredText/);
    scene.write('tailgate.yml', CONFIG.replace(/^page:[\s\S]*/m, ''));
    await expect(scene.run()).rejects.toThrow(/which file/);
    await expect(scene.run({ write: join(scene.folder, 'missing', '..', 'docs') })).rejects.toThrow(
      /Markdown/,
    );
  });
});
