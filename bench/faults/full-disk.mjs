/** Loaded into Tailgate's own process: the call FAIL_AT that writes to the file system fails with ENOSPC. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { FAIL_AT, FAIL_MODE, COUNT_FILE } = process.env;
const at = Number(FAIL_AT);
const NAMES = ['appendFile', 'copyFile', 'mkdir', 'mkdtemp', 'rename', 'symlink', 'write', 'writeFile'];

if (process.argv[1]?.endsWith('cli.mjs')) {
  const { openSync, writeSync } = fs;
  let calls = 0;
  let failed = 'none';
  const check = (name, path) => {
    // Standard output and error are no files of Tailgate's.
    if (path === 1 || path === 2) return;
    calls++;
    if (at === 0 || calls < at || (FAIL_MODE === 'once' && calls > at)) return;
    if (failed === 'none') failed = `${name} ${path}`;
    const error = new Error(`ENOSPC: no space left on device, ${name}`);
    throw Object.assign(error, { code: 'ENOSPC', errno: -28, syscall: name });
  };
  const isWriting = (flags) =>
    typeof flags === 'number' ? (flags & 0o100) !== 0 : /[wa]/.test(flags ?? 'r');
  const wrap = (holder, name, isMeant = () => true) => {
    const real = holder[name];
    const act = (args) => {
      if (isMeant(args)) check(name, args[0]);
      return real.apply(holder, args);
    };
    holder[name] = holder === fs ? (...args) => act(args) : async (...args) => act(args);
  };
  for (const name of NAMES) {
    wrap(fs, `${name}Sync`);
    if (name !== 'write') wrap(fs.promises, name);
  }
  wrap(fs, 'openSync', ([, flags]) => isWriting(flags));
  syncBuiltinESMExports();
  process.on('exit', () => {
    writeSync(openSync(COUNT_FILE, 'w'), `${calls} ${failed}`);
  });
}
