import { alwaysBlocks, findGravest, type VerdictCode } from './codes.ts';
import type { InvalidReason, ServiceFault } from './faults.ts';
import type { ChangeFinding, SloFinding } from './findings.ts';
import type { Verdict } from './verdict.ts';

/** All facts that decide a verdict. */
export type Grounds = {
  slos: readonly SloFinding[];
  changes: readonly ChangeFinding[];
  faults: readonly ServiceFault[];
  invalid: readonly InvalidReason[];
  /** Codes that block besides those that always do. */
  failOn: readonly VerdictCode[];
};

/**
 * Decides the verdict. The gravest finding names the whole, unless the run could not be measured, or only a less grave
 * one blocks: then that does.
 */
export function decide(grounds: Grounds): Pick<Verdict, 'code' | 'blocks'> {
  const { slos, changes, faults, invalid, failOn } = grounds;
  const found: VerdictCode[] = [...changes, ...slos].map(({ code }) => code);
  const gravest = findGravest(faults.some(isMissed) ? [...found, 'missed'] : found);
  const held = found.filter((each) => failOn.includes(each));
  const name = alwaysBlocks(gravest) || held.length === 0 ? gravest : findGravest(held);
  const code = invalid.length > 0 ? 'invalid' : name;
  return { code, blocks: alwaysBlocks(code) || held.length > 0 };
}

/** Tells whether a fault is a miss even without an SLO: a crash is. */
export function isMissed({ kind }: ServiceFault): boolean {
  return kind === 'crashed';
}
