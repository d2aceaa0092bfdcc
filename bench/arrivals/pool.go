// A pool of 16 workers that take 10 ms for each request; the others wait in line. Its capacity is 1,600 req/s.
const { createServer } = require('node:http');

const WORKERS = 16;
const MS = 10;
const waiting = [];
let busy = 0;

function work(response) {
  busy++;
  const end = performance.now() + MS;
  const finish = () => {
    const left = end - performance.now();
    // Timers have whole milliseconds, and may be late.
    if (left > 1.5) return setTimeout(finish, left - 1);
    if (left > 0) return setImmediate(finish);
    response.end('ok');
    busy--;
    if (waiting.length > 0) work(waiting.shift());
  };
  setTimeout(finish, MS - 1);
}

createServer((request, response) => {
  if (request.url === '/healthz') return response.end();
  if (busy < WORKERS) work(response);
  else waiting.push(response);
}).listen(process.env.PORT, '127.0.0.1');
