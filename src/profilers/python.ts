import type { Tool } from './attached.ts';

/**
 * py-spy. Of threads only those are sampled that hold the interpreter's lock, so that time spent in waiting does not
 * count; the service is not halted for a sample. Workers of a process are sampled with it.
 */
export const python: Tool = {
  file: 'py-spy',
  choose(processes) {
    const own = processes.filter(({ program }) => /^(python|pypy)[\d.]*$/.test(program));
    return own.filter(({ parent }) => !own.some(({ pid }) => pid === parent)).map(({ pid }) => pid);
  },
  order: (pid, seconds, output) => [
    ...['record', '--pid', `${pid}`, '--duration', `${seconds}`, '--output', output, '--format', 'raw'],
    ...['--rate', '1000', '--gil', '--nonblocking', '--subprocesses', '--function', '--full-filenames'],
  ],
};
