/** Tests run the bundle as well as the source, so the bundle is made from this source first. */
import { execFileSync } from 'node:child_process';

export default function setup(): void {
  if (process.env.TAILGATE_TEST_BUNDLE === 'as-is') return;
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
}
