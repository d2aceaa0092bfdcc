import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startK6 } from '../../src/k6/process.ts';
import { writeScript } from '../../src/k6/script.ts';
import { layOutBlock } from '../../src/plan/layout.ts';
import { planRun } from '../../src/plan/planning.ts';
import { type Keeper, startKeeper } from '../../src/services/keeper.ts';
import { makeConfig, makeScenario, withServer } from '../fixtures.ts';

let folder: string;
let keeper: Keeper;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tailgate-test-'));
  keeper = startKeeper(folder);
});
afterAll(async () => {
  await keeper.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A program of a second or so that calls a script of the user's. */
function planScript(path: string) {
  const load = { kind: 'arrival-rate', rate: 20 } as const;
  const scenarios = [makeScenario({ work: { kind: 'script', path, exec: 'default' }, load })];
  const plan = planRun(makeConfig({ scenarios }), { budgetSeconds: 1.2, paired: false });
  const order = { index: 0, first: 'head', headOnly: new Set<string>(), warmUpSeconds: new Map() } as const;
  return layOutBlock(plan, order)[0]!.programs[0]!;
}

let scripts = 0;

/** Lets a script send what it likes, beside a service that redirects. @returns the kinds of failure that were told */
async function send(code: string, options: string): Promise<string[]> {
  const name = `script-${++scripts}`;
  const path = join(folder, `${name}.js`);
  writeFileSync(
    path,
    `import http from 'k6/http'; export const options = ${options};
     export default () => { http.get(__ENV.BASE_URL + '/fine'); ${code} };`,
  );
  const program = planScript(path);
  const result = await withServer(
    (request, response) => {
      if (request.url!.startsWith('/to/'))
        response.writeHead(302, { location: `http://${request.url!.slice(4)}/` });
      response.end('ok');
    },
    async (targetUrl) => {
      const { finished } = await startK6({
        binary: inject('k6'),
        folder,
        name: `${name}-driver`,
        script: writeScript({ program, targetUrl, confined: true, requestOf: () => null }),
        cwd: folder,
        targetUrl,
        environment: process.env,
        keeper,
      });
      return finished;
    },
  );
  if (result.kind !== 'measured') throw new Error(`${result.message}\n${result.log}`);
  // What goes to this machine is answered.
  expect(Object.values(result.summary.slots)[0]!.slices.some(({ latency }) => latency !== null)).toBe(true);
  return result.told.map(({ label, text }) => `${label}: ${text}`);
}

describe('k6 that is confined to this machine', () => {
  it.concurrent.each([
    ['a script that names one', "http.get('http://192.0.2.1/');", '{}'],
    ['a redirect of the service', "http.get(__ENV.BASE_URL + '/to/192.0.2.1');", '{}'],
    ['a name that stands for one', "http.get('http://far.test/');", "{ hosts: { 'far.test': '10.1.2.3' } }"],
    ['an address of IPv6', "http.get('http://[2001:db8::1]/');", '{}'],
    ['an option that lifts the confinement', "http.get('http://198.51.100.1/');", '{ blacklistIPs: [] }'],
    ['the wildcard address', "http.get('http://0.0.0.0:9/');", '{}'],
  ])('connects to no other: %s', async (_, code, options) => {
    const failures = await send(code, options);
    expect(failures).toEqual([expect.stringMatching(/^search: not sent: it would go to another machine/)]);
  });

  it.concurrent('keeps what a script forbids itself', async () => {
    const failures = await send("http.get('http://127.0.0.9:9/');", "{ blacklistIPs: ['127.0.0.9/32'] }");
    expect(failures).toEqual([expect.stringMatching(/^search: not sent: /)]);
  });

  it('knows all addresses but those of this machine', () => {
    const written = (confined: boolean) => {
      const script = writeScript({
        program: planScript('/s.js'),
        targetUrl: '',
        confined,
        requestOf: () => null,
      });
      return JSON.parse(/^const BLOCKED = (.*);$/m.exec(script)![1]!) as string[];
    };
    expect(written(false)).toEqual([]);
    const blocked = new BlockList();
    for (const range of written(true)) {
      const [address, bits] = range.split('/');
      blocked.addSubnet(address!, Number(bits), address!.includes(':') ? 'ipv6' : 'ipv4');
    }
    for (let octet = 0; octet < 256; octet++) {
      expect(blocked.check(`${octet}.255.0.1`), String(octet)).toBe(octet !== 127);
    }
    expect(blocked.check('::1', 'ipv6')).toBe(false);
    for (let group = 1; group < 0x10000; group += 37)
      expect(blocked.check(`${group.toString(16)}::1`, 'ipv6'), String(group)).toBe(true);
    for (const address of ['64:ff9b::a00:1', 'fe80::1', 'fd00::1', '2001:db8::1'])
      expect(blocked.check(address, 'ipv6'), address).toBe(true);
  });
});
