import type {
  ChangeFinding,
  InvalidReason,
  ServiceFault,
  SloFinding,
  Verdict,
  VerdictCode,
} from './verdict.ts';

/** All that decides a verdict. */
export type Grounds = {
  slos: readonly SloFinding[];
  changes: readonly ChangeFinding[];
  faults: readonly ServiceFault[];
  invalid: readonly InvalidReason[];
  /** What blocks besides the codes that always do. */
  failOn: readonly VerdictCode[];
};

const BLOCKING: readonly VerdictCode[] = ['regressed', 'missed', 'invalid'];

/** The gravest finding names the whole; what could not be measured comes before anything it might have said. */
export function decide({
  slos,
  changes,
  faults,
  invalid,
  failOn,
}: Grounds): Pick<Verdict, 'code' | 'blocks'> {
  const code = invalid.length > 0 ? 'invalid' : nameGravest(slos, changes, faults);
  const added = [...slos, ...changes].some((finding) => failOn.includes(finding.code));
  return { code, blocks: BLOCKING.includes(code) || added };
}

function nameGravest(
  slos: readonly SloFinding[],
  changes: readonly ChangeFinding[],
  faults: readonly ServiceFault[],
): VerdictCode {
  const codes: VerdictCode[] = [...changes, ...slos].map(({ code }) => code);
  if (codes.includes('regressed')) return 'regressed';
  if (codes.includes('missed') || faults.some(isMissed)) return 'missed';
  const order = ['at-limit', 'inconclusive', 'improved', 'unchanged', 'first-run', 'met'] as const;
  return order.find((code) => codes.includes(code)) ?? 'skipped';
}

/** A crash and a failed threshold of the user's own script miss whatever was promised, SLO or none. */
export function isMissed({ kind }: ServiceFault): boolean {
  return kind === 'crashed' || kind === 'threshold';
}
