import { type Block, failsOnBase } from '../blocks/block.ts';
import { joinLogs } from '../blocks/crash.ts';
import type { ServiceFailure } from '../services/surroundings.ts';
import type { InvalidReason } from '../verdict/faults.ts';
import type { Case } from './judgement.ts';

/** What a fresh checkout most often lacks. A mistake in a file has no log, and another cause. */
const FRESH = '; files that git ignores are missing from a fresh checkout: let `build` create them';

/**
 * Names the reason why nothing could be measured: a failed start or build.
 *
 * @param started earlier blocks, in which all services were ready
 */
export function nameFailure(
  { kind, arm, service, log, other, message: said }: ServiceFailure,
  { draft, config }: Pick<Case, 'draft' | 'config'>,
  started = 0,
): InvalidReason {
  const { pair } = draft;
  const onlyHead = other === 'ready' && arm === 'head' && started === 0;
  const mayLack = arm !== null && pair !== undefined && started === 0 && !onlyHead && log !== '';
  const where = config.variant ? ` (variant ${config.variant.name})` : '';
  const failed = { service, message: `${said}${where}${mayLack ? FRESH : ''}`, log };
  if (arm === 'base' && pair !== undefined)
    return { kind: 'base-failed', fault: kind, commit: pair.baseCommit, ...failed };
  if (other === null || other === 'ready' || arm === 'base')
    return { kind, ...failed, ...(onlyHead && { onlyHead }) };
  return { kind, ...failed, log: joinLogs(log, other.log), both: true };
}

/** Names the reason why a base that was started could not be measured. */
export function nameBaseFailure(
  { draft }: Pick<Case, 'draft'>,
  { crash, failure }: Pick<Block, 'crash' | 'failure'> = { crash: null, failure: null },
): InvalidReason | null {
  const commit = draft.pair?.baseCommit;
  if (commit === undefined) return null;
  const failed = { kind: 'base-failed', commit } as const;
  if (crash?.arm === 'base') {
    const { service, exit, log, head } = crash;
    const message = `under load it exited with ${exit}`;
    return { ...failed, fault: 'crashed', service, message, log, ...(head && { both: true as const }) };
  }
  if (crash !== null || failure === null || !failsOnBase(failure)) return null;
  const { label: service, log } = failure;
  const message = `the script of ${service} fails on the base, though not on the head: ${failure.message}`;
  return { ...failed, fault: 'script-failed', service, message, log };
}
