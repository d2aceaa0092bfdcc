import { posix } from 'node:path';
import { type ActionName, pinAction, type Setup, useTailgate, type WorkflowForge } from './actions.ts';
import forks from './forks.yml?text';
import oneStep from './one-step.yml?text';
import pair from './pair.yml?text';
import parts from './parts.yml?text';
import { fill } from './template.ts';

/**
 * `uses`: reference to Tailgate; null: unknown. `branch`: its pushes are recorded. `folder`: of tailgate.yml; `.` is the repository.
 * `suite`: null for the repository's own folder. `expected`: suite that tailgate.yml names. `shards`: number of jobs; absent: one.
 */
export type WorkflowOptions = Record<'branch' | 'folder' | 'expected', string> &
  Record<'uses' | 'suite', string | null> & { forge: WorkflowForge; setup: Setup; shards?: number };

/** `pair` has separate jobs, so that code under test never runs beside a token. `forks` publishes what runs of forks may not. */
const TEMPLATES = { pair, oneStep, forks };

/** Writes a workflow. The templates contain no commits of actions; they are added here. */
export function describeWorkflow(kind: keyof typeof TEMPLATES, options: WorkflowOptions): string {
  const { forge, uses, branch, folder, suite, expected, shards, setup } = options;
  const { get, action, key, version, file, cache, lock, java, check } = setup;
  const mark = check ? ' # CHECK: no file names one version: does what is pinned work with this one?' : '';
  const say = (text: string | undefined) => text && quote(text);
  const inFolder = (path: string | undefined) => path && quote(posix.join(folder, path));
  const text = fill(include(TEMPLATES[kind]), {
    workflow: suite === null ? 'Tailgate' : `Tailgate ${suite}`,
    group: suite === null ? 'tailgate' : `tailgate-${suite}`,
    tailgate: useTailgate(uses),
    ...{ action, key, java, get: say(get), version: version && say(version) + mark, cache: say(cache) },
    ...{ file: file && inFolder(file) + mark, lock: inFolder(lock) },
    folder: folder === '.' ? null : quote(folder),
    expected: quote(expected),
    shards: shards === undefined ? null : Array.from({ length: shards }, (_, index) => index + 1).join(', '),
    check: `${kind === 'oneStep' ? 'tailgate' : 'publish'}${suite === null ? '' : ` ${suite}`}`,
    // An edit counts if it changes the base.
    counts: "github.event.action != 'edited' || github.event.changes.base",
    quotedBranch: quote(branch),
    branch,
    suite,
    newArtifacts: forge === 'github',
  });
  return text.replace(/(?<=- uses: )[\w-]+\/[\w-]+$/gm, (name) => pinAction(name as ActionName, forge));
}

/** Inserts the parts that a template shares with others, at their indentation. */
function include(template: string): string {
  return template.replace(/^( *)#include (\w+)\n/gm, (_all, indent, name) => {
    const part = new RegExp(`^#part ${name}\\n([^]*?)(?=^#part|(?![^]))`, 'm').exec(parts)![1]!;
    return include(part).replace(/^(?=.)/gm, indent);
  });
}

/** Writes a value on one line that keeps its meaning even in a flow sequence, as in `branches: [a]`. */
const quote = (text: string) =>
  /^(?!(?:true|false|null|yes|no|on|off|y|n)$)[a-z][\w ./-]*$/i.test(text) ? text : JSON.stringify(text);
