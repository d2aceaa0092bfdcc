// Bookings into accounts that are new each time, so that none waits for another's row.
import { check } from 'k6';
import exec from 'k6/execution';
import http from 'k6/http';
import { Counter, Trend } from 'k6/metrics';

/** Time (ms) from BEGIN to COMMIT, as the ledger tells it: without HTTP. */
const booking = new Trend('booking', true);
const transactions = new Counter('transactions');

export function worldToAny() {
  book([{ source: 'world', destination: nameAccount('to'), asset: 'COIN', amount: 1 }]);
}

export function anyToAny() {
  book([{ source: nameAccount('from'), destination: nameAccount('to'), asset: 'COIN', amount: 1 }]);
}

function book(postings) {
  const answer = http.post(`${__ENV.BASE_URL}/transactions`, JSON.stringify({ postings }), {
    headers: { 'content-type': 'application/json' },
  });
  if (!check(answer, { 'is booked': ({ status }) => status === 201 })) return;
  booking.add(Number(/dur=([\d.]+)/.exec(answer.headers['Server-Timing'])[1]));
  transactions.add(1);
}

/** Names an account that no other iteration has, in any k6 process of this instance. */
function nameAccount(side) {
  return `${side}:${exec.vu.idInTest}-${exec.scenario.iterationInTest}-${Date.now().toString(36)}`;
}
