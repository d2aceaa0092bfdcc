import { describe, expect, it } from 'vitest';
import { makeScene } from './scene.ts';

describe('tailgate page', () => {
  it('makes a page from the newest record', async () => {
    const scene = makeScene();
    for (const day of [1, 2, 3]) scene.store(scene.make(day));
    const { code, out, err } = await scene.run();
    console.log(out, err, scene.read('docs/performance.md'));
    expect(code).toBe(0);
    await scene.run({ write: scene.at('x.rst') });
    console.log(scene.read('x.rst').slice(0, 3000));
    console.log(await scene.run({ check: 'all' }), await scene.run({ check: 'structure', maxAge: '1d' }));
  });
});
