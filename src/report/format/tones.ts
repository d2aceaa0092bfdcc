/** Tone: `bad` blocks or would; `warn` is close to it; `unsure` could not be decided, `unmeasured` not even measured. */
export type Tone = 'bad' | 'warn' | 'good' | 'unsure' | 'new' | 'unmeasured' | 'accepted';

/** Signs of a tone: an emoji for Markdown, a letter of any font for a terminal. The order is that of gravity. */
export const TONES: Record<Tone, { icon: string; mark: string }> = {
  bad: { icon: '❌', mark: '✗' },
  unmeasured: { icon: '⛔', mark: '✗' },
  warn: { icon: '⚠️', mark: '!' },
  unsure: { icon: '⚪', mark: '?' },
  accepted: { icon: '☑️', mark: '✓' },
  good: { icon: '✅', mark: '✓' },
  new: { icon: '🌱', mark: '·' },
};

/** Finds the gravest of some tones. */
export function gravestTone(tones: readonly Tone[]): Tone {
  return (Object.keys(TONES) as Tone[]).find((tone) => tones.includes(tone)) ?? 'unsure';
}
