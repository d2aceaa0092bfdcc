import { type InvalidReason, isCrash, type ServiceFault } from '../../verdict/faults.ts';
import type { Verdict } from '../../verdict/verdict.ts';
import { formatCount, formatMs, formatShare } from '../format/numbers.ts';
import { capitalise, code, fromMessage, join, type Phrase, say, strong } from '../format/phrase.ts';
import { cut } from '../format/visible.ts';
import type { Telling } from './rows.ts';
import { boundWords, counted, cpuWords, listSome, rateOf, shortCommit, shortLabel } from './terms.ts';

/** An obstacle to the measurement, or a fault of the service; `label`: its scenario, null if it has none. */
export type Trouble = Telling & { name: string; label: string | null; is: 'obstacle' | 'missed' | 'remark' };

/** Lists what kept a run from a verdict, then what the service did wrong. */
export function listTroubles({ invalid, faults }: Verdict): Trouble[] {
  return [
    ...invalid.map((reason): Trouble => {
      const label = 'label' in reason ? reason.label : null;
      return { name: 'measurement', label, is: 'obstacle', ...tellInvalid(reason) };
    }),
    ...faults.map((fault): Trouble => {
      const { kind: name, label } = fault;
      return { name, label, is: isCrash(fault) ? 'missed' : 'remark', ...tellFault(fault) };
    }),
  ];
}

export const NOTHING_SAID = strong('This says nothing about your change.');
/** Ended without a measurement, possibly because of the change itself. */
const MAY_BE_CHANGE: readonly InvalidReason['kind'][] = ['not-ready', 'build-failed', 'script-failed'];

/** Names the obstacle to a measurement, with evidence and the next step. */
export function tellInvalid(reason: InvalidReason): Telling {
  const [title, text] = tellObstacle(reason);
  return { title, text: MAY_BE_CHANGE.includes(reason.kind) ? text : say`${text} ${NOTHING_SAID}` };
}

/** What happened to an arm that could not be measured. */
const ENDS = {
  'build-failed': 'did not build',
  'not-ready': 'did not become ready',
  crashed: 'crashed',
  'script-failed': 'failed with the k6 script of head',
};

