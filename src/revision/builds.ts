import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Config } from '../config/config.ts';
import { childEnvironment } from '../processes/environment.ts';
import type { Progress } from '../progress.ts';
import { reusePaths } from './reuse.ts';
import { keyOf, openTreeCache } from './tree-cache.ts';
import type { Tree } from './trees.ts';

/** Where the arms of a run live, and what was built in them in earlier runs. */
export type ArmBuilds = {
  /** Folder for the arms. */
  root: string;
  /** Takes over what may be reused, then builds, unless the same tree was built before. */
  prepare(arm: ArmBuild, build: () => Promise<void>): Promise<void>;
  close(): void;
};

export type ArmBuild = {
  /** With the arm's own lifecycle. */
  config: Config;
  tree: Tree;
  /** Hash of its files. */
  hash: string;
  /** Whether the tree may come again: a snapshot of a work tree hardly does. */
  keep: boolean;
};

type Options = {
  /** As the user has it: what is reused is beside it. */
  config: Config;
  /** Private, of this run. */
  folder: string;
  environment: NodeJS.ProcessEnv;
  signal: AbortSignal;
  progress: Progress;
};

/** Built trees are kept on a laptop; a runner starts empty, and copies would only cost time. */
export async function openBuilds({
  config,
  folder,
  environment,
  signal,
  progress,
}: Options): Promise<ArmBuilds> {
  const builds = config.services.some((service) => service.build !== undefined);
  const cache =
    builds && environment.CI !== 'true' ? await openTreeCache(findCacheFolder(environment), signal) : null;
  return {
    root: cache?.home ?? folder,
    async prepare(arm, build) {
      const { directory } = arm.tree;
      const reuse = arm.config.services.flatMap((service) => service.reuse);
      const { reused, notes } = await reusePaths(config.directory, directory, reuse, signal);
      for (const note of notes) progress.note(`${arm.tree.arm}: ${note}`);
      const commands = arm.config.services.flatMap((service) => service.build ?? []);
      if (cache === null || commands.length === 0 || signal.aborted) return build();
      const key = keyOf({
        tree: arm.hash,
        top: arm.tree.top,
        prefix: directory.slice(arm.tree.top.length),
        builds: commands,
        reused,
        surroundings: describeSurroundings(environment),
      });
      if (await cache.restore(key, arm.tree.top)) return;
      await build();
      if (arm.keep && !signal.aborted) await cache.keep(key, arm.tree.top);
    },
    close: () => cache?.close(),
  };
}

export function findCacheFolder(environment: NodeJS.ProcessEnv): string {
  // The specification has relative paths ignored: https://specifications.freedesktop.org/basedir-spec/latest/
  const home = environment.XDG_CACHE_HOME ?? '';
  return join(isAbsolute(home) ? home : join(homedir(), '.cache'), 'tailgate', 'trees');
}

/** Set anew by every terminal or shell, and of no use to a build. */
const VOLATILE =
  /^(_|PWD|OLDPWD|SHLVL|INIT_CWD|COLUMNS|LINES|COLORTERM|LS_COLORS|WINDOWID|DISPLAY|TERM.*|SSH_.*|GPG_.*|DBUS_.*|XDG_SESSION.*|XDG_VTNR|XDG_SEAT.*|VSCODE_.*|ITERM_.*|npm_.*|TAILGATE_.*)$/;

/** What a build may read beside its tree. Values of variables are hashed, never stored. */
function describeSurroundings(environment: NodeJS.ProcessEnv): Record<string, string> {
  const variables = Object.entries(childEnvironment(environment)).flatMap(([name, value]) =>
    value === undefined || VOLATILE.test(name) ? [] : [[`env.${name}`, value] as const],
  );
  const { version: node, arch, platform } = process;
  return { node, arch, platform, ...Object.fromEntries(variables) };
}
