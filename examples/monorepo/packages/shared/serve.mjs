import { createServer } from 'node:http';

/** Serves what `answer(path)` returns as JSON, on 127.0.0.1:$PORT. */
export function serve(answer) {
  const server = createServer((request, response) => {
    const body = answer(new URL(request.url, 'http://service').pathname);
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? { error: 'not found' }));
  });
  server.listen(Number(process.env.PORT || 3000), '127.0.0.1');
  process.once('SIGTERM', () => process.exit(0));
}
