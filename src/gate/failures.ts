import { type Block, failsOnBase } from '../blocks/block.ts';
import { joinLogs } from '../blocks/crash.ts';
import type { Variant } from '../config/config.ts';
import type { ServiceFailure } from '../services/surroundings.ts';
import type { InvalidReason } from '../verdict/faults.ts';
import type { Arms } from './arms.ts';
import type { Case } from './judgement.ts';

/**
 * Names the reason why nothing could be measured: a failed start or build, with what the tree lacks.
 *
 * @param started blocks before, in which all were ready
 */
export async function nameFailure(
  failure: ServiceFailure,
  { pair, guessMissing }: Arms,
  { variant, started = 0 }: { variant?: Variant | undefined; started?: number } = {},
): Promise<InvalidReason> {
  const { kind, arm, service, log, other } = failure;
  const before =
    started === 0 ? '' : `; it was ready in ${started} ${started === 1 ? 'start' : 'starts'} before`;
  const message = `${failure.message}${variant ? ` (variant ${variant.name})` : ''}${before}`;
  const lacking = arm === null ? null : await guessMissing(arm, log);
  if (arm !== 'base' || pair === undefined) {
    const hint =
      lacking === null
        ? ''
        : `; \`${lacking}\` is git-ignored, so a fresh tree has none: let \`build\` make it, or name it in \`reuse\``;
    const isOnlyHead = other === 'ready' && arm === 'head' && started === 0;
    if (other === null || other === 'ready')
      return { kind, service, message: message + hint, log, ...(isOnlyHead && { onlyHead: true as const }) };
    const ofBase = `; \`${other.service}\` of the base: ${other.message}`;
    return { kind, service, message: message + ofBase + hint, log: joinLogs(log, other.log), both: true };
  }
  return {
    kind: 'base-failed',
    fault: kind,
    commit: pair.baseCommit,
    service,
    message,
    log,
    missing: lacking,
  };
}

/** Names the reason why a base that was started could not be measured. */
export function nameBaseFailure(
  { draft }: Case,
  block: Pick<Block, 'crash' | 'failure'> | undefined,
): InvalidReason | null {
  const commit = draft.pair?.baseCommit;
  if (block === undefined || commit === undefined) return null;
  const { crash, failure } = block;
  if (crash?.arm === 'base') {
    const { service, exit, log, head } = crash;
    const also = head && `, and \`${head.service}\` of this change with ${head.exit}`;
    const message = `under load it ended with ${exit}${also ?? ''}`;
    const both = head && { both: true as const };
    return { kind: 'base-failed', fault: 'crashed', commit, service, message, log, missing: null, ...both };
  }
  if (crash !== null || failure === null || !failsOnBase(failure)) return null;
  const { label, log } = failure;
  const message = `the script of ${label} fails on the base, though not on the head: ${failure.message}`;
  return { kind: 'base-failed', fault: 'script-failed', commit, service: label, message, log, missing: null };
}
