import { readKernelText } from '../processes/procfs.ts';
import type { Tool } from './attached.ts';

/**
 * py-spy. Of threads only those are sampled that hold the interpreter's lock, so that time spent in waiting does not
 * count; the service is not halted for a sample. Workers of a process are sampled with it.
 */
export const python: Tool = {
  runtime: 'Python',
  file: 'py-spy',
  advice: 'pip install py-spy',
  explainLimit: () => (maySeeOthers() ? null : 'kernel.yama.ptrace_scope lets only root look into processes'),
  choose(processes) {
    const own = processes.filter(({ program }) => /^(python|pypy)[\d.]*$/.test(program));
    return own.filter(({ parent }) => !own.some(({ pid }) => pid === parent)).map(({ pid }) => pid);
  },
  async sample({ run, read }, pid, seconds) {
    const whole = ['--subprocesses', '--function', '--full-filenames'];
    const order = ['--duration', `${seconds}`, '--rate', '1000', '--gil', '--nonblocking', '--format', 'raw'];
    await run(['record', '--pid', `${pid}`, ...order, ...whole, '--output', read.path]);
    return read();
  },
};

/** Tells whether a process may look into others of its user that are not its children (Linux: Yama). */
function maySeeOthers(): boolean {
  // A system without Yama has no such file.
  const scope = readKernelText('/proc/sys/kernel/yama/ptrace_scope') ?? '0';
  return process.getuid?.() === 0 || scope.trim() === '0';
}
