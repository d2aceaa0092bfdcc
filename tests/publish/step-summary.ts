import { summary } from '@actions/core';
import { vi } from 'vitest';

/**
 * Sets the file of the job summary for a test. The toolkit looks it up once in a process, which files of tests share.
 */
export function stubStepSummary(path: string): void {
  Reflect.deleteProperty(summary, '_filePath');
  vi.stubEnv('GITHUB_STEP_SUMMARY', path);
}
