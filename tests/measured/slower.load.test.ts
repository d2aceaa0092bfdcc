import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CONFIG, FILES } from '../cli/pair.ts';
import { createRepository } from '../cli/repository.ts';
import { measure, type Scene, skipRobbed } from './scene.ts';

const PLANTED = {
  GITHUB_TOKEN: 'ghs_planted0123456789',
  'INPUT_GITHUB-TOKEN': 'input-planted-0123456789',
  ACTIONS_RUNTIME_TOKEN: 'runtime-planted-0123456789',
  SHOP_PASSWORD: 'password-planted-0123456789',
};

/** The fewest blocks, as base and head are an order of magnitude apart. */
const BRIEF = `secrets: [SHOP_PASSWORD]
measure: { budget: 8s, soak: 0s }
baseline: { confidence: 60%, tolerance: 50% }
explain: off
`;

let base: string;
let scene: Scene;
beforeAll(async () => {
  const config = CONFIG.replace('200ms', '80ms').replace(
    /^( +)start:/m,
    `$1build: "true ${PLANTED.SHOP_PASSWORD}"\n$1start:`,
  );
  scene = await measure(
    () => {
      const repository = createRepository({ ...FILES, 'tailgate.yml': config + BRIEF }, { k6: 'real' });
      base = repository.commit({ '.gitignore': 'ignored\n' });
      repository.write('ignored', 'mine');
      repository.write('delay', '25');
      return repository;
    },
    [],
    PLANTED,
  );
});

beforeEach((context) => skipRobbed(context, scene));

describe('a change that is slower than its parent, not committed', () => {
  it('is blocked, in each result alike', () => {
    expect(scene.code, scene.said).toBe(1);
    const { verdict, blocks, changes, headline } = scene.json;
    expect([verdict, blocks]).toEqual(['regressed', true]);
    expect(changes).toContainEqual(
      expect.objectContaining({ label: 'search', metric: 'p50', outcome: 'regressed' }),
    );
    const [figure] = /\d[\d.]* times/.exec(headline)!;
    for (const text of [scene.stdout, scene.read('comment.md'), scene.read('report.html')])
      expect(text.replace(/\s+|&#160;|&nbsp;/g, ' ')).toContain(figure);
    expect(scene.read('comment.md')).toContain(base.slice(0, 7));
    expect(scene.read('junit.xml')).toMatch(/<failure/);
  });

  it('leaves the checkout as it was, no record, and nothing else', () => {
    expect(scene.isUntouched).toBe(true);
    expect(scene.left).toEqual([]);
    expect(scene.record).toBe('');
  });

  it('keeps logs and scripts, and no token or secret anywhere', () => {
    expect(scene.kept('k6').some((name) => /block-.*\.js$/.test(name))).toBe(true);
    const logs = scene
      .kept('logs')
      .map((name) => scene.read(`kept/logs/${name}`))
      .join('');
    expect(logs).toMatch(/environment \{.*TAILGATE_INSTANCE/);
    expect(logs).not.toMatch(/INPUT_|ACTIONS_/);
    const results = (['comment.md', 'result.json', 'report.html', 'junit.xml'] as const).map(scene.read);
    const all = [logs, scene.said, ...results].join('\n');
    for (const secret of Object.values(PLANTED)) expect(all).not.toContain(secret);
  });

  it('has told in order what was done', () => {
    const details = scene.stderr.split('\n').filter((line) => line.startsWith('◦ '));
    const ending = String.raw`: exit code 0 after \d+ ms$`;
    const order = [
      new RegExp(String.raw`^◦ true \*\*\*${ending}`),
      new RegExp(String.raw`^◦ \S+ run .*block-1-\S+\.js${ending}`),
    ];
    const places = order.map((pattern) => details.findIndex((line) => pattern.test(line)));
    expect(places, scene.said).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });
});
