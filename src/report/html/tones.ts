import { ICONS, type Tone } from '../words/status.ts';
import { h, type Markup } from './markup.ts';

/** Signs beside the words of a tone: letters of any font, so that no colour and no emoji is needed to tell them apart. */
export const SIGNS: Record<Tone, string> = { bad: '✕', warn: '!', good: '✓', unsure: '?', new: '•' };

/** Writes the sign of a tone, which its words say already. */
export function signOf(tone: Tone): Markup {
  return h('span', { class: `sign ${tone}`, 'aria-hidden': 'true' }, SIGNS[tone]);
}

const OTHERS: Record<string, Tone> = { '⛔': 'bad', '☑️': 'good' };

/** Gives the tone that an icon of a verdict stands for. */
export function toneOf(icon: string): Tone {
  const tones = Object.keys(ICONS) as Tone[];
  return tones.find((tone) => ICONS[tone] === icon) ?? OTHERS[icon] ?? 'unsure';
}
