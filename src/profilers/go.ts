import { closeSync, openSync, readSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readKernelText } from '../processes/procfs.ts';
import type { Tool } from './attached.ts';
import { type Locate, listSources, readLines, rememberPlaces } from './sources.ts';

/** Functions below which Go collects garbage, in threads of its own or in those of requests. */
const GARBAGE = /^runtime\.(gcBgMarkWorker|gcAssistAlloc|bgsweep|bgscavenge|gcStart|gcMarkDone)(\.abi0)?$/;

/** perf, by the clock of the processor and frame pointers, which Go keeps. The binary has to have its symbols. */
export const go: Tool = {
  runtime: 'Go',
  file: 'perf',
  advice: 'perf of the kernel: apt-get install linux-perf (Debian) or linux-tools-generic (Ubuntu)',
  explainLimit: () =>
    mayUsePerf() ? null : 'kernel.perf_event_paranoid is above 2, so only root may take samples',
  choose: (processes) => processes.filter(({ pid }) => isGo(pid)).map(({ pid }) => pid),
  async sample({ run, read }, pid, seconds) {
    const event = '-q -e cpu-clock:u -F 1000 --call-graph fp --no-buildid-cache'.split(' ');
    await run(['record', ...event, '-o', read.path, '-p', `${pid}`, '--', 'sleep', `${seconds}`]);
    const order = '--stdio --no-inline --no-children --sort sym -g folded,0,caller,function,count'.split(' ');
    const told = await run(['report', ...order, '-i', read.path]);
    read();
    return told.split('\n').flatMap((line) => {
      const [, samples, symbols] = /^(\d{1,9}) (\S.*)$/.exec(line) ?? [];
      return symbols ? [{ symbols: symbols.split(';'), samples: Number(samples) }] : [];
    });
  },
  bindSources: (top) => rememberPlaces(bindSources(top), GARBAGE),
};

/** Leaves out types of generics, and the mark of functions in assembly. */
function trim(symbol: string): string {
  const [from, to] = [symbol.indexOf('['), symbol.lastIndexOf(']')];
  const plain = from < 0 || to < from ? symbol : symbol.slice(0, from) + symbol.slice(to + 1);
  return plain.replace(/\.abi\d$/, '');
}

/** Finds functions such as `example.com/shop/rank.(*Ranker).Results` in the sources of a work tree. */
function bindSources(top: string): Locate {
  const sources = listSources(top, ['.go', '.mod']);
  const modules = sources.flatMap((path) => {
    const line = basename(path) === 'go.mod' && readLines(path).find((each) => each.startsWith('module '));
    return line ? [{ name: line.slice('module '.length).trim(), folder: dirname(path) }] : [];
  });
  const files = sources.filter((path) => path.endsWith('.go') && !path.endsWith('_test.go'));
  const isMain = (path: string) => readLines(path).some((line) => /^package main\b/.test(line));
  let mains: string[] | undefined;
  const listFiles = (name: string) => {
    if (name === 'main') {
      mains ??= files.filter(isMain);
      return mains;
    }
    const owner = modules.find((module) => name === module.name || name.startsWith(`${module.name}/`));
    const folder = owner && join(owner.folder, name.slice(owner.name.length));
    return files.filter((path) => dirname(path) === folder);
  };
  return (full) => {
    const symbol = trim(full);
    const dot = symbol.indexOf('.', symbol.lastIndexOf('/') + 1);
    const [first = '', second = ''] = symbol.slice(dot + 1).split('.');
    // A function within another belongs to that: `search.func1`.
    const isMethod = second !== '' && !/^(func|gowrap|deferwrap)?\d/.test(second);
    const name = isMethod ? second : first;
    const type = isMethod ? first.replace(/[(*)]/g, '') : '';
    if (dot < 0 || !/^\w+$/.test(name) || !/^\w*$/.test(type)) return null;
    const found = listFiles(symbol.slice(0, dot).replaceAll('%2e', '.')).flatMap((path) => {
      const line = findFunction(readLines(path), type, name);
      return line > 0 ? [`${path}:${line}`] : [];
    });
    return found.length === 1 ? `${type ? `${type}.` : ''}${name} (${found[0]})` : null;
  };
}

/** Finds the line in which a function, or a method of a type, is declared. @returns 0 where there is none */
function findFunction(lines: readonly string[], type: string, name: string): number {
  const declares = (line: string) => {
    if (!line.startsWith('func ')) return false;
    const receiver = line.startsWith('func (') ? line.slice(0, line.indexOf(')') + 1) : '';
    const rest = line.slice(receiver.length || 'func'.length).trimStart();
    const isOf = type === '' ? receiver === '' : new RegExp(`\\b${type}\\b`).test(receiver);
    return isOf && rest.startsWith(name) && /[([]/.test(rest.charAt(name.length));
  };
  return lines.findIndex(declares) + 1;
}

/** Tells by the note with Go's build id, which is at the beginning of a binary, that a process runs Go. */
function isGo(pid: number): boolean {
  const head = Buffer.alloc(8192);
  try {
    const file = openSync(`/proc/${pid}/exe`, 'r');
    readSync(file, head);
    closeSync(file);
  } catch {
    return false;
  }
  return head.includes('\x04\0\0\0Go\0\0');
}

function mayUsePerf(): boolean {
  const level = readKernelText('/proc/sys/kernel/perf_event_paranoid');
  return process.getuid?.() === 0 || (level !== null && Number(level) <= 2);
}
