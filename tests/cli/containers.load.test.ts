import { describe, expect, it } from 'vitest';
import { measure } from '../measured/scene.ts';
import { hasCompose } from './docker.ts';
import { BY_COMPOSE, IMAGE, useDocker } from './shop.ts';

const { engine, createShop, environment } = useDocker();

describe('a run of what is in containers', () => {
  it('finds out a smaller pool behind compose, with fixed names and ports, and its costs', async (context) => {
    if (!hasCompose()) context.skip('there is no compose here');
    const make = () => createShop(BY_COMPOSE, { capacity: '7\n' }, 'real');
    const scene = await measure(make, ['--base', 'HEAD~1'], environment());
    const { code, said, json } = scene;
    expect(code, said).toBe(1);
    const { record } = json;
    const slices = record.steps[0].instances.flatMap((instance: { slices: object[] }) => instance.slices);
    expect(slices.length).toBeGreaterThan(4);
    for (const { cpu, memory } of slices) {
      expect(cpu).toBeGreaterThan(0);
      expect(memory).toBeGreaterThan(1);
    }
    expect(engine().things()).toEqual([]);
  });

  it('passes where nothing has changed but a file beside it', async () => {
    // Few are called faster by chance then: one of ten.
    const config = IMAGE.replace('confidence: 75%, tolerance: 10%', 'confidence: 90%, tolerance: 50%');
    const make = () => createShop(config, { notes: 'new\n' }, 'real');
    const scene = await measure(make, ['--base', 'HEAD~1'], environment());
    const { code, said, stdout } = scene;
    expect(code, said).toBe(0);
    // How much few starts can tell depends on the machine.
    expect(stdout).toMatch(/No slowdown|no slowdown found/);
  });
});
