/** A service whose paths differ by what is known: `/later` answers 10 ms after `/raw`, `/twice` takes twice its time. */
import { createServer } from 'node:http';

/** Heavy-tailed times (ms), of which each follows a little from the last, and which drift along the minute. */
const times = {};
function draw(path) {
  const normal = Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
  times[path] = 0.3 * (times[path] ?? 0) + Math.sqrt(1 - 0.3 ** 2) * normal;
  const drift = 0.2 * Math.sin((2 * Math.PI * Date.now()) / 60_000);
  // What HTTP itself takes, some tenths of a millisecond, is not doubled. It is little beside this.
  return 30 * Math.exp(0.4 * times[path] + drift);
}

/** The answer is not before its time by the clock, and the timer's lateness does not count towards a factor. */
function wait(ms, then) {
  const due = performance.now() + ms;
  setTimeout(
    function check() {
      if (performance.now() >= due) then();
      else setImmediate(check);
    },
    Math.max(0, ms - 2),
  );
}

createServer((request, response) => {
  const time = draw(request.url);
  const ms = request.url === '/later' ? time + 10 : request.url === '/twice' ? 2 * time : time;
  wait(ms, () => response.end('ok'));
}).listen(Number(process.env.PORT), '127.0.0.1');
