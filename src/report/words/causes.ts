import { nearest } from '../../config/diagnostics/words.ts';
import { isMissed } from '../../verdict/decision.ts';
import type { InvalidReason, ServiceFault } from '../../verdict/faults.ts';
import type { Verdict } from '../../verdict/verdict.ts';
import { formatCount, formatMs, formatRate, formatShare } from '../format/numbers.ts';
import { capitalise, code, fromMessage, join, type Phrase, say, strong } from '../format/phrase.ts';
import { cut } from '../format/visible.ts';
import type { Telling } from './rows.ts';
import { coreCount, counted, cpuWords, listSome, rateOf, shortCommit, shortLabel } from './terms.ts';

/** Obstacle to the measurement, or fault of the service; `label`: its scenario, null where it is of none. */
export type Trouble = Telling & {
  kind: 'obstacle' | 'fault' | 'blocking-fault';
  name: string;
  label: string | null;
};

/** Lists what kept a run from a verdict, then what the service did wrong. */
export function listTroubles(verdict: Verdict): Trouble[] {
  const { invalid, faults, pair } = verdict;
  return [
    ...invalid.map((reason): Trouble => {
      const label = 'label' in reason ? reason.label : null;
      return { kind: 'obstacle', name: 'measurement', label, ...tellInvalid(reason) };
    }),
    ...faults.map((fault): Trouble => {
      const kind = isMissed(fault) ? 'blocking-fault' : 'fault';
      return { kind, name: fault.kind, label: fault.label, ...tellFault(fault, pair !== null) };
    }),
  ];
}

const NOTHING_SAID = strong('This says nothing about your change.');
/** What ended without a measurement, and may have been ended by the change itself. */
const MAY_BE_CHANGE: readonly InvalidReason['kind'][] = ['not-ready', 'build-failed', 'script-failed'];

/** Names the obstacle to a measurement, and explains the evidence and the next step. */
export function tellInvalid(reason: InvalidReason): Telling {
  const { title, text } = tellObstacle(reason);
  return { title, text: MAY_BE_CHANGE.includes(reason.kind) ? text : say`${text} ${NOTHING_SAID}` };
}

function tellObstacle(reason: InvalidReason): Telling {
  const own = code(shortLabel('label' in reason ? reason.label : 'service' in reason ? reason.service : ''));
  switch (reason.kind) {
    case 'starved': {
      const { sent, intended, seconds, lagMs, pod, cpu } = reason;
      const late = lagMs === null ? '' : `, requests up to ${formatMs(lagMs)} late`;
      const rate = rateOf(sent, intended, seconds);
      return {
        title: say`k6 fell behind in ${own}`,
        text:
          pod === undefined
            ? say`Sent ${rate}${late}; ${cpuWords(cpu)}. Lower the load, or use a larger runner on Linux.`
            : say`Sent ${rate}${late}; ${code(pod)} fell behind. Give each pod more processors, or take more pods.`,
      };
    }
    case 'disturbed':
      return {
        title: say`the machine was disturbed in ${own}`,
        text: say`Discarded ${formatCount(reason.discarded)} of ${counted(reason.rounds, 'round')}; CPU used by other processes: ${coreCount(reason.cpu.others)}, taken by the hypervisor: ${coreCount(reason.cpu.steal)}. Stop other workloads, or use a dedicated runner.`,
      };
    case 'not-ready':
      return {
        title: say`${own}${ofArms(reason)} did not become ready`,
        text: reason.onlyHead
          ? say`${message(reason)} Base became ready, so look at what this change does.`
          : say`${message(reason)} Check ${code('start')}, ${code('url')} and ${code('ready')}.`,
      };
    case 'build-failed':
      return { title: say`${own}${ofArms(reason)} did not build`, text: message(reason) };
    case 'script-failed':
      return { title: say`the k6 script of ${own} failed`, text: message(reason) };
    case 'base-failed': {
      const what = {
        'build-failed': 'did not build',
        'not-ready': 'did not become ready',
        crashed: 'crashed',
        'script-failed': 'failed with the k6 script of head',
      }[reason.fault];
      const whose = say`base ${code(shortCommit(reason.commit))}${reason.both ? ' and head' : ''}`;
      return {
        title: say`${whose} ${what}`,
        text: say`${message(reason)}${reason.both ? ' Fix it on the base branch first.' : ''}`,
      };
    }
    case 'harness':
      return { title: say`something in Tailgate or around it failed`, text: message(reason) };
    case 'none-begun':
      return {
        title: say`no request of ${own} was sent while it was measured`,
        text: say`Requests, or iterations of the script, take longer than the ${formatMs(reason.seconds * 1000, 2)} of a stretch, or the script expects its own ${code('exec.scenario.name')}. Make the iterations shorter, with less ${code('sleep')}.`,
      };
    case 'cost-unknown':
      return {
        title: say`${code(reason.metric)} of ${own} cannot be read here`,
        text: say`It is read on Linux, from the processes that ${code('start')} begins, and not from a container that these run. Use ${code('image')} or ${code('compose')}, or take it out.`,
      };
    case 'generator-limit':
      return {
        title: say`k6 cannot send enough for the capacity of ${own}`,
        text: say`The capacity is ${reason.rate > 0 ? `at least ${formatRate(reason.rate)}; k6 was the bottleneck` : 'not known: k6 could not send enough'}. Ask for less, or use a larger runner.`,
      };
    case 'search-too-short':
      return {
        title: say`the capacity of ${own} was not found`,
        text: say`Its ${code('budget')} ended after ${counted(reason.trials, 'trial')}. Raise it, or narrow the range.`,
      };
    case 'limit-unknown':
      return {
        title: say`the limit of ${own} ${reason.metric} is not known`,
        text: say`It is a value of ${code(shortLabel(reason.other))}, which failed or was not measured. Fix that scenario first.`,
      };
    case 'metric-unknown':
      return {
        title: say`${code(reason.metric)} of ${own} ${reason.is === null ? 'was never fed' : 'does not exist'}`,
        text: explainUnknownMetric(reason),
      };
  }
}

