import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeFolder } from '../folders.ts';

const folder = resolve('examples/bookstore');

type Shop = { url: string; data: string; stop(): Promise<number | null> };
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

/** Starts the shop of a folder on a free port and waits until it says where it listens, and where it keeps its orders. */
async function startShop(from = folder): Promise<Shop> {
  const { DATA_DIR: _, ...environment } = process.env;
  const env = { ...environment, PORT: '0' };
  const child = spawn(process.execPath, ['server.mjs'], {
    cwd: from,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  let said = '';
  while (!said.includes('\n'))
    said += (await once(child.stdout, 'data', { signal: AbortSignal.timeout(10_000) }))[0];
  const [, url, data] = /(http:\S+), orders in (.*)/.exec(said)!;
  const stop = async () => {
    child.kill('SIGTERM');
    return (await once(child, 'exit'))[0];
  };
  return { url: url!, data: data!, stop };
}

async function ask(url: string, body?: string) {
  const response = await fetch(url, body === undefined ? {} : { method: 'POST', body });
  return { status: response.status, body: (await response.json()) as ReturnType<typeof JSON.parse> };
}

it('the bookstore finds books, refuses mistakes, has each order on disk when it answers, and leaves nothing', async () => {
  const { url, data, stop } = await startShop();
  expect(await ask(`${url}/healthz`)).toEqual({ status: 200, body: { status: 'ok' } });
  const { body } = await ask(`${url}/search?q=Silver+LIGHTHOUSE`);
  expect(body.total).toBeGreaterThan(0);
  for (const { id } of body.results) {
    const { body: book } = await ask(`${url}/books/${id}`);
    const text = `${book.title} ${book.description}`.toLowerCase();
    expect([text.includes('silver'), text.includes('lighthouse')]).toEqual([true, true]);
  }
  const refused = ['{"item": 7, "quantity": 0.5}', '{"item": 999999, "quantity": 1}', 'x'.repeat(20_000)];
  const answers = await Promise.all(refused.map((order) => ask(`${url}/checkout`, order)));
  expect(answers.map(({ status }) => status)).toEqual([400, 404, 413]);
  const order = '{"item": 7, "quantity": 3}';
  const taken = await Promise.all(Array.from({ length: 60 }, () => ask(`${url}/checkout`, order)));
  const kept = readFileSync(join(data, 'orders.jsonl'), 'utf8').trimEnd().split('\n');
  expect(kept.sort()).toEqual(taken.map(({ body }) => JSON.stringify(body)).sort());
  expect(await stop()).toBe(0);
  expect(existsSync(data)).toBe(false);
});

type Revision = { replace: { file: string; old: string; new: string }[] };

/** Edits a copy of the shop as the demo does. */
function revise({ replace }: Revision): string {
  const changed = makeFolder('bookstore-test');
  cpSync(folder, changed, { recursive: true, filter: (source) => !source.includes('.tailgate') });
  for (const { file, old, new: replacement } of replace) {
    const parts = readFileSync(join(changed, file), 'utf8').split(old);
    expect(parts).toHaveLength(2);
    writeFileSync(join(changed, file), parts.join(replacement));
  }
  return changed;
}

it('the revisions of the demo change what they say: how books are found, nothing but a comment, the pool', async () => {
  const { withoutIndex, rewordedComment, smallerPool } = await import(join(folder, 'revisions.mjs'));
  const changed = revise(withoutIndex);
  expect(readFileSync(join(changed, 'search.mjs'), 'utf8')).not.toMatch(/index/i);
  const shops = [await startShop(), await startShop(changed)];
  for (const query of ['silver lighthouse', 'the', 'THE owl of', 'lighthouse zzz', '!', 'a a']) {
    const [indexed, scanning] = await Promise.all(
      shops.map(({ url }) => ask(`${url}/search?q=${encodeURIComponent(query)}`)),
    );
    expect(scanning).toEqual(indexed);
  }
  await Promise.all(shops.map(({ stop }) => stop()));
  const code = (from: string) =>
    readFileSync(join(from, 'search.mjs'), 'utf8').replaceAll(/\/\*\*[\s\S]*?\*\//g, '');
  expect(code(revise(rewordedComment))).toBe(code(folder));
  revise(smallerPool);
});
