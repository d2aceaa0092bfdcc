import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/read.ts';
import { startInstance } from '../../src/services/instance.ts';
import type { Keeper } from '../../src/services/keeper.ts';
import { startKeeper } from '../../src/services/keeper.ts';
import { listHttpsFiles } from './https.ts';
import { surroundHead } from './surroundings.ts';

let folder: string;
let keeper: Keeper;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tailgate-test-'));
  keeper = startKeeper(folder);
});
afterEach(async () => {
  await keeper.close();
  rmSync(folder, { recursive: true, force: true });
});

function start(tls: string) {
  for (const [name, text] of Object.entries(listHttpsFiles(tls))) writeFileSync(join(folder, name), text);
  const config = readConfig(join(folder, 'tailgate.yml'), folder);
  return startInstance(surroundHead(config, folder, keeper, new AbortController().signal), 'head_1');
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
});