function ofArms({ onlyHead, both }: { onlyHead?: true; both?: true }): string {
  return both ? ' of base and head' : onlyHead ? ' of head' : '';
}

function explainUnknownMetric({
  metric,
  is,
  seen,
}: Extract<InvalidReason, { kind: 'metric-unknown' }>): Phrase {
  const [name = ''] = metric.split('.');
  if (is !== null)
    return say`${code(name)} is a ${is === 'time' ? 'trend' : is}: a Trend has ${code('p95')} and ${code('avg')}, a Rate and a Counter have ${code('rate')}, and a Gauge is not measured.`;
  const names = seen.map((each) => each.name);
  const near = nearest(name, names);
  const meant = near && near !== name ? say` Did you mean ${code(near)}?` : '';
  const fed = listSome(
    names.map((each) => cut(each, 60)),
    8,
  );
  return say`The script fed ${fed || 'no metric of its own'} while it was measured.${meant}`;
}

/** Names a fault of the service, and explains the evidence. @param isPaired whether a base was started as well */
export function tellFault(fault: ServiceFault, isPaired = false): Telling {
  const label = code(shortLabel(fault.label));
  switch (fault.kind) {
    case 'crashed':
      return {
        title: say`${code(shortLabel(fault.service))}${isPaired ? ' of head' : ''} crashed during ${label}`,
        text: say`${code(shortLabel(fault.service))} ended during ${label} (${cut(fault.exit, 80)}).`,
      };
    case 'cannot-keep-up': {
      const rate = rateOf(fault.sent, fault.intended, fault.seconds);
      return {
        title: say`the service cannot keep up in ${label}: ${rate}`,
        text: say`${label}: it took ${rate}, and the rest counts as failed; ${cpuWords(fault.cpu)}.`,
      };
    }
    case 'failing': {
      const { failed, requests, examples, soak } = fault;
      const [first] = examples;
      const found = examples.length === 0 ? '' : say`: ${join(examples.slice(0, 3).map(code))}`;
      const where = soak ? ' in the soak' : '';
      return {
        title: say`${formatShare(failed / requests)} of requests fail in ${label}${where}${first === undefined ? '' : `: ${cut(first, 60)}`}`,
        text: say`${label}: ${formatCount(failed)} of ${counted(requests, 'request')} failed${where}${found}.`,
      };
    }
  }
}

/** Lists the logs that belong to the failures. */
export function logsOf({ faults, invalid }: Verdict): { title: Phrase; log: string }[] {
  return [...invalid, ...faults].flatMap((cause) => {
    if (!('log' in cause) || !cause.log?.trim()) return [];
    const service = 'service' in cause ? cause.service : undefined;
    const where = service ?? ('label' in cause ? cause.label : 'Tailgate');
    const whose = cause.kind === 'script-failed' ? 'k6 in ' : '';
    return [{ title: say`Log of ${whose}${shortLabel(where)}`, log: cause.log }];
  });
}

/** Writes a message as a sentence; the parts that know the facts give clauses as well. */
function message(reason: { message: string }): Phrase {
  const text = reason.message.trim();
  const sentence = fromMessage(`${text.slice(0, 1000)}${/[.!?…]$/.test(text) ? '' : '.'}`);
  // The name `k6` stays in lower case.
  return text.startsWith('k6 ') ? sentence : capitalise(sentence);
}
