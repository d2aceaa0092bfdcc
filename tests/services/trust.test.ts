import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { measureBlock } from '../../src/blocks/block.ts';
import { readConfig } from '../../src/config/read.ts';
import { layOutBlock } from '../../src/plan/layout.ts';
import { planRun } from '../../src/plan/planning.ts';
import { silent } from '../../src/progress.ts';
import { startInstance } from '../../src/services/instance.ts';
import { folder, keeper, useKeeper } from '../keeper.ts';
import { listHttpsFiles } from './https.ts';
import { NOTHING_SHARED, surroundHead } from './surroundings.ts';

useKeeper();

function start(tls: string, { signal } = new AbortController()) {
  for (const [name, text] of Object.entries(listHttpsFiles(tls))) writeFileSync(join(folder, name), text);
  const config = readConfig(join(folder, 'tailgate.yml'), folder);
  return startInstance(surroundHead(config, folder, keeper, signal), 'head_1');
}

/** Measures one block of a pair; each arm has a folder of its own, and so a certificate of its own. */
async function measure(tls: string) {
  const { signal } = new AbortController();
  const surround = (arm: 'head' | 'base') => {
    const directory = join(folder, arm);
    mkdirSync(directory);
    for (const [name, text] of Object.entries(listHttpsFiles(tls)))
      writeFileSync(join(directory, name), text);
    const config = readConfig(join(directory, 'tailgate.yml'), directory);
    return { ...surroundHead(config, directory, keeper, signal), arm };
  };
  const [head, base] = [surround('head'), surround('base')];
  const warmUpSeconds = new Map([
    ['asked', 1],
    ['scripted', 1],
  ]);
  const plan = planRun(head.config, { paired: true });
  const stages = layOutBlock(plan, { index: 0, first: 'head', headOnly: new Set(), warmUpSeconds });
  return measureBlock(stages, 0, {
    arms: { head, base },
    shared: NOTHING_SHARED,
    k6: inject('k6'),
    seed: 1,
    folder,
    progress: silent,
    planned: 1,
    repeatDisturbed: false,
  });
}

describe('a service whose certificate nobody knows', () => {
  it('is ready with the file that its preparation makes, of which only certificates are kept', async () => {
    const instance = await start('tls: {ca: both.pem}');
    expect(readFileSync(join(folder, 'both.pem'), 'utf8')).toContain('PRIVATE KEY');
    expect(instance.trust).toEqual({
      ca: expect.stringMatching(/^-----BEGIN CERTIFICATE-----[\w\s+/=]+-----END CERTIFICATE-----$/),
    });
    await instance.stop();
  });

  it('is ready where any is accepted', async () => {
    const instance = await start('tls: {insecure: true}');
    expect(instance.trust).toEqual({ insecure: true });
    await instance.stop();
  });

  it.each([
    [
      '',
      'self-signed certificate; name it with `tls: {ca: FILE}`, or accept any with `tls: {insecure: true}`',
    ],
    ['tls: {ca: none.pem}', '`tls.ca` cannot be read: ENOENT'],
    ['tls: {ca: key.pem}', '`tls.ca` has no certificate in PEM: key.pem'],
    ['tls: {ca: earlier.pem}', 'self-signed certificate; `tls.ca` has another one'],
  ])('is not ready otherwise, and says what to do: %s', async (tls, message) => {
    await (await start('tls: {insecure: true}')).stop();
    copyFileSync(join(folder, 'cert.pem'), join(folder, 'earlier.pem'));
    await expect(start(tls)).rejects.toMatchObject({
      kind: 'not-ready',
      message: expect.stringContaining(message),
    });
  });

  it('is stopped as any other where the start is interrupted before there is a certificate', async () => {
    const controller = new AbortController();
    const starting = start('tls: {ca: none.pem}', controller);
    setTimeout(() => controller.abort('SIGINT'), 300);
    const instance = await starting;
    expect(instance.trust).toBeUndefined();
    await instance.stop();
  });

  it.each(['tls: {ca: cert.pem}', 'tls: {insecure: true}'])(
    'is measured beside the base, by requests and by a script: %s',
    async (tls) => {
      const block = await measure(tls);
      expect(block).toMatchObject({ crash: null, failure: null, failures: [] });
      const seen = block.kept.map(({ slot, slices }) => ({
        of: `${slot.step.label} on ${slot.arm}`,
        ok: slices.every(({ ok }) => ok > 0),
        failed: slices.reduce((sum, { failed }) => sum + failed, 0),
      }));
      expect(new Set(seen.map(({ of }) => of)).size).toBe(4);
      for (const { ok, failed } of seen) expect({ ok, failed }).toEqual({ ok: true, failed: 0 });
    },
  );
});
