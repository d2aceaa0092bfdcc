import { writeFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeDriver } from '../../src/k6/driver.ts';
import { makeScenario } from '../fixtures.ts';
import { expectMeasured, folder, layOut, measure, useK6 } from './measure.ts';

useK6();

let scripts = 0;

/** Lets a script send what it likes, beside a service that redirects. @returns the kinds of failure that were told */
async function send(code: string, options: string): Promise<string[]> {
  const path = join(folder, `script-${++scripts}.js`);
  writeFileSync(
    path,
    `import http from 'k6/http'; export const options = ${options};
     export default () => { http.get(__ENV.BASE_URL + '/fine'); ${code} };`,
  );
  const load = { kind: 'arrival-rate', rate: 20 } as const;
  const work = { kind: 'script', path, exec: 'default' } as const;
  const { result, slots } = await measure([makeScenario({ work, load })], (request, response) => {
    if (request.url!.startsWith('/to/'))
      response.writeHead(302, { location: `http://${request.url!.slice(4)}/` });
    response.end('ok');
  });
  expectMeasured(result);
  // What goes to this machine is answered.
  expect(slots[0]!.slices.some(({ ok }) => ok > 0)).toBe(true);
  return result.told.map(({ label, text }) => `${label}: ${text}`);
}

describe('k6 that is confined to this machine', () => {
  it.concurrent.each([
    ['a script that names one', "http.get('http://192.0.2.1/');", '{}'],
    ['a redirect of the service', "http.get(__ENV.BASE_URL + '/to/192.0.2.1');", '{}'],
    ['a name that stands for one', "http.get('http://far.test/');", "{ hosts: { 'far.test': '10.1.2.3' } }"],
    ['an option that lifts the confinement', "http.get('http://198.51.100.1/');", '{ blacklistIPs: [] }'],
  ])('connects to no other: %s', async (_, code, options) => {
    // Four k6 at once: on a busy machine the service itself may answer too late.
    const failures = (await send(code, options)).filter((text) => text !== 'search: 1050 request timeout');
    expect(failures).toEqual([expect.stringMatching(/^search: not sent: it would go to another machine/)]);
  });

  it('knows all addresses but those of this machine', () => {
    const program = layOut([makeScenario({ load: { kind: 'users', users: 1 } })]);
    const written = (confined: boolean) => {
      const script = writeDriver({ program, confined, dealOf: () => null });
      return JSON.parse(/^const PROGRAM = (.*);$/m.exec(script)![1]!).blocked as string[];
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
