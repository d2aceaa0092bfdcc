import { TextError } from './diagnostics/text-error.ts';
import { findReferences } from './interpolation.ts';
import { refuse } from './language/text.ts';

const HOST = /^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9_.-]+)$/;
/** Names and addresses of this machine. k6 itself refuses to connect elsewhere, whatever a name stands for. */
export const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])\.?$/;

/** Reads a host that load may go to: `staging.example.com`, `*.example.com` or `[2001:db8::1]`. @throws TextError */
export function parseHost(text: string): string {
  // A whole top level is nobody's.
  if (/^\*\.[\w-]+\.[\w.-]+$/.test(text)) return `*.${parseHost(text.slice(2))}`;
  if (!HOST.test(text) || !URL.canParse(`http://${text}`))
    return refuse(text, 'a host', ['staging.example.com', '*.example.com']);
  const { hostname } = new URL(`http://${text}`);
  if (LOOPBACK.test(hostname))
    throw new TextError({ what: 'Load may always go to this machine.', expected: 'leave it out' });
  return hostname;
}

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
  if (url === null || url.hostname === '' || url.port === '0')
    return refuse(template, 'a URL with a host', [EXAMPLE]);
  if (/^https?:/.test(url.protocol) && /[?#]/.test(filled)) {
    const what = 'Requests go below this URL, so it cannot have a query or fragment.';
    throw new TextError({ what, expected: `expected one such as \`${EXAMPLE}\`` });
  }
  return url.protocol.slice(0, -1);
}
