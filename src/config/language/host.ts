import { TextError } from '../diagnostics/text-error.ts';
import { refuse } from './text.ts';

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
