import { lookup } from 'node:dns/promises';
import { nameScenario } from '../k6/driver.ts';
import { watchSockets } from '../machine/sockets.ts';
import { averageCalls, type Calls, countCalls } from '../measurement/calls.ts';
import type { Arm } from '../measurement/measurement.ts';
import { sum } from '../measurement/sum.ts';
import type { Arrivals } from '../plan/draws.ts';
import { isAlone, type Program } from '../plan/slot.ts';
import type { RunningInstance } from '../services/instance.ts';
import { readEndpoint } from '../services/outside.ts';
import type { Surroundings } from '../services/surroundings.ts';
import type { DiagnosedSlot } from './slots.ts';

/** `names` maps the addresses and ports of declared peers to their names. */
type CallWatch = ReturnType<typeof watchSockets> & { names(): Promise<ReadonlyMap<string, string>> };
type Callers = ReadonlyMap<Arm, Pick<RunningInstance, 'sessions' | 'portOf' | 'targetUrl' | 'fill'>>;

/**
 * Watches whom the arms of a program call. Null if it would be useless: nothing is compared, no stretch is load
 * on an arm alone, or nothing was started here.
 */
export function watchCalls(
  { slots }: Program,
  instances: Callers,
  { config, keeper }: Surroundings,
): CallWatch | null {
  const isCounted = slots.some((slot) => slot.round !== null && isAlone(slot));
  const isStarted = [...instances.values()].some(({ sessions }) => sessions.length > 0);
  if (process.platform !== 'linux' || config.baseline.kind !== 'paired' || !isCounted || !isStarted)
    return null;
  const sessions = new Map([...instances].map(([arm, instance]) => [arm, instance.sessions]));
  const ports = [...instances.values()].flatMap(({ targetUrl }) => Number(new URL(targetUrl).port) || []);
  return { ...watchSockets(sessions, ports, keeper.mark), names: () => listNames(instances, config) };
}

/** Lists the names of services that are started or declared, by address and port. */
async function listNames(instances: Callers, { services }: Surroundings['config']) {
  const [{ fill }] = [...instances.values()] as [Pick<RunningInstance, 'fill'>];
  const started = [...instances.values()].flatMap(({ portOf }) =>
    [...portOf].flatMap(([reference, port]) =>
      ['127.0.0.1', '::1'].map((address) => ({ name: reference.split('.')[0]!, address, port })),
    ),
  );
  const declared = services.map(async ({ name, start, url }) => {
    if (start !== undefined || url === undefined) return [];
    const { host, port } = readEndpoint(fill(url));
    const found = await lookup(host, { all: true }).catch(() => []);
    return found.map(({ address }) => ({ name, address, port }));
  });
  const write = (address: string) => (address.includes(':') ? `[${address}]` : address);
  const all = [...(await Promise.all(declared)).flat(), ...started];
  return new Map(all.map(({ name, address, port }) => [`${write(address)}:${port}`, name]));
}

/** Adds to the slots of load alone what their arm called during them, if known. */
export async function addCalls(
  slots: DiagnosedSlot[],
  watch: CallWatch | null,
  arrivals: ReadonlyMap<string, Arrivals>,
): Promise<DiagnosedSlot[]> {
  if (watch === null) return slots;
  const names = await watch.names();
  return slots.map((one) => {
    const { slot, slices } = one;
    if (slot.round === null || !isAlone(slot)) return one;
    const { settleSeconds } = slot;
    const dueMs = arrivals.get(nameScenario(slot))?.dueMs;
    const from = slices[0]!.startedAt - 1000 * settleSeconds;
    const seconds = sum(slices, (slice) => slice.seconds);
    // Calls in the settling start are not part of the slices.
    const settling = dueMs?.filter((due) => due < 1000 * settleSeconds).length;
    const uncounted =
      settling === undefined ? settleSeconds / seconds : settling / (dueMs!.length - settling);
    const requests = (1 + uncounted) * sum(slices, ({ ok, failed }) => ok + failed);
    const to = from + 1000 * (settleSeconds + seconds);
    const calls = countCalls(slot.arm, watch, { from, to, requests }, names);
    return calls === null ? one : { ...one, calls };
  });
}

/** Averages what an arm called in the slots of a block. Null if unknown for all of them. */
export function joinCalls(slots: readonly DiagnosedSlot[]): Calls[] | null {
  const known = slots.flatMap(({ calls }) => (calls === undefined ? [] : [calls]));
  return known.length > 0 ? averageCalls(known) : null;
}
