/** What both revisions call: one thread, which each call holds for as long as it asks. As a database that is small. */
import { createServer } from 'node:http';
import { block } from './work.mjs';

const server = createServer(({ url }, response) => {
  const ms = Number(new URL(url, 'http://localhost').searchParams.get('ms'));
  if (ms > 0) block(ms);
  response.end();
});
server.keepAliveTimeout = 120_000;
server.listen(Number(process.env.PORT), '127.0.0.1');
