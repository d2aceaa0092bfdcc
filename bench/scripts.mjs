/**
 * `npm run bench:scripts`: k6 scripts, services and answers as users have them, each in a repository of its own, and
 * what the command line must say of them. All of it takes some twenty minutes.
 *
 * node bench/scripts.mjs [NAME…] [--cli dist/cli.mjs] [--json]
 *
 * NAME: of a case, such as `tags/request-tag-errors`, or of a kind, such as `tags`. `--json`: a line of JSON for each
 * case, with its whole output.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { REPOSITORY } from './paths.mjs';
import { chooseCases } from './scripts/cases.mjs';
import { tryCase } from './scripts/run.mjs';
import { listenForStop } from './stop.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cli: { type: 'string', default: join(REPOSITORY, 'dist', 'cli.mjs') },
    json: { type: 'boolean', default: false },
  },
});

const cases = chooseCases(positionals);
const signal = listenForStop('the case under way is dropped');
const counts = { passed: 0, failed: 0 };
for (const each of cases) {
  const ran = await tryCase(each, { cli: resolve(values.cli), signal }).catch((error) => {
    if (!signal.aborted) throw error;
  });
  if (signal.aborted) break;
  const passed = ran.faults.length === 0;
  counts[passed ? 'passed' : 'failed']++;
  console.log(
    values.json
      ? JSON.stringify({ name: each.name, passed, ...ran })
      : `${passed ? '✓' : '✗'} ${each.name} (${ran.seconds} s)${passed ? '' : `: ${ran.faults.join('; ')}`}`,
  );
}
console.log(values.json ? JSON.stringify(counts) : `${counts.passed} passed, ${counts.failed} failed`);
if (counts.failed > 0) process.exitCode ||= 1;
