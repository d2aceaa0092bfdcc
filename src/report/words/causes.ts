import { nearest } from '../../config/diagnostics/words.ts';
import { DEFAULTS } from '../../config/schema/values.ts';
import type { Crowding, InvalidReason, ServiceFault } from '../../verdict/faults.ts';
import { formatCount, formatMs, formatRate, formatShare, formatSize } from '../format/numbers.ts';
import { code, fromMessage, join, type Phrase, say, strong } from '../format/phrase.ts';
import { cut } from '../format/visible.ts';
import { coreCount, counted, cpuWords, listed, rateOf, shortCommit, shortLabel } from './terms.ts';

const NOTHING_SAID = strong('This says nothing about your change.');

/** Reasons why a scenario has no value that a limit could be taken from. */
const LIMIT_LACKS = {
  failed: 'has none, since too many of its requests failed',
  'not-measured': 'was not measured',
};

/** Names the obstacle to a measurement, short enough for a headline. */
export function nameInvalid(reason: InvalidReason): Phrase {
  switch (reason.kind) {
    case 'generator-starved':
      return say`k6 ran out of CPU in ${code(shortLabel(reason.label))}`;
    case 'machine-disturbed':
      return say`the machine was disturbed in ${code(shortLabel(reason.label))}`;
    case 'not-ready':
      return say`${code(shortLabel(reason.service))}${ofArms(reason)} did not become ready`;
    case 'build-failed':
      return say`${code(shortLabel(reason.service))}${ofArms(reason)} did not build`;
    case 'base-failed': {
      const what = {
        'build-failed': 'did not build',
        'not-ready': 'did not become ready',
        crashed: 'crashed',
        'script-failed': 'fails the k6 script',
      };
      return say`the base ${code(shortCommit(reason.commit)!)}${reason.both ? ' and this change both' : ''} ${what[reason.fault]}`;
    }
    case 'script-failed':
      return say`the k6 script of ${code(shortLabel(reason.label))} failed`;
    case 'harness':
      return say`something in Tailgate or around it failed`;
    case 'none-begun':
      return say`no request of ${code(shortLabel(reason.label))} began while it was measured`;
    case 'cost-unknown':
      return say`${code(cut(reason.metric, 20))} of ${code(shortLabel(reason.label))} cannot be read here`;
    case 'generator-limit':
      return say`k6 cannot send enough for the capacity of ${code(shortLabel(reason.label))}`;
    case 'search-too-short':
      return say`the capacity of ${code(shortLabel(reason.label))} was not found`;
    case 'limit-unknown':
      return say`the limit of ${code(shortLabel(reason.label))} ${cut(reason.metric, 40)} is not known: ${code(shortLabel(reason.other))} ${LIMIT_LACKS[reason.because]}`;
    case 'metric-unknown':
      return say`${code(cut(reason.metric, 60))} of ${code(shortLabel(reason.label))} ${reason.is === null ? 'was never fed' : 'does not exist'}`;
    case 'cause-unknown':
      return say`${code(shortLabel(reason.label))} missed its rate, cause unknown`;
  }
}

function ofArms({ onlyHead, both }: Extract<InvalidReason, { kind: 'not-ready' | 'build-failed' }>): string {
  return both ? ' of this change and of the base' : onlyHead ? ' of this change' : '';
}

