import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { REPLAYED_K6 } from '../fixtures.ts';
import { type Prism, startPrism } from '../github/prism.ts';
import { GitHubServer } from '../github/server.ts';
import { type Outcome, type Project, run, wrapK6 } from './workflow.ts';

/** Where the workflows of a project run: act, and a GitHub behind Prism, which checks every call. */
export type Host = {
  github: GitHubServer;
  prism: Prism;
  runAct(request: ActRequest): Promise<Outcome>;
  stop(): Promise<void>;
};

type ActRequest = {
  /** Name of the event, and what GitHub sends with it. */
  event: string;
  payload: object;
  /** The secret GITHUB_TOKEN. */
  token: string;
  /** Further arguments of act. */
  args?: string[];
};

/** Runs load nothing, so each project has a lock of its own and they go on side by side. */
export async function startHost(project: Project): Promise<Host> {
  const github = await new GitHubServer('octo', 'shop').start();
  const prism = await startPrism(github.url);
  github.publicUrl = prism.url;
  const env = {
    HOME: project.root,
    XDG_CACHE_HOME: join(project.root, 'cache'),
    TAILGATE_K6: wrapK6(project, REPLAYED_K6),
    EVIDENCE: project.evidence,
    // However Vitest ends, its keeper finds what was started.
    TAILGATE_RUN: process.env.TAILGATE_RUN,
    TAILGATE_LOCK: basename(project.root),
  };
  return {
    github,
    prism,
    runAct({ event, payload, token, args = [] }) {
      const path = join(project.root, 'event.json');
      writeFileSync(path, JSON.stringify(payload));
      const all = [
        event,
        // Act shows secrets, so that a leak would be seen.
        ...['--platform', 'ubuntu-latest=-self-hosted', '--insecure-secrets'],
        ...['--eventpath', path, '--secret', `GITHUB_TOKEN=${token}`],
        ...['--env', `GITHUB_API_URL=${prism.url}`],
        ...args,
      ];
      return run(process.env.ACT ?? 'act', all, { cwd: project.repository, env });
    },
    async stop() {
      await prism.stop();
      await github.stop();
    },
  };
}
