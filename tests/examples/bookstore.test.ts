import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFolder } from '../folders.ts';

const folder = resolve('examples/bookstore');
const ORDER = '{"item": 7, "quantity": 3}';

type Shop = { child: ChildProcess; url: string; output: () => string };
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

/** Starts the shop of a folder on a free port and waits until it says where it listens. */
async function startShop(from: string, dataDir: string | undefined): Promise<Shop> {
  const env: NodeJS.ProcessEnv = { ...process.env, PORT: '0', DATA_DIR: dataDir };
  if (dataDir === undefined) delete env.DATA_DIR;
  const child = spawn(process.execPath, ['server.mjs'], {
    cwd: from,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const url = await new Promise<string>((found, failed) => {
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const address = output.match(/http:\/\/127\.0\.0\.1:\d+/);
      if (address) found(address[0]);
    });
    child.once('exit', (code) => failed(new Error(`the shop ended with ${code}: ${output}`)));
  });
  return { child, url, output: () => output };
}

async function stopShop({ child }: Shop): Promise<number | null> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  return (await ended)[0];
}

async function ask(url: string, body?: string) {
  const response = await fetch(url, body === undefined ? {} : { method: 'POST', body });
  const parsed: ReturnType<typeof JSON.parse> = await response.json();
  return { status: response.status, body: parsed };
}

const readOrders = (dataDir: string) =>
  readFileSync(join(dataDir, 'orders.jsonl'), 'utf8').trimEnd().split('\n');

describe('the bookstore', () => {
  const dataDir = makeFolder('bookstore-test');
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShop(folder, dataDir);
  });

  it('is healthy, finds the books in which every word occurs, and looks one up', async () => {
    expect(await ask(`${shop.url}/healthz`)).toEqual({ status: 200, body: { status: 'ok' } });
    const { body } = await ask(`${shop.url}/search?q=Silver+LIGHTHOUSE`);
    expect(body.total).toBeGreaterThan(0);
    for (const { id } of body.results) {
      const { body: book } = await ask(`${shop.url}/books/${id}`);
      expect(`${book.title} ${book.description}`.toLowerCase()).toMatch(
        /\bsilver\b[\s\S]*\blighthouse\b|\blighthouse\b[\s\S]*\bsilver\b/,
      );
    }
    expect((await ask(`${shop.url}/search?q=the`)).body.results).toHaveLength(10);
  });

  // biome-ignore format: one refusal a line
  it.each([
    ['/search?q=%20', undefined, 400],
    ['/books/999999', undefined, 404],
    ['/checkout', undefined, 404],
    ['/checkout', 'item=7', 400],
    ['/checkout', '{"item": 7, "quantity": 0.5}', 400],
    ['/checkout', '{"item": 999999, "quantity": 1}', 404],
    ['/checkout', `{"item": 7, "quantity": 1, "note": "${'x'.repeat(20_000)}"}`, 413],
  ])('refuses %s with %s', async (path, body, status) => {
    expect(await ask(shop.url + path, body)).toEqual({ status, body: { error: expect.any(String) } });
  });

  it('takes many orders at once, has each on disk when it answers, and keeps them', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => ask(`${shop.url}/checkout`, ORDER)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const taken = answers.map(({ body }) => JSON.stringify(body));
    expect(new Set(taken).size).toBe(60);
    const again = await startShop(folder, dataDir);
    await ask(`${again.url}/checkout`, ORDER);
    expect(await stopShop(again)).toBe(0);
    expect(readOrders(dataDir)).toEqual(expect.arrayContaining(taken));
  });

  it('answers what was asked before SIGTERM, then ends with 0, and removes its own temporary folder', async () => {
    const shop = await startShop(folder, undefined);
    const made = shop.output().match(/orders in (.*)/)?.[1] ?? '';
    expect(existsSync(join(made, 'orders.jsonl'))).toBe(true);
    // The server has the head of this request when it is told to stop; the body comes after that.
    const headers = { 'content-length': ORDER.length, expect: '100-continue' };
    const order = request(`${shop.url}/checkout`, { method: 'POST', headers });
    order.flushHeaders();
    await once(order, 'continue');
    const ended = once(shop.child, 'exit');
    shop.child.kill('SIGTERM');
    const answered = once(order, 'response');
    // Only once it no longer listens has it seen its signal.
    const headOnly = { headers: { connection: 'close' } };
    while (await fetch(`${shop.url}/healthz`, headOnly).catch(() => null));
    order.end(ORDER);
    const [response] = await answered;
    response.resume();
    expect(response.statusCode).toBe(201);
    expect((await ended)[0]).toBe(0);
    expect(existsSync(made)).toBe(false);
  });
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

describe('the revisions of the demo', async () => {
  const { withoutIndex, rewordedComment, smallerPool } = await import(join(folder, 'revisions.mjs'));

  it('answers the same without the index, only by another way', async () => {
    const changed = revise(withoutIndex);
    expect(readFileSync(join(changed, 'search.mjs'), 'utf8')).not.toMatch(/index/i);
    const [indexed, scanning] = [await startShop(folder, undefined), await startShop(changed, undefined)];
    for (const query of ['silver lighthouse', 'the', 'THE owl of', 'lighthouse zzz', '!', 'a a']) {
      const path = `/search?q=${encodeURIComponent(query)}`;
      expect(await ask(scanning.url + path)).toEqual(await ask(indexed.url + path));
    }
    await Promise.all([indexed, scanning].map(stopShop));
  });

  it('changes only a comment in the innocent one, and something in the pool', () => {
    const code = (from: string) =>
      readFileSync(join(from, 'search.mjs'), 'utf8').replaceAll(/\/\*\*[\s\S]*?\*\//g, '');
    expect(code(revise(rewordedComment))).toBe(code(folder));
    revise(smallerPool);
  });
});
