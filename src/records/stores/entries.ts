import type { RunRecord } from '../record.ts';
import { nameRecord } from '../store.ts';

/** One line of a git tree. `name` is in Latin-1, which keeps file names of any encoding unchanged. */
export type Entry = { mode: string; type: string; id: string; name: string };

/** Format of names: times of commit and measurement in UTC, then the name that is unique by commit and attempt. */
const STAMPED = /^(\d{8}T\d{9}Z-\d{8}T\d{9}Z)-(.+\.json)$/;

/**
 * Names the file of a record. Names sort by commit time, then by time of measurement. So the newest records are found
 * without reading any.
 */
export function nameEntry(record: RunRecord): string {
  const measured = stamp(record.recordedAt) ?? '00000000T000000000Z';
  const committed = stamp(record.commitTime) ?? measured;
  return `${committed}-${measured}-${nameRecord(record)}`;
}

/** Tells whether an entry holds a record of the same commit, attempt and job, whenever it was measured. */
export function isOf(entry: Entry, record: RunRecord): boolean {
  return isRecord(entry) && (entry.name.match(STAMPED)?.[2] ?? entry.name) === nameRecord(record);
}

/** Tells whether an entry may hold a record. A README or a folder that somebody put beside them does not. */
export function isRecord({ type, name }: Entry): boolean {
  return type === 'blob' && name.endsWith('.json');
}

/** Picks the entries with the newest records, at most `count`, and all whose names do not tell their time. */
export function pickNewest(entries: readonly Entry[], count: number): Entry[] {
  const records = entries.filter(isRecord);
  const stamped = records.filter(({ name }) => STAMPED.test(name));
  const sorted = stamped.sort((a, b) => (a.name < b.name ? -1 : 1));
  const others = records.filter(({ name }) => !STAMPED.test(name));
  return [...others, ...sorted.slice(Math.max(0, sorted.length - count))];
}

/** Parses entries. @param text output of `git ls-tree -z`, in Latin-1 */
export function parseEntries(text: string): Entry[] {
  return text.split('\0').flatMap((entry) => {
    const [, mode, type, id, name] = /^(\d+) (\w+) ([0-9a-f]+)\t(.+)/s.exec(entry) ?? [];
    return name === undefined ? [] : [{ mode: mode!, type: type!, id: id!, name }];
  });
}

/** Prints entries for `git mktree -z`, in Latin-1. */
export function printEntries(entries: readonly Entry[]): string {
  return entries.map(({ mode, type, id, name }) => `${mode} ${type} ${id}\t${name}\0`).join('');
}

function stamp(time: string | null): string | null {
  const ms = Date.parse(time ?? '');
  // Years with more than four digits have a sign, and would not sort.
  if (Number.isNaN(ms) || ms < 0 || ms >= 253_402_300_800_000) return null;
  return new Date(ms).toISOString().replace(/[-:.]/g, '');
}
