/** True for colour, which only people want: https://no-color.org, https://force-color.org */
export function chooseColor(stream: { isTTY?: boolean }, environment: NodeJS.ProcessEnv): boolean {
  if (environment.NO_COLOR) return false;
  if (environment.FORCE_COLOR && environment.FORCE_COLOR !== '0') return true;
  return stream.isTTY === true && environment.TERM !== 'dumb';
}

/** Width of the terminal in columns; 100 where there is none, or where it says 0, as those of containers do. */
export function measureWidth(stream: { columns?: number }): number {
  return stream.columns || 100;
}

/** True where lines can be drawn over: on a person's terminal. CI gets plain lines, even where it has a terminal. */
export function canRedraw(stream: { isTTY?: boolean }, environment: NodeJS.ProcessEnv): boolean {
  return stream.isTTY === true && environment.TERM !== 'dumb' && !environment.CI;
}
