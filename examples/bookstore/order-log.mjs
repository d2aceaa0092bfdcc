import { createWriteStream } from 'node:fs';

/**
 * Opens a log of orders: one JSON document per line, appended.
 *
 * An order counts as taken once its line was handed to the operating system: it survives a crash of this
 * process, though not one of the machine (that would take an fdatasync, whose time is the disk's, not ours).
 * The stream writes those that arrive together at once.
 */
export function openOrderLog(path) {
  const stream = createWriteStream(path, { flags: 'a' });
  return {
    /** Resolves when the order has been written. */
    append(order) {
      return new Promise((resolve, reject) => {
        stream.write(`${JSON.stringify(order)}\n`, (error) => (error ? reject(error) : resolve()));
      });
    },
    close() {
      return new Promise((resolve) => stream.end(resolve));
    },
  };
}
