import type { Arm } from '../measurement/measurement.ts';
import { TOLD_LINES } from '../processes/log.ts';
import type { RunningInstance } from '../services/instance.ts';
import type { InvalidReason, ServiceFault } from '../verdict/faults.ts';
import type { ProgramResult } from './program.ts';

type End = NonNullable<ReturnType<RunningInstance['crash']>>;

/** A service that ended by itself. `head`: the head's crash if the base crashed as well; `log` is then of both. */
export type Crash = End & { arm: Arm | 'shared'; label: string; head?: End };

/** Finds a service that ended by itself. The head is blamed only if the base did not crash. @param label of the measured step */
export function findCrash(
  instances: ReadonlyMap<Arm, Pick<RunningInstance, 'crash'>>,
  shared: Pick<RunningInstance, 'crash'>,
  label: string,
): Crash | null {
  const crashOf = (arm: Crash['arm']) => {
    const end = (arm === 'shared' ? shared : instances.get(arm))?.crash() ?? null;
    return end && { ...end, arm, label };
  };
  return crashOf('shared') ?? joinCrashes(crashOf('head'), crashOf('base'));
}

/** Joins the crashes of both arms. */
export function joinCrashes(head: Crash | null, base: Crash | null): Crash | null {
  return head && base ? { ...base, head, log: joinLogs(head.log, base.log) } : (base ?? head);
}

/** Joins the last words of both arms. */
export function joinLogs(head: string, base: string): string {
  const [ofHead, ofBase] = [head, base].map((log) => log.split('\n').slice(-TOLD_LINES).join('\n'));
  return `The base:\n${ofBase}\n\nThis change:\n${ofHead}`;
}

/** Blames the head for its crashes. */
export function blameCrashes(results: readonly Pick<ProgramResult, 'crash'>[]): ServiceFault[] {
  return results.flatMap(({ crash }): ServiceFault[] => {
    if (crash?.arm !== 'head') return [];
    const { arm: _, ...rest } = crash;
    return [{ kind: 'crashed', ...rest }];
  });
}

/** Lists what kept programs from measuring, whatever the head is like. */
export function collectFailures(
  results: readonly Pick<ProgramResult, 'crash' | 'failure'>[],
): InvalidReason[] {
  return results.flatMap(({ failure, crash }): InvalidReason[] => {
    if (crash?.arm === 'shared') {
      const message = `\`${crash.service}\`, which serves the whole run, ended with ${crash.exit}`;
      return [{ kind: 'harness', message, log: crash.log }];
    }
    if (failure === null) return [];
    const { fault, label, message, log } = failure;
    return [
      fault === 'script' ? { kind: 'script-failed', label, message, log } : { kind: 'harness', message, log },
    ];
  });
}