function tellObstacle(reason: InvalidReason): [title: Phrase, text: Phrase] {
  const own = code(shortLabel('label' in reason ? reason.label : 'service' in reason ? reason.service : ''));
  switch (reason.kind) {
    case 'starved': {
      const { sent, intended, seconds, lagMs, pod, cpu } = reason;
      const late = lagMs === null ? '' : `, requests up to ${formatMs(lagMs)} late`;
      const who = pod === undefined ? cpuWords(cpu) : say`${code(pod)} fell behind`;
      const advice = pod === undefined ? 'a larger runner on Linux' : 'more or larger pods';
      return [
        say`k6 fell behind in ${own}`,
        say`Sent ${rateOf(sent, intended, seconds)}${late}; ${who}. Lower the load, or use ${advice}.`,
      ];
    }
    case 'disturbed':
      return [
        say`the machine was disturbed during ${own}`,
        say`Discarded ${formatCount(reason.discarded)} of ${counted(reason.rounds, 'round')}${reason.why && `: ${cut(reason.why, 100)}`}. Stop other workloads, or use a dedicated runner.`,
      ];
    case 'not-ready':
    case 'build-failed': {
      const arms = reason.both ? ' of base and head' : reason.onlyHead ? ' of head' : '';
      const title = say`${own}${arms} ${ENDS[reason.kind]}`;
      if (reason.kind === 'build-failed' || reason.onlyHead) return [title, message(reason)];
      return [title, say`${message(reason)} Check ${code('start')}, ${code('url')} and ${code('ready')}.`];
    }
    case 'base-failed':
      return [
        say`base ${code(shortCommit(reason.commit))}${reason.both ? ' and head' : ''} ${ENDS[reason.fault]}`,
        message(reason),
      ];
    case 'script-failed':
      return [say`the k6 script of ${own} failed`, message(reason)];
    case 'harness':
      return [say`Tailgate or its environment failed`, message(reason)];
    case 'none-begun':
      return [
        say`no request was sent for ${own}`,
        say`Either a single request or iteration takes longer than a round of ${formatMs(reason.seconds * 1000, 2)} (shorten it, or ${code('sleep')} less), or the script checks ${code('exec.scenario.name')}, which differs here.`,
      ];
    case 'cost-unknown':
      return [
        say`${code(reason.metric)} of ${own} cannot be read here`,
        say`It can only be read on Linux, and not from a container that ${code('start')} runs: use ${code('image')} or ${code('compose')}, or remove that SLO.`,
      ];
    case 'generator-limit':
      return [
        say`k6 cannot send fast enough to find the capacity of ${own}`,
        say`The capacity is ${boundWords('generator', reason.rate)}; k6 was the bottleneck. Lower the SLO and the range, or use a larger runner.`,
      ];
    case 'search-too-short':
      return [
        say`the capacity of ${own} was not found`,
        say`Its ${code('budget')} ended after ${counted(reason.trials, 'trial')}. Raise it, or narrow the range.`,
      ];
    case 'limit-unknown':
      return [
        say`the limit of ${own} ${reason.metric} is not known`,
        say`It depends on ${code(shortLabel(reason.other))}, which failed or was not measured. Fix that scenario first.`,
      ];
    case 'metric-unknown': {
      const fed = reason.seen.map(({ name, type }) => `${cut(name, 60)} (${type})`);
      return [
        say`${own} has no metric ${code(reason.metric)}`,
        say`The script's own metrics: ${listSome(fed, 8) || 'none'}. A Trend has ${code('avg')}, ${code('max')} and percentiles such as ${code('p95')}; a Rate or a Counter has ${code('rate')}.`,
      ];
    }
  }
}

/** Names a fault of the service, with evidence. */
export function tellFault(fault: ServiceFault): Telling {
  const label = code(shortLabel(fault.label));
  switch (fault.kind) {
    case 'crashed': {
      const service = code(shortLabel(fault.service));
      return {
        title: say`${service} crashed during ${label}`,
        text: say`${service} in ${label}: ${cut(fault.exit, 80)}.`,
      };
    }
    case 'cannot-keep-up': {
      const rate = rateOf(fault.sent, fault.intended, fault.seconds);
      return {
        title: say`the service cannot keep up in ${label}: ${rate}`,
        text: say`${label}: ${rate} sent, the rest count as failed; ${cpuWords(fault.cpu)}.`,
      };
    }
    case 'failing': {
      const { failed, requests, examples } = fault;
      const [first] = examples;
      const found = first === undefined ? '' : say`: ${join(examples.slice(0, 3).map(code))}`;
      return {
        title: say`${formatShare(failed / requests)} of requests fail in ${label}${first === undefined ? '' : `: ${cut(first, 60)}`}`,
        text: say`${label}: ${formatCount(failed)} of ${counted(requests, 'request')} failed${found}.`,
      };
    }
  }
}

/** Lists the logs that belong to the failures. */
export function logsOf({ faults, invalid }: Verdict): { title: Phrase; log: string }[] {
  return [...invalid, ...faults].flatMap((cause) => {
    if (!('log' in cause) || !cause.log?.trim()) return [];
    const where = ('service' in cause && cause.service) || ('label' in cause ? cause.label : 'Tailgate');
    const whose = cause.kind === 'script-failed' ? 'k6 in ' : '';
    return [{ title: say`Log of ${whose}${shortLabel(where)}`, log: cause.log }];
  });
}

/** Writes a message as a sentence; callers may also pass clauses. */
function message({ message: text }: { message: string }): Phrase {
  const end = /[.!?…]\s*$/.test(text) ? '' : '.';
  return capitalise(fromMessage(`${text.trim().slice(0, 1000)}${end}`));
}
