/** A list in JSON, compressed as a browser asks. */
import { createServer } from 'node:http';
import compression from 'compression';

const compress = compression();
const books = Array.from({ length: 500 }, (_, id) => ({ id, title: `Book ${id * 7919}`, tags: ['a'] }));
createServer((request, response) =>
  compress(request, response, () => {
    const limit = Number(new URL(request.url, 'http://a').searchParams.get('limit'));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(books.slice(0, limit)));
  }),
).listen(Number(process.env.PORT), '127.0.0.1');
