import { TextError } from './diagnostics/text-error.ts';
import { findReferences } from './interpolation.ts';
import { refuse } from './language/text.ts';

const EXAMPLE = 'http://127.0.0.1:${PORT}';

/**
 * Checks the `url` of a service: it needs a scheme and a host, and may hold `${…}`.
 *
 * @returns its scheme, for instance `http`; undefined if it comes from an environment variable
 * @throws TextError
 */
export function readScheme(template: string): string | undefined {
  const [first] = findReferences(template);
  if (first?.offset === 0 && first.name.startsWith('env.')) return undefined;
  const filled = template.replace(/\$\{[^{}]*\}/g, '1');
  const url = /^[a-z][a-z0-9+.-]*:\/\/\S+$/i.test(filled) && URL.canParse(filled) ? new URL(filled) : null;
  if (url === null || url.hostname === '' || url.port === '0') return refuse(template, 'a URL', [EXAMPLE]);
  if (/^https?:/.test(url.protocol) && /[?#]/.test(filled)) {
    const what = 'Requests go below this URL, so it cannot have a query or fragment.';
    throw new TextError({ what, expected: `expected one such as \`${EXAMPLE}\`` });
  }
  return url.protocol.slice(0, -1);
}
