import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** As scripts/texts.mjs does for esbuild. */
const k6Text = {
  name: 'text',
  enforce: 'pre' as const,
  transform: (code: string, id: string) =>
    /\?text$/.test(id) ? `export default ${JSON.stringify(code)}` : undefined,
};

/** They run real k6 for what it counts and sends, and wait most of the time. */
const LOAD = 'tests/**/*.load.test.ts';

/** They measure times with it, so they need the machine to themselves. */
const MEASURED = 'tests/{cli,measured}/**/*.load.test.ts';

/** They start nothing and keep nothing. */
const PURE = ['tests/{config,handover,measurement,metrics,plan,report,statistics,verdict}/**/*.test.ts'];

/**
 * They need act and a big description of GitHub's API, `npm run test:e2e`, or a Kubernetes, `npm run test:cluster`.
 */
const APART = ['**/node_modules/**', 'tests/e2e/act.test.ts', 'tests/github/**', 'tests/cluster/**'];

/**
 * Begins with whole runs, which take longest and mostly wait. Without times of earlier runs, large files come first.
 * A worker ends where the next file in the row is of another project, so projects do not alternate.
 */
class WholeRunsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification) =>
      3 * project.config.sequence.groupOrder +
      (moduleId.includes('/tests/cli/') ? 0 : project.name === 'pure' ? 2 : 1);
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

/** Half of the time of many files was loading modules, so files share workers. They leave nothing behind in these. */
const isolate = false;

/** Machines are shared: what others disturb is measured twice more, and then fails. Nothing else repeats a test. */
const retry = 2;

export default defineConfig({
  plugins: [k6Text],
  // Without `development`, for which libraries such as micromark have a much slower build.
  ssr: { resolve: { conditions: ['module', 'node'] } },
  define: { __TAILGATE_VERSION__: '"test"' },
  test: {
    // Real processes and real k6 need minutes on two shared cores; a hung test still ends.
    testTimeout: 300_000,
    hookTimeout: 600_000,
    globalSetup: ['tests/setup.ts'],
    setupFiles: ['tests/file-setup.ts'],
    sequence: { sequencer: WholeRunsFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'parallel',
          isolate,
          include: ['tests/**/*.test.ts'],
          exclude: [...APART, ...PURE, LOAD],
          // Three for each of two processors: many of these tests wait, for processes and for pauses between requests.
          maxWorkers: 6,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'pure',
          isolate,
          include: PURE,
          maxWorkers: 6,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'counted',
          retry,
          include: [LOAD],
          exclude: [MEASURED],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'measured',
          retry,
          include: [MEASURED],
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
