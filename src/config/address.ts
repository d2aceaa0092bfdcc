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
  const references = findReferences(template);
  if (references[0]?.offset === 0 && references[0].name.startsWith('env.')) return undefined;
  const filled = template.replace(/\$\{[^{}]*\}/g, '1');
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(filled)?.[1]?.toLowerCase();
  if (!scheme || /\s/.test(filled) || !URL.canParse(filled)) return refuse(template, 'a URL', [EXAMPLE]);
  const { hostname, port } = new URL(filled);
  if (hostname === '' || port === '0') refuse(template, 'a URL with a host and a port', [EXAMPLE]);
  if (/^https?$/.test(scheme) && /[?#]/.test(filled)) {
    const what = 'Requests go below this URL, so it cannot have a query or fragment.';
    throw new TextError({ what, expected: `expected one such as \`${EXAMPLE}\`` });
  }
  return scheme;
}
