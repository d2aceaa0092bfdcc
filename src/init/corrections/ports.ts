import type { EnvironmentLine, Finding } from '../needs/finding.ts';
import { ask, type Correction, change } from './correction.ts';
import type { Listening, Observation } from './observation.ts';

/** Where the service listens, if that is not where it was expected. */
export function findElsewhere({ listening, asked, failure, answers }: Observation) {
  const first = listening?.[0];
  if (first === undefined || answers.length > 0 || failure !== null) return null;
  return listening!.some(({ port }) => port === asked) && first.host === '127.0.0.1' ? null : first;
}

/** Ports from here on are those that a system hands out by itself. */
const EPHEMERAL = 32_768;

/** A second port that the service always opens, where both revisions are to be up at once. */
export function findFurther(
  { port, further = [], container }: Finding,
  { listening, asked, failure }: Observation,
): number | undefined {
  if (port.kind === 'fixed' || failure !== null || container !== undefined) return undefined;
  return listening?.find(
    (each) => each.port !== asked && each.port < EPHEMERAL && !further.includes(each.port),
  )?.port;
}

/** Gives the second port to the variable that says it. */
export function moveFurther(finding: Finding, port: number): Correction {
  const further = [...(finding.further ?? []), port];
  const seen = `It also listens on port ${port}, which base and head cannot both have`;
  const line = finding.env.find((each) => saysPort(each, port));
  if (line === undefined) {
    const note = `${seen}: give it one of \`ports\`, or write a fixed port in \`url\`, and they take turns.`;
    return change(finding, { further, notes: [...finding.notes, note] }, `${seen}.`);
  }
  const env = replacePort(finding.env, line, port, `PORT_P${port}`);
  const ports = [...(finding.ports ?? []), `p${port}`];
  return change(finding, { further, ports, env }, `${seen}: ${line.name} has one of its own now.`);
}

/** Takes the port that the service opens. Its own variable for it is given $PORT, where one is known. */
export function movePort(finding: Finding, { host, port }: Listening, asked: number | null): Correction {
  const isGiven = finding.port.kind === 'given';
  if (isGiven && port === asked && finding.port.host !== host) {
    const said = `It listens on $PORT of ${host} only: \`url\` names that now.`;
    return change(finding, { port: { kind: 'given', host } }, said);
  }
  const line = finding.env.find((each) => saysPort(each, port));
  const seen = `It listens on port ${port}`;
  if (isGiven && line && host === '127.0.0.1') {
    const env = replacePort(finding.env, line, port, 'PORT');
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

/** Whether a variable tells the service a port to listen on. */
function saysPort({ name, value }: EnvironmentLine, port: number): boolean {
  return /PORT|ADDR|LISTEN|BIND|URL/.test(name) && new RegExp(`(?:^|:)${port}$`).test(value);
}

/** The environment in which a line ends with a port that Tailgate gives, in place of its own. */
function replacePort(
  env: readonly EnvironmentLine[],
  line: EnvironmentLine,
  port: number,
  given: string,
): EnvironmentLine[] {
  const value = `${line.value.slice(0, -String(port).length)}\${${given}}`;
  return env.map((each) => (each === line ? { name: line.name, value } : each));
}