/** Explains the evidence and the next step. */
export function explainInvalid(reason: InvalidReason): Phrase {
  switch (reason.kind) {
    case 'generator-starved': {
      const late = reason.lagMs === null ? '' : `, requests up to ${formatMs(reason.lagMs)} late`;
      const sent = rateOf(reason.sent, reason.intended, reason.seconds);
      if (reason.pod !== undefined)
        return say`Sent ${sent}; ${code(cut(reason.pod, 100))} fell behind${late}. ${NOTHING_SAID} Give each pod more processors, or take more pods.`;
      const step = 'Lower the load or use a larger runner.';
      return say`Sent ${sent}; ${cpuWords(reason.cpu)}${late}. ${NOTHING_SAID} ${step}`;
    }
    case 'machine-disturbed': {
      const { others, steal } = reason.cpu;
      const busy = others === null ? 'unknown' : coreCount(others);
      const stolen = steal === null ? 'unknown' : coreCount(steal);
      const lost = `${formatCount(reason.discarded)} of ${counted(reason.rounds, 'round')}`;
      return say`Discarded ${lost}; CPU used by other processes: ${busy}, taken by the hypervisor: ${stolen}. ${NOTHING_SAID} Stop what else runs on the machine, or use a runner of its own.`;
    }
    case 'not-ready': {
      if (reason.onlyHead) return say`${message(reason)} The base became ready, so this change did it.`;
      return say`${message(reason)} Check ${code('start')}, ${code('url')} and ${code('ready')} of ${code(shortLabel(reason.service))}.`;
    }
    case 'build-failed':
    case 'script-failed':
      return message(reason);
    case 'base-failed': {
      const instead = reason.both
        ? say`Mend that on the base branch first.`
        : say`Or let earlier runs stand in for a base that cannot run: ${code('on-base-failure: history')}.`;
      return say`${message(reason)} ${NOTHING_SAID} ${remedy(reason)}${instead}`;
    }
    case 'harness':
      return say`${message(reason)} ${NOTHING_SAID}`;
    case 'none-begun': {
      const length = formatMs(reason.seconds * 1000, 2);
      return say`All users were busy with what they had begun before: requests, or iterations of a script, take longer than the ${length} that are measured at a time. ${NOTHING_SAID} Beside a base a round has 3 s at the most: make the iterations shorter, with less ${code('sleep')}, or compare with records, ${code('from: history')}, under a load with a length, such as ${code('20 users for 5m')}, whose rounds are longer.`;
    }
    case 'cost-unknown':
      return say`An SLO or a setting is on ${code(cut(reason.metric, 20))}, which is read from the processes that ${code('start')} begins, on Linux. Work in a container that it runs is not among them. ${NOTHING_SAID} Use ${code('image')} or ${code('compose')} in place of ${code('start')}, or take that out.`;
    case 'generator-limit':
      return say`${reason.rate > 0 ? `The service meets at ${formatRate(reason.rate)}, and k6 could send no more: at least so much, the generator's limit.` : 'k6 could send too little to find a rate that meets.'} ${NOTHING_SAID} Ask for less, or use a larger runner.`;
    case 'search-too-short':
      return say`Its ${code('budget')} ended after ${counted(reason.trials, 'trial')}. ${NOTHING_SAID} Give it ${code(`budget: ${DEFAULTS.capacityBudget}`)}, or a narrower range.`;
    case 'limit-unknown':
      return say`The limit of ${code(shortLabel(reason.label))} ${cut(reason.metric, 40)} is a value of ${code(shortLabel(reason.other))}, which ${LIMIT_LACKS[reason.because]}. ${NOTHING_SAID} See to that scenario first.`;
    case 'metric-unknown':
      return explainUnknownMetric(reason);
    case 'cause-unknown': {
      const sent = rateOf(reason.sent, reason.intended, reason.seconds);
      // Linux always tells the processor time of k6.
      const elsewhere =
        reason.cpu.generator === null ? ', or measure on Linux, where the CPU time of both can be seen' : '';
      return say`Sent ${sent}; ${cpuWords(reason.cpu)}. Neither the service nor k6 can be shown to be the cause. ${NOTHING_SAID} Lower the load${elsewhere}.`;
    }
  }
}

/** What an SLO can name of each type of k6's metrics. */
const NAMEABLE = {
  time: 'a Trend of times, which has `p95` and `avg` in ms',
  trend: 'a Trend without a unit, which has `p95` and `avg`',
  rate: 'a Rate, which has `rate` in %',
  counter: 'a Counter, which has `rate` in /s',
  gauge: 'a Gauge, whose last value is no measurement',
};
const SEEN = 8;

