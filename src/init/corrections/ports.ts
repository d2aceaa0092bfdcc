import type { EnvironmentLine, Finding } from '../needs/finding.ts';
import { ask, type Correction, change } from './correction.ts';
import type { Listening, Observation } from './observation.ts';

/** Where the service listens, if that is not where it was expected. */
export function findElsewhere({ listening, asked, failure, answers }: Observation) {
  const first = listening?.[0];
  if (first === undefined || answers.length > 0 || failure !== null) return null;
  return listening!.some(({ port }) => port === asked) && first.host === '127.0.0.1' ? null : first;
}

/** Takes the port that the service opens. Its own variable for it is given $PORT, where one is known. */
export function movePort(finding: Finding, { host, port }: Listening, asked: number | null): Correction {
  const isGiven = finding.port.kind === 'given';
  if (isGiven && port === asked && finding.port.host !== host) {
    const said = `It listens on $PORT of ${host} only: \`url\` names that now.`;
    return change(finding, { port: { kind: 'given', host } }, said);
  }
  const isItsPort = ({ name, value }: EnvironmentLine) =>
    /PORT|ADDR|LISTEN|BIND|URL/.test(name) && new RegExp(`(?:^|:)${port}$`).test(value);
  const line = finding.env.find(isItsPort);
  const seen = `It listens on port ${port}`;
  if (isGiven && line && host === '127.0.0.1') {
    const value = `${line.value.slice(0, -String(port).length)}\${PORT}`;
    const env = finding.env.map((each) => (each === line ? { name: line.name, value } : each));
    return change(
      finding,
      { env, port: { kind: 'given' } },
      `${seen}, which ${line.name} says: that is $PORT now.`,
    );
  }
  const [name, ...portNames] = isGiven ? (finding.portNames ?? []) : [];
  if (name !== undefined && finding.env.every((each) => each.name !== name)) {
    const env = [...finding.env, { name, value: '${PORT}' }];
    return change(finding, { env, portNames }, `${seen}, not on $PORT: ${name} may set it.`);
  }
  if (finding.port.kind === 'fixed' && finding.port.port === port && finding.port.host === host)
    return ask(finding, `${seen}, and speaks no HTTP there.`);
  // A variable that did not help is no part of the proposal.
  const env = finding.env.filter(({ value, why }) => !(value === '${PORT}' && why !== undefined));
  const fixed = { kind: 'fixed', port, host } as const;
  return change(finding, { env, port: fixed }, `${seen}, whatever $PORT says: \`url\` names it now.`);
}
