import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

const folder = resolve('examples/bookstore');

/** All that an answer's JSON may hold; which of it does depends on the endpoint. */
type Body = {
  id: number | string;
  title: string;
  description: string;
  price: number;
  total: number;
  results: { id: number; score: number }[];
};
type Answer = { status: number; body: Body };

type Shop = { child: ChildProcess; url: string; output: () => string };

const children: ChildProcess[] = [];

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

afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

async function get(url: string): Promise<Answer> {
  const response = await fetch(url);
  return { status: response.status, body: (await response.json()) as Body };
}

async function checkOut(shop: Shop, body: string, method = 'POST'): Promise<Answer> {
  const response = await fetch(`${shop.url}/checkout`, { method, body });
  return { status: response.status, body: (await response.json()) as Body };
}

function ordersIn(dataDir: string): Body[] {
  const text = readFileSync(join(dataDir, 'orders.jsonl'), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

describe('the bookstore', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'bookstore-test-'));
  let shop: Shop;

  beforeAll(async () => {
    shop = await startShop(folder, dataDir);
  });

  afterAll(async () => {
    await stopShop(shop);
    rmSync(dataDir, { recursive: true });
  });

  it('says that it is healthy', async () => {
    expect(await get(`${shop.url}/healthz`)).toEqual({ status: 200, body: { status: 'ok' } });
  });

  it('finds books in which every word occurs, best first', async () => {
    const { status, body } = await get(`${shop.url}/search?q=Silver+LIGHTHOUSE`);
    expect(status).toBe(200);
    expect(body.total).toBeGreaterThan(0);
    const scores = body.results.map((result) => result.score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    for (const { id } of body.results) {
      const { body: book } = await get(`${shop.url}/books/${id}`);
      const text = `${book.title} ${book.description}`.toLowerCase();
      expect(text).toMatch(/\bsilver\b/);
      expect(text).toMatch(/\blighthouse\b/);
    }
  });

  it('shows at most ten of many results, and none for a word that no book has', async () => {
    const many = (await get(`${shop.url}/search?q=the`)).body;
    expect(many.total).toBeGreaterThan(1000);
    expect(many.results).toHaveLength(10);
    expect((await get(`${shop.url}/search?q=lighthouse+zzz`)).body).toMatchObject({ total: 0, results: [] });
    expect((await get(`${shop.url}/search?q=%3F%21`)).body).toMatchObject({ total: 0, results: [] });
  });

  it('looks up a book by its id', async () => {
    const { status, body } = await get(`${shop.url}/books/42`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: 42, title: expect.any(String), description: expect.any(String) });
  });

  it.each([
    ['/search', 400],
    ['/search?q=%20', 400],
    ['/books/0', 404],
    ['/books/999999', 404],
    ['/books/forty-two', 404],
    ['/nowhere', 404],
    ['/checkout', 405],
    ['/books/%E0%A4%A', 404],
  ])('refuses GET %s with %i and a reason', async (path, status) => {
    const answer = await get(shop.url + path);
    expect(answer).toEqual({ status, body: { error: expect.any(String) } });
  });

  it('takes an order and has it on disk when it answers', async () => {
    const price = (await get(`${shop.url}/books/7`)).body.price;
    const { status, body } = await checkOut(shop, '{"item": 7, "quantity": 3}');
    expect(status).toBe(201);
    expect(body).toMatchObject({ item: 7, quantity: 3, total: 3 * price });
    expect(ordersIn(dataDir)).toContainEqual(body);
  });

  it('takes many orders at once without losing or mixing any', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) => checkOut(shop, JSON.stringify({ item: i + 1, quantity: 1 }))),
    );
    expect(answers.every((answer) => answer.status === 201)).toBe(true);
    const ids = new Set(answers.map((answer) => answer.body.id));
    expect(ids.size).toBe(60);
    expect(ordersIn(dataDir).filter((order) => ids.has(order.id))).toHaveLength(60);
  });

  it.each([
    ['no JSON', 'item=7', 400],
    ['no object', '"book"', 400],
    ['null', 'null', 400],
    ['no item', '{"quantity": 1}', 400],
    ['an item that is no number', '{"item": "7", "quantity": 1}', 400],
    ['no quantity', '{"item": 7}', 400],
    ['half a copy', '{"item": 7, "quantity": 0.5}', 400],
    ['no copies', '{"item": 7, "quantity": 0}', 400],
    ['too many copies', '{"item": 7, "quantity": 101}', 400],
    ['a book that is not sold', '{"item": 999999, "quantity": 1}', 404],
    ['a body that is too long', `{"item": 7, "quantity": 1, "note": "${'x'.repeat(20_000)}"}`, 413],
  ])('refuses an order with %s, and writes nothing', async (_, body, status) => {
    const before = ordersIn(dataDir).length;
    expect(await checkOut(shop, body)).toEqual({ status, body: { error: expect.any(String) } });
    expect(ordersIn(dataDir)).toHaveLength(before);
  });
});

