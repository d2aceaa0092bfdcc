// Baskets of twenty lines, in one currency after the other, over one connection for each virtual user.
import { check } from 'k6';
import exec from 'k6/execution';
import grpc from 'k6/net/grpc';

const CURRENCIES = ['EUR', 'USD', 'GBP', 'CHF'];
const ITEMS = 30_000;

const client = new grpc.Client();
client.load(['..'], 'quotes.proto');

export default function () {
  if (__ITER === 0) client.connect(__ENV.BASE_URL.replace('http://', ''), { plaintext: true });
  const basket = exec.scenario.iterationInTest;
  const lines = Array.from({ length: 20 }, (_, line) => ({
    item: `item-${String(((basket * 20 + line) * 7919) % ITEMS).padStart(5, '0')}`,
    quantity: 1 + ((basket + line) % 48),
  }));
  const currency = CURRENCIES[basket % CURRENCIES.length];
  const answer = client.invoke('quotes.v1.Quotes/Quote', { currency, lines });
  check(answer, { 'is quoted': ({ status }) => status === grpc.StatusOK });
}
