import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { EXIT, UserError } from '../errors.ts';
import { endMarked } from '../processes/orphans.ts';
import type { ProcessWatch } from '../processes/process.ts';
import { readStart } from '../processes/procfs.ts';
import { type Debt, forgetRun, rememberRun } from './leftovers.ts';

/**
 * Watches over the processes of a run even if Tailgate itself is killed.
 *
 * A tiny shell holds the read end of a pipe. The pipe closes when Tailgate is gone for any reason. Then the shell
 * ends every group that is still on its list. Processes that left their group are found by a mark in their
 * environment.
 */
export type Keeper = ProcessWatch & {
  /** Notes a command that undoes something, so that it is run even if Tailgate is killed. */
  owe(debt: Debt): Owed;
  /** Commands that clear up and had to be ended once: nobody waits for them a second time. */
  hung: Set<string>;
  /** Lists commands that have not undone their work: a line for each, with how it ended and its last words. */
  listOwed(): string[];
  /** Notes groups of an instance that stand still, so that they go on to their end even if Tailgate is killed. */
  standStill(instance: string, groups: readonly number[]): void;
  /** Ends daemons of an instance that have left its groups. */
  endEscaped(instance: string): Promise<void>;
  /**
   * Ends what is left of the run, and the watch; call when all groups have been stopped.
   *
   * @param clear removes the run's folder, once nothing writes there any more
   */
  close(clear?: () => void): Promise<void>;
};

export type Owed = {
  command: string;
  /** Notes that the command has done its work. */
  settle(): void;
  /** Notes that the command has failed. The next run or the post step tries once more. @param failure how it ended */
  fail(failure: string): void;
};

const SCRIPT = `
trap '' INT TERM HUP
groups=' '
still=
while read -r verb group; do
  case $verb in
    add) groups="$groups$group " ;;
    remove) groups="\${groups%% $group *} \${groups#* $group }" ;;
    still) still=$group ;;
    close) exit 0 ;;
  esac
done
reap() {
  for group in $groups; do kill -s "$1" -- "-$group" 2>/dev/null; done
  for environ in /proc/[0-9]*/environ; do
    pid=\${environ#/proc/}; pid=\${pid%/environ}
    if grep -qs "TAILGATE_RUN=$RUN_ID" "$environ"; then :
    elif grep -qs = "$environ"; then continue
    else
      case $(readlink "/proc/$pid/cwd" 2>/dev/null) in "$FOLDER"/*) ;; *) continue ;; esac
    fi
    [ "$pid" != $$ ] && kill -s "$1" "$pid" 2>/dev/null
  done
  for group in $groups $still; do kill -s CONT -- "-$group" 2>/dev/null; done
}
reap TERM
sleep 2
reap KILL
`;

/**
 * Starts the watch. The shell has a session of its own, so Ctrl-C in a terminal does not reach it.
 *
 * @param secrets names of environment variables whose values must not be shown when a later run clears up
 * @throws UserError when no shell can be started
 */
export function startKeeper(workspace: string, secrets: string[] = []): Keeper {
  const id = randomUUID();
  const { pid } = process;
  const startedAt = readStart(pid);
  /** Debts, each with how it was tried in vain. */
  const debts = new Map<Debt, string>();
  const remember = (...more: Debt[]) =>
    rememberRun({ id, pid, startedAt, workspace, debts: [...debts.keys(), ...more], secrets });
  /** An older note names the command still. To run it once more does no harm, not to run the next one does. */
  const rememberIfPossible = () => {
    try {
      remember();
    } catch {}
  };
  const shell: ChildProcess = spawn('sh', ['-c', SCRIPT], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', RUN_ID: id, FOLDER: workspace },
    cwd: '/',
  });
  shell.on('error', () => {});
  const hint = 'Is it on PATH, and may this user start another process?';
  if (shell.pid === undefined)
    throw new UserError({ what: 'The shell `sh` cannot be started.', hint, exitCode: EXIT.unmeasured });
  shell.stdin!.on('error', () => {}); // the shell was killed from outside; the state file remains
  shell.unref();
  const still = new Map<string, readonly number[]>();
  const say = (line: string) => void shell.stdin!.write(`${line}\n`);
  remember();
  return {
    mark: { TAILGATE_RUN: id },
    add: (group) => say(`add ${group}`),
    remove: (group) => say(`remove ${group}`),
    owe(debt) {
      // Before it is started, so that whatever cannot be noted is not started.
      remember(debt);
      debts.set(debt, 'was not run');
      return {
        command: debt.command,
        settle() {
          debts.delete(debt);
          rememberIfPossible();
        },
        fail(failure) {
          debt.tried = true;
          debts.set(debt, failure);
          rememberIfPossible();
        },
      };
    },
    standStill(instance, groups) {
      if (groups.length > 0) still.set(instance, groups);
      else still.delete(instance);
      say(`still ${[...still.values()].flat().join(' ')}`);
    },
    hung: new Set(),
    listOwed: () => describeOwed([...debts]),
    async endEscaped(instance) {
      await endMarked(id, { instance });
    },
    async close(clear) {
      // Daemons that left their group are still known by the mark.
      await endMarked(id, { folder: workspace });
      clear?.();
      shell.stdin!.end('close\n');
      if (debts.size === 0) forgetRun(id);
    },
  };
}

/** Describes each command once: one that fails, fails for every instance. */
function describeOwed(debts: readonly [Debt, string][]): string[] {
  const name = ({ service, command, told = `\`${command}\`` }: Debt) => `${told} of ${service}`;
  const names = new Set(debts.map(([debt]) => name(debt)));
  return [...names].map((key) => {
    const own = debts.filter(([debt]) => name(debt) === key);
    const [{ instance }, failure] = own[0]!;
    const others = own.length > 1 ? ` and ${own.length - 1} more` : '';
    return `${key} (${instance}${others}) ${failure}`;
  });
}
