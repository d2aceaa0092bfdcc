/** Records of another system, checked before they are passed on. */
import { createServer } from 'node:http';
import { z } from 'zod';

const person = { name: 'Ann', mail: 'ann@example.com' };
const record = { title: 'Book', kind: 'novel', author: person, tags: ['a', 'b'], price: 7, shelf: 'B2' };
const records = Array.from({ length: 1000 }, (_, id) => ({ id, ...record }));
const author = z.object({ name: z.string(), mail: z.string().email(), born: z.number().int().optional() });
const [kind, tags] = [z.enum(['novel', 'poem', 'play']), z.array(z.string())];
const title = z.string().min(1).max(80);
const book = z.object({ id: z.number().int(), title, kind, author, tags, price: z.number().nullable() });
createServer(({ url }, response) => {
  const count = Number(new URL(url, 'http://a').searchParams.get('count'));
  const books = z.array(book).parse(records.slice(0, count));
  response.setHeader('content-type', 'application/json').end(JSON.stringify(books.slice(0, 20)));
}).listen(Number(process.env.PORT), '127.0.0.1');