function explainUnknownMetric({
  label,
  metric,
  is,
  seen,
}: Extract<InvalidReason, { kind: 'metric-unknown' }>): Phrase {
  const [name = ''] = metric.split('.');
  const near = nearest(
    name,
    seen.map((each) => each.name),
  );
  const names = seen.slice(0, SEEN).map((each) => each.name);
  const found =
    names.length === 0
      ? say`It fed no metric of its own.`
      : say`It fed ${fromMessage(listed(names.map((each) => `\`${cut(each, 60)}\``)))}${seen.length > SEEN ? ' and others' : ''}.`;
  const meant = near && near !== name ? say` Did you mean ${code(cut(near, 60))}?` : say``;
  if (is !== null)
    return say`${code(cut(name, 60))} is ${fromMessage(NAMEABLE[is])}; the SLO of ${code(shortLabel(label))} names ${code(cut(metric, 60))}. ${NOTHING_SAID}`;
  return say`The script of ${code(shortLabel(label))} never fed ${code(cut(name, 60))} while it was measured. ${found}${meant} ${NOTHING_SAID}`;
}

/** Advises what to do. The base runs from a fresh checkout, which lacks all that git ignores. */
function remedy({ missing, service }: Extract<InvalidReason, { kind: 'base-failed' }>): Phrase {
  if (missing === null) return say``;
  const folder = cut(missing, 60);
  const step =
    folder.replace(/\/$/, '') === 'node_modules'
      ? say`${code('build: npm ci')}`
      : say`a ${code('build')} that makes it`;
  return say`${code(folder)} is git-ignored, so a fresh checkout lacks it: add ${step} to ${code(shortLabel(service))}. `;
}

/** Names a fault of the service, short enough for a headline. @param isPaired whether a base was started as well */
export function nameServiceFault(fault: ServiceFault, isPaired = false): Phrase {
  switch (fault.kind) {
    case 'crashed':
      return say`${code(shortLabel(fault.service))}${isPaired ? ' of this change' : ''} crashed during ${code(shortLabel(fault.label))}`;
    case 'cannot-keep-up':
      return say`the service cannot keep up in ${code(shortLabel(fault.label))}: ${rateOf(fault.sent, fault.intended, fault.seconds)}`;
    case 'fills-machine':
      return say`the service fills all processors at times in ${code(shortLabel(fault.label))}`;
    case 'failing':
      return say`${formatShare(fault.failed / fault.requests)} of requests fail in ${code(shortLabel(fault.label))}${fault.soak ? ' under load without a pause' : ''}${fault.examples[0] === undefined ? '' : `: ${cut(fault.examples[0], 60)}`}`;
    case 'other-size':
      return say`answers of ${code(shortLabel(fault.label))} have another size, ${formatSize(fault.base)} → ${formatSize(fault.head)}`;
    case 'threshold':
      return say`${code(shortLabel(fault.label))} crosses ${fault.thresholds.length === 1 ? 'a k6 threshold' : `${fault.thresholds.length} k6 thresholds`}`;
  }
}

/** Writes where k6 was kept from the processors while nobody else used the machine. */
export function crowdingWords({ head, base, together }: Crowding): string {
  const both = together > 0 ? `, and in ${counted(together, 'stretch', 'stretches')} of both in turns` : '';
  return `in ${counted(head, 'stretch', 'stretches')} of this change alone k6 could not begin requests in time, while nobody else used the machine${both}; of the base alone in ${formatCount(base)}`;
}

/** Explains the evidence against the service. @param isPaired whether a base was started as well; a crash then ends the run */
export function explainServiceFault(fault: ServiceFault, isPaired = false): Phrase {
  const label = code(shortLabel(fault.label));
  switch (fault.kind) {
    case 'crashed':
      return say`${code(shortLabel(fault.service))} ended during ${label} (${cut(fault.exit, 80)})${isPaired ? '' : '; requests after that count as failed'}.`;
    case 'cannot-keep-up': {
      const room = fault.cpu.generator === null ? '' : ', so k6 had room';
      return say`${label}: ${rateOf(fault.sent, fault.intended, fault.seconds)} taken, the rest counts as failed; ${cpuWords(fault.cpu)}${room}.`;
    }
    case 'fills-machine':
      return say`${label}: ${crowdingWords(fault)}.`;
    case 'failing': {
      const examples = fault.examples.slice(0, 3).map((example) => code(cut(example, 120)));
      const found = examples.length === 0 ? '' : say`: ${join(examples)}`;
      return say`${label}: ${formatCount(fault.failed)} of ${counted(fault.requests, 'request')} failed${fault.soak ? ' under load without a pause, and hardly any with pauses' : ''}${found}.`;
    }
    case 'other-size':
      return say`${label}: ${code('expect: {size: same}')} asks for answers as large as those of the base.`;
    case 'threshold': {
      const shown = fault.thresholds.slice(0, 5).map((threshold) => code(cut(threshold, 120)));
      return say`${label}: thresholds of its own script were crossed: ${join(shown)}.`;
    }
  }
}

/** Lists the logs that belong to the failures. */
export function logsOf(
  faults: readonly ServiceFault[],
  invalid: readonly InvalidReason[],
): { title: Phrase; log: string }[] {
  const logs: { title: Phrase; log: string }[] = [];
  for (const cause of [...invalid, ...faults]) {
    if (!('log' in cause) || !cause.log?.trim()) continue;
    const service = 'service' in cause ? cause.service : undefined;
    const where = service ?? ('label' in cause ? cause.label : 'Tailgate');
    const whose = cause.kind === 'script-failed' ? 'k6 in ' : '';
    logs.push({ title: say`Log of ${whose}${shortLabel(where)}`, log: cause.log });
  }
  return logs;
}

/** Writes a message as a sentence; the parts that know the facts give clauses as well. */
function message(reason: { message: string }): Phrase {
  const text = cut(reason.message.trim(), 300);
  // The name `k6` stays in lower case.
  const start = text.startsWith('k6 ') ? 'k' : text.charAt(0).toUpperCase();
  return fromMessage(`${start}${text.slice(1)}${/[.!?…]$/.test(text) ? '' : '.'}`);
}
