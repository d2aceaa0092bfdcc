import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pack } from '../lines.mjs';
import { BENCH_HOME, REPOSITORY } from '../paths.mjs';

/** The variable that names the file of the blocks, for a command line that `buildRecorder` has built. */
const VARIABLE = 'TAILGATE_BENCH_BLOCKS';
/** Where a measured block is kept. */
const SEAM = '    blocks.push(block);\n';

/** What stands there in addition. The judge reads the same slices. */
const WRITE = `
    if (process.env.${VARIABLE}) {
      const own = (all: Block['kept']) =>
        all.map(({ slot, slices }) => ({ arm: slot.arm, turns: slot.turns !== null, seconds: slot.seconds, slices }));
      appendFileSync(
        process.env.${VARIABLE},
        \`\${JSON.stringify({ planned: plan.blocks, looks: plan.looks, rare: rare.size > 0, kept: own(block.kept), soak: own(block.soak) })}\\n\`,
      );
    }
`;

/**
 * Builds a command line that writes the blocks of a run to a file as well, from the source beside this bench.
 *
 * @returns {{cli: string, remove: () => void}}
 * @throws when the source has no such place any more
 */
export function buildRecorder() {
  const folder = mkdtempSync(join(tmpdir(), 'tailgate-recorder-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    for (const name of ['src', 'scripts', 'package.json'])
      cpSync(join(REPOSITORY, name), join(folder, name), { recursive: true });
    symlinkSync(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'));
    const path = join(folder, 'src', 'gate', 'looks.ts');
    const source = readFileSync(path, 'utf8');
    if (source.split(SEAM).length !== 2) throw new Error(`${path} must have ${SEAM.trim()} once`);
    const text = `import { appendFileSync } from 'node:fs';\n${source.replace(SEAM, () => SEAM + WRITE)}`;
    writeFileSync(path, text);
    execFileSync(process.execPath, [join('scripts', 'build.mjs')], { cwd: folder, stdio: 'inherit' });
    return { cli: join(folder, 'dist', 'cli.mjs'), remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/**
 * One job with all of its blocks.
 *
 * @typedef {object} RecordedJob
 * @property {string} cell
 * @property {string} at  when it began, ISO 8601
 * @property {string} build
 * @property {string} verdict
 * @property {RecordedJobBlock[]} blocks
 *
 * @typedef {object} RecordedJobBlock
 * @property {number} planned  blocks at most, as the plan was when this one began
 * @property {number[]} looks
 * @property {boolean} rare  whether stretches alone were long since slow requests are rare
 * @property {{arm: 'base' | 'head', turns: boolean, seconds: number, slices: object[]}[]} kept
 * @property {object[]} soak  the same, of the soak after it
 */

export const pathOfJobs = (cell) => join(BENCH_HOME, 'recorded', `${cell}.jsonl.gz`);

/** Lets one run write its blocks. `keep` adds them, with what is known of the job, to those of the cell. */
export function recordBlocks(cell) {
  const folder = mkdtempSync(join(tmpdir(), 'tailgate-blocks-'));
  const path = join(folder, 'blocks.jsonl');
  return {
    environment: { [VARIABLE]: path },
    keep(job) {
      if (!existsSync(path)) return;
      const blocks = readFileSync(path, 'utf8').trim().split('\n').map(JSON.parse);
      pack({ cell, ...job, blocks }, pathOfJobs(cell));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
