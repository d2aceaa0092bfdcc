/**
 * Starts the bookstore on 127.0.0.1:$PORT (default 3000). Orders go to $DATA_DIR/orders.jsonl; without DATA_DIR
 * to a temporary folder, which goes when the shop closes.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openOrderLog } from './order-log.mjs';
import { makeShop } from './shop.mjs';

const GRACE_MS = 3000;

const temporary = !process.env.DATA_DIR;
const directory = temporary ? mkdtempSync(join(tmpdir(), 'bookstore-')) : process.env.DATA_DIR;
mkdirSync(directory, { recursive: true });
const orderLog = openOrderLog(join(directory, 'orders.jsonl'));
const server = createServer(makeShop(orderLog));

server.listen(Number(process.env.PORT || 3000), '127.0.0.1', () => {
  console.log(`bookstore: http://127.0.0.1:${server.address().port}, orders in ${directory}`);
});

/** Answers what was asked already, keeps what was ordered, then ends. */
function stop() {
  server.close(async () => {
    await orderLog.close();
    if (temporary) rmSync(directory, { recursive: true });
    process.exit(0);
  });
  // A connection that is kept alive is idle, and can go, only after the answer that was under way on it.
  setInterval(() => server.closeIdleConnections(), 50).unref();
  setTimeout(() => server.closeAllConnections(), GRACE_MS).unref();
}

process.once('SIGTERM', stop);
process.once('SIGINT', stop);
