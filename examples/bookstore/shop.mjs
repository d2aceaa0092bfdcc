import { randomUUID } from 'node:crypto';
import { findBook } from './catalogue.mjs';
import { pay } from './payments.mjs';
import { search } from './search.mjs';

const MOST_COPIES = 100;
const LONGEST_BODY = 10_000; // bytes

/** An answer other than success; thrown anywhere below `handle`. */
class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** Makes the shop's request listener; orders go to `orderLog`. */
export function makeShop(orderLog) {
  async function handle(request) {
    const { pathname, searchParams } = new URL(request.url, 'http://shop');
    const [, place, id] = pathname.split('/');
    switch (`${request.method} /${place}`) {
      case 'GET /healthz':
        return [200, { status: 'ok' }];
      case 'GET /search':
        return [200, searchBooks(searchParams.get('q')?.trim())];
      case 'GET /books':
        return [200, lookUp(id)];
      case 'POST /checkout':
        return [201, await checkOut(await readJson(request), orderLog)];
      default:
        throw new Refusal(404, 'there is nothing here');
    }
  }

  return async (request, response) => {
    try {
      send(response, ...(await handle(request)));
    } catch (error) {
      if (!(error instanceof Refusal)) console.error(error);
      send(response, error.status ?? 500, { error: error.status ? error.message : 'something broke' });
    }
  };
}

function searchBooks(query) {
  if (!query) throw new Refusal(400, 'q is missing: /search?q=silver+lighthouse');
  const { total, results } = search(query);
  const shown = results.map(({ book: { id, title, author }, score }) => ({ id, title, author, score }));
  return { query, total, results: shown };
}

function lookUp(id) {
  const book = findBook(Number(id));
  if (!book) throw new Refusal(404, `there is no book ${id}`);
  return book;
}

async function checkOut({ item, quantity }, orderLog) {
  if (!Number.isInteger(item)) throw new Refusal(400, 'item must be the id of a book');
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > MOST_COPIES) {
    throw new Refusal(400, `quantity must be a whole number from 1 to ${MOST_COPIES}`);
  }
  const book = lookUp(String(item));
  const order = {
    id: randomUUID(),
    at: new Date().toISOString(),
    item,
    quantity,
    total: quantity * book.price,
  };
  await pay();
  await orderLog.append(order);
  return order;
}

async function readJson(request) {
  const chunks = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > LONGEST_BODY) throw new Refusal(413, `a body may have ${LONGEST_BODY} bytes`);
    chunks.push(chunk);
  }
  try {
    const body = JSON.parse(Buffer.concat(chunks).toString());
    if (body !== null && typeof body === 'object') return body;
  } catch {
    // Said below, like any other body that is not an object.
  }
  throw new Refusal(400, 'the body must be a JSON object: {"item": 1, "quantity": 1}');
}

function send(response, status, body) {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}
