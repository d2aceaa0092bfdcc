import { createLogUpdate } from 'log-update';
import pc from 'picocolors';
import stringWidth from 'string-width';
import type { Progress } from '../progress.ts';
import { formatSeconds } from '../report/format/numbers.ts';
import { cleanForLog, cut } from '../report/format/visible.ts';
import { canRedraw, chooseColor } from './stream.ts';

export type ProgressOptions = {
  /** Usually standard error. `columns` is read again for every line. */
  stream: NodeJS.WritableStream & { columns?: number; rows?: number };
  /** True for a terminal whose lines can be overwritten; false in GitHub Actions. */
  tty: boolean;
  color: boolean;
};

/** Shows the phases of a command on its standard error. */
export function showProgress(): Progress {
  const { stderr: stream, env } = process;
  return createProgress({ stream, tty: canRedraw(stream, env), color: chooseColor(stream, env) });
}

/** Shows a run's phases. A terminal gets one live line with the remaining time; other streams get a plain line per phase. */
export function createProgress({ stream, tty, color }: ProgressOptions): Progress {
  // Some containers have a terminal of unknown size, reported as 0.
  const sized = stream.columns !== 0 && stream.rows !== 0;
  return tty && sized ? liveProgress(stream, color) : plainProgress(stream);
}

function plainProgress(stream: NodeJS.WritableStream): Progress {
  let shown = '';
  const write = (line: string) => {
    if (line !== shown) stream.write(`${line}\n`);
    shown = line;
  };
  return {
    phase: (text, seconds) =>
      write(`▸ ${cleanForLog(text)}${seconds === undefined ? '' : ` (about ${formatSeconds(seconds)})`}`),
    note: (text) => write(`• ${cleanForLog(text)}`),
    done() {},
  };
}

function liveProgress(stream: ProgressOptions['stream'], color: boolean): Progress {
  const paint = pc.createColors(color);
  // The cursor stays visible, since a killed run could not show it again.
  const live = createLogUpdate(stream as NodeJS.WriteStream, { showCursor: true });
  let draw = () => {};
  let timer: NodeJS.Timeout | undefined;
  return {
    phase(text, seconds) {
      const since = performance.now();
      draw = () => {
        const time = tellTime((performance.now() - since) / 1000, seconds);
        // One column stays free, since some terminals wrap a line that fills the last one.
        const room = (stream.columns ?? 80) - stringWidth(`▸  ${time}`) - 1;
        live(`${paint.cyan('▸')} ${cut(cleanForLog(text), Math.max(8, room))} ${paint.dim(time)}`.trimEnd());
      };
      timer ??= setInterval(() => draw(), 1000).unref();
      draw();
    },
    note(text) {
      live.persist(`• ${cleanForLog(text)}`);
      draw();
    },
    done() {
      clearInterval(timer);
      timer = undefined;
      draw = () => {};
      live.clear();
    },
  };
}

/** Writes the remaining time (s), which may be unknown. */
function tellTime(elapsed: number, seconds: number | undefined): string {
  if (seconds === undefined) return elapsed < 2 ? '' : formatSeconds(elapsed);
  const left = seconds - elapsed;
  return left > -1 ? `${formatSeconds(left)} left` : `${formatSeconds(-left)} longer than planned`;
}
