import guide from '../../docs/assistants.md?text';
import { EXIT, type ExitCode } from '../errors.ts';

/** `tailgate guide`: prints the page for coding assistants, which work where Tailgate's documentation is not. */
export function printGuide(): ExitCode {
  process.stdout.write(guide);
  return EXIT.pass;
}
