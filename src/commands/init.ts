import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseConfig } from '../config/document.ts';
import { CONFIG_NAMES, readSuiteName } from '../config/read.ts';
import { EXIT, type ExitCode, UserError } from '../errors.ts';
import { detect } from '../init/detection.ts';
import { openFolder } from '../init/files.ts';
import { findPlace, findUses, nameSuite } from '../init/place.ts';
import { proposeConfig } from '../init/proposal.ts';
import { isReference, type WorkflowForge } from '../init/workflows/actions.ts';
import { describeWorkflow } from '../init/workflows/workflow.ts';
import { examineTarget, writeFile } from '../init/writing.ts';
import { parseShardCount } from '../plan/shards.ts';

/** `shards`: number of jobs that share the suite. `uses`: reference to Tailgate; absent: that of the clone that runs this. */
export type InitOptions = Partial<Record<'force' | 'oneStep' | 'forks', boolean>> &
  Partial<Record<'shards' | 'uses' | 'cwd', string>> & {
    forge?: WorkflowForge;
    write?: (text: string) => void;
  };

/**
 * `tailgate init`: writes tailgate.yml and the workflow according to the folder's contents. It starts nothing, asks nothing,
 * and keeps existing files.
 *
 * @throws UserError if nothing can be written
 */
export async function init(options: InitOptions, signal: AbortSignal): Promise<ExitCode> {
  const { cwd = process.cwd(), force, forks, oneStep, shards } = options;
  const write = options.write ?? ((text) => void process.stdout.write(text));
  const refuse = (what: string) => new UserError({ what });
  if (options.uses !== undefined && !isReference(options.uses))
    throw refuse(`--uses takes OWNER/REPO@REF, or ./ for the repository itself, not "${options.uses}".`);
  if (oneStep && (forks || shards !== undefined))
    throw refuse('`--one-step` is one job, so it goes with neither `--forks` nor `--shards`.');
  const place = await findPlace(cwd, process.env, signal, options.forge);
  const { root, folder, branch, forge } = place;
  if (forks && forge !== 'github')
    throw refuse('`--forks` is for github.com: elsewhere a run cannot fetch another run’s results.');
  const proposal = detect(openFolder(root, folder, place.known));
  const paths = CONFIG_NAMES.map((name) => join(root, folder, name));
  const path = paths.find((each) => existsSync(each)) ?? paths[0]!;
  const text = proposeConfig(proposal, place.suite);
  // Whatever is written can be read back. If not, that is a fault of `init`, and nothing is written.
  parseConfig(text, { path, directory: join(root, folder), shownAs: 'the proposed tailgate.yml' });
  const isKept = examineTarget({ path, text }) !== 'free' && !force;
  const all = [{ path, text }];
  if (forge !== null) {
    const suite = nameSuite(folder);
    const expected = isKept ? readSuiteName(readFileSync(path, 'utf8')) : place.suite;
    const uses = options.uses ?? (await findUses(process.env, signal));
    const count = shards === undefined ? {} : { shards: parseShardCount(shards) };
    const own = { forge, uses, branch, folder, suite, expected, setup: proposal.setup, ...count };
    const name = join(root, `.github/workflows/tailgate${suite === null ? '' : `-${suite}`}`);
    all.push({ path: `${name}.yml`, text: describeWorkflow(oneStep ? 'oneStep' : 'pair', own) });
    if (forks) all.push({ path: `${name}-forks.yml`, text: describeWorkflow('forks', own) });
  }
  // All are checked before the first is written.
  const files = all.map((file) => ({ file, state: examineTarget(file) }));
  for (const { file, state } of files) {
    const shown = relative(cwd, file.path);
    const isDue = state === 'free' || (state === 'taken' && force);
    if (isDue) writeFile(file);
    const left = `left ${shown} as it is${state === 'same' ? '' : ': `--force` overwrites it'}\n`;
    write(isDue ? `wrote ${shown}\n` : left);
  }
  if (forge === null)
    write('no workflow: this remote does not run GitHub workflows; see docs/other-ci.md.\n');
  const there = files.filter(({ state }) => state !== 'taken' || force).map(({ file }) => file.text);
  write(describeNext(branch, new Set(there.join('\n').match(/# CHECK: .*/g)).size));
  return EXIT.pass;
}

const describeNext = (branch: string, checks: number) => `
Next: edit what was written${checks > 0 ? `, mainly what has CHECK (${checks})` : ''}, until \`tailgate try\` ends with 0; \`tailgate guide\` tells an assistant how.
Then commit what was written, push it to ${branch}, and open a pull request. What blocks merges: Tailgate's docs/require.md.
`;
