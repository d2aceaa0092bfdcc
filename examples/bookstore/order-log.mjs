import { open } from 'node:fs/promises';

/**
 * Opens a log of orders: one JSON document per line, appended.
 *
 * An order counts as taken once its line was handed to the operating system: it survives a crash of this
 * process, though not one of the machine (that would take an fdatasync, whose time is the disk's, not ours).
 * Orders that arrive while a write is under way wait for it and share the next one.
 */
export async function openOrderLog(path) {
  const file = await open(path, 'a+');
  if (await endsInTornLine(file)) await file.appendFile('\n');
  let waiting = [];
  let writing = null;

  async function writeAll() {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await file.appendFile(batch.map((entry) => entry.line).join(''));
        for (const entry of batch) entry.resolve();
      } catch (error) {
        for (const entry of batch) entry.reject(error);
      }
    }
    writing = null;
  }

  return {
    /** Resolves when the order has been written. */
    append(order) {
      return new Promise((resolve, reject) => {
        waiting.push({ line: `${JSON.stringify(order)}\n`, resolve, reject });
        writing ??= writeAll();
      });
    },
    async close() {
      await writing;
      await file.close();
    },
  };
}

/** Whether an earlier process died in the middle of a write; that order was never confirmed. */
async function endsInTornLine(file) {
  const { size } = await file.stat();
  if (size === 0) return false;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer.toString() !== '\n';
}
