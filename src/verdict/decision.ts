import { alwaysBlocks, findGravest, type VerdictCode } from './codes.ts';
import type { InvalidReason, ServiceFault } from './faults.ts';
import type { ChangeFinding, SloFinding } from './findings.ts';
import type { Verdict } from './verdict.ts';

/** All that decides a verdict. */
export type Grounds = {
  slos: readonly SloFinding[];
  changes: readonly ChangeFinding[];
  faults: readonly ServiceFault[];
  invalid: readonly InvalidReason[];
  /** What blocks besides the codes that always do. */
  failOn: readonly VerdictCode[];
};

/** The gravest finding names the whole; what could not be measured comes before anything it might have said. */
export function decide({
  slos,
  changes,
  faults,
  invalid,
  failOn,
}: Grounds): Pick<Verdict, 'code' | 'blocks'> {
  const found: VerdictCode[] = [...changes, ...slos].map(({ code }) => code);
  const code =
    invalid.length > 0 ? 'invalid' : findGravest(faults.some(isMissed) ? [...found, 'missed'] : found);
  return { code, blocks: alwaysBlocks(code) || found.some((each) => failOn.includes(each)) };
}

/** A crash and a failed threshold of the user's own script miss whatever was promised, SLO or none. */
export function isMissed({ kind }: ServiceFault): boolean {
  return kind === 'crashed' || kind === 'threshold';
}