describe('starting and stopping the bookstore', () => {
  let dataDir: string;
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it('keeps earlier orders, also after one that was cut off in the middle', async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'bookstore-test-'));
    const first = await startShop(folder, dataDir);
    await checkOut(first, '{"item": 1, "quantity": 1}');
    expect(await stopShop(first)).toBe(0);
    appendFileSync(join(dataDir, 'orders.jsonl'), '{"id": "torn');
    const second = await startShop(folder, dataDir);
    const { body } = await checkOut(second, '{"item": 2, "quantity": 1}');
    expect(await stopShop(second)).toBe(0);
    const lines = readFileSync(join(dataDir, 'orders.jsonl'), 'utf8').trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    expect(JSON.parse(lines[2]!)).toEqual(body);
  });

  it('answers what was asked before SIGTERM, and then ends with 0', async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'bookstore-test-'));
    const shop = await startShop(folder, dataDir);
    // The server has the head of this request when it is told to stop; the body comes after that.
    const body = '{"item": 3, "quantity": 1}';
    const order = request(`${shop.url}/checkout`, {
      method: 'POST',
      headers: { 'content-length': body.length, expect: '100-continue' },
    });
    order.flushHeaders();
    await once(order, 'continue');
    const ended = once(shop.child, 'exit');
    shop.child.kill('SIGTERM');
    const answered = once(order, 'response');
    await refusesConnections(shop.url);
    order.end(body);
    const [response] = await answered;
    response.resume();
    expect(response.statusCode).toBe(201);
    expect((await ended)[0]).toBe(0);
    expect(ordersIn(dataDir)).toMatchObject([{ item: 3 }]);
  });

  it('removes the temporary folder that it made for itself', async () => {
    dataDir = '';
    const shop = await startShop(folder, undefined);
    const made = shop.output().match(/orders in (.*)/)?.[1] ?? '';
    expect(existsSync(join(made, 'orders.jsonl'))).toBe(true);
    expect(await stopShop(shop)).toBe(0);
    expect(existsSync(made)).toBe(false);
  });
});

/** Waits until a server no longer listens: only then has it seen its signal. */
async function refusesConnections(url: string): Promise<void> {
  for (;;) {
    try {
      await fetch(`${url}/healthz`, { headers: { connection: 'close' } });
    } catch {
      return;
    }
  }
}

describe('the revisions of the demo', () => {
  it('answers the same without the index, only by another way', async () => {
    const { withoutIndex } = await import(join(folder, 'revisions.mjs'));
    const changed = mkdtempSync(join(tmpdir(), 'bookstore-test-'));
    cpSync(folder, changed, { recursive: true, filter: (source) => !source.includes('.tailgate') });
    const path = join(changed, withoutIndex.file);
    writeFileSync(path, withoutIndex.edit(readFileSync(path, 'utf8')));
    expect(readFileSync(path, 'utf8')).not.toMatch(/index/i);

    const dataDir = mkdtempSync(join(tmpdir(), 'bookstore-test-'));
    const indexed = await startShop(folder, dataDir);
    const scanning = await startShop(changed, dataDir);
    for (const query of [
      'silver lighthouse',
      'lighthouse',
      'the',
      'THE owl of',
      'marek',
      'lighthouse zzz',
      '!',
      'a a',
    ]) {
      const path = `/search?q=${encodeURIComponent(query)}`;
      expect(await get(scanning.url + path)).toEqual(await get(indexed.url + path));
    }
    await stopShop(indexed);
    await stopShop(scanning);
    rmSync(changed, { recursive: true });
    rmSync(dataDir, { recursive: true });
  });

  it('changes only a comment in the innocent one', async () => {
    const { rewordedComment } = await import(join(folder, 'revisions.mjs'));
    const before = readFileSync(join(folder, rewordedComment.file), 'utf8');
    const after = rewordedComment.edit(before);
    const code = (text: string) => text.replaceAll(/\/\*\*[\s\S]*?\*\//g, '');
    expect(after).not.toBe(before);
    expect(code(after)).toBe(code(before));
  });
});
