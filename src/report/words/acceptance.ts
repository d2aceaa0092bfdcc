import type { Acceptance } from '../../verdict/acceptance.ts';
import { cut } from '../visible.ts';
import { listed } from './terms.ts';

/** `@rosa and @kim`; a login as such, which each renderer keeps from mentioning anybody. */
export function acceptorNames(acceptances: readonly Acceptance[]): string {
  return listed([...new Set(acceptances.map(({ by }) => `@${cut(by, 40)}`))]);
}
