/** True for colour, which is only for people: https://no-color.org, https://force-color.org */
export function chooseColor(stream: { isTTY?: boolean }, environment: NodeJS.ProcessEnv): boolean {
  if (environment.NO_COLOR) return false;
  if (environment.FORCE_COLOR && environment.FORCE_COLOR !== '0') return true;
  return stream.isTTY === true && environment.TERM !== 'dumb';
}

/** Width of the terminal in columns; 100 if there is none, or if it reports 0, as in containers. */
export function measureWidth(stream: { columns?: number }): number {
  return stream.columns || 100;
}

/** True if lines can be overwritten: in a person's terminal. CI gets plain lines, even with a terminal. */
export function canRedraw(stream: { isTTY?: boolean }, environment: NodeJS.ProcessEnv): boolean {
  return stream.isTTY === true && environment.TERM !== 'dumb' && !environment.CI;
}
