import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { dealOut } from '../../src/blocks/requests.ts';
import { readConfig } from '../../src/config/read.ts';
import { readSlots } from '../../src/k6/summary.ts';
import type { Arm } from '../../src/measurement/measurement.ts';
import { layOutBlock, measureLength } from '../../src/plan/layout.ts';
import { planRun } from '../../src/plan/planning.ts';
import { isInTurns } from '../../src/plan/slot.ts';
import { drive, expectMeasured, folder, useK6 } from './measure.ts';

const CONFIG = `
service:
  start: node server.cjs
  url: http://127.0.0.1:\${PORT}
scenarios:
  shop:
    data: items.csv
    requests:
      - request: GET /items/\${data.id}?t=\${data.title}
        weight: 3
      - request:
          method: POST
          path: /basket
          expect: {status: 303}
          headers: {x-item: "\${data.id}"}
          json: {item: "\${data.id}", note: "about \${data.title}"}
    slo: p50 < 200ms at 200 req/s
measure:
  budget: 60s
`;
const TITLES = ['plain', 'a b/c', 'he said "é"', '50 % & more', "it's", '', '+', '?'];
const CSV = `id,title\n${TITLES.map((title, id) => `${id},"${title.replaceAll('"', '""')}"\n`).join('')}`;

useK6();
beforeEach(() => {
  writeFileSync(join(folder, 'tailgate.yml'), CONFIG);
  writeFileSync(join(folder, 'items.csv'), CSV);
});

/** A server that keeps what it was asked, in words. */
async function listen() {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      const url = new URL(request.url!, 'http://x');
      const got = request.method === 'GET' ? url.searchParams.get('t') : JSON.parse(body);
      seen.push(JSON.stringify([request.method, url.pathname, got, request.headers['x-item'] ?? null]));
      if (request.method === 'POST') response.writeHead(303, { location: '/basket/1' });
      response.end('ok');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { seen, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

it('both arms get the same requests with the same values, in shares by weight, rows in order', async () => {
  const config = readConfig('tailgate.yml', folder);
  const plan = planRun(config, { paired: true });
  const order = { index: 0, first: 'head', headOnly: new Set<string>(), warmUpSeconds: new Map() } as const;
  const all = layOutBlock(plan, order)[0]!.programs[0]!.slots;
  const program = measureLength(
    all
      .filter((slot) => isInTurns(slot) && slot.round === 0)
      .map((slot) => ({ ...slot, startSeconds: 0, seconds: 2 })),
  );
  const arms = { head: await listen(), base: await listen() };
  const target = (arm: Arm) => ({ targetUrl: arms[arm].url, fill: (template: string) => template });
  const result = await drive(program, arms.head.url, (slot) =>
    dealOut(slot, 0, target(slot.arm), { config, folder }),
  );
  for (const { server } of Object.values(arms)) server.close();
  expectMeasured(result);
  expect(result.told).toEqual([]);
  const [head, base] = [arms.head.seen, arms.base.seen];
  // Some arrivals at the end may be dealt to one arm only.
  const count = Math.min(head.length, base.length) - 5;
  expect(count).toBeGreaterThan(150);
  // Requests that are on their way together may overtake each other.
  const tally = (seen: string[]) => seen.slice(0, count + 5).sort();
  const difference = tally(head).filter((line, index) => line !== tally(base)[index]);
  expect(new Set(head)).toEqual(new Set(base));
  expect(difference.length).toBeLessThan(count / 2);
  const posts = head.filter((line) => line.startsWith('["POST"'));
  // Of every other request nothing but its number is known: answers of both arms are looked at.
  const slots = readSlots(result.summary, program.slots);
  expect(slots.map(({ slot }) => slot.arm).sort()).toEqual(['base', 'head']);
  for (const { answers } of slots) {
    expect(answers.map(({ statuses }) => [...statuses.keys()])).toEqual([[200], [303]]);
    expect(answers[0]!.sizes!.count).toBeGreaterThan(answers[1]!.sizes?.count ?? 0);
  }
  expect(posts.length / head.length).toBeCloseTo(1 / 4, 1);
  const ids = posts.map((line) => JSON.parse(line)[3]);
  expect(new Set(ids).size).toBe(TITLES.length);
  for (const line of head) {
    const [method, path, got, item] = JSON.parse(line);
    if (method === 'GET') expect(got).toBe(TITLES[Number(path.split('/')[2])]);
    else expect(got).toEqual({ item, note: `about ${TITLES[Number(item)]}` });
  }
});
