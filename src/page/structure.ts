import { type DeclaredStep, describeDeclared } from './data.ts';
import type { PageProblem } from './problem.ts';
import type { listDeclared } from './source.ts';

/** Most differences that are told one by one. */
const MOST_TOLD = 20;

/** Compares the steps and searches on a page with those that the configuration declares. */
export function compareDeclared(
  onPage: readonly DeclaredStep[],
  declared: ReturnType<typeof listDeclared>,
): PageProblem[] {
  const expected = [...declared.steps, ...declared.searches].map(describeDeclared);
  const problems = [
    ...expected
      .filter(({ label }) => !onPage.some((step) => step.label === label))
      .map(({ label }) => ({ what: `${label} is not on the page.` })),
    ...onPage
      .filter(({ label }) => !expected.some((step) => step.label === label))
      .map(({ label }) => ({ what: `${label} is on the page, and the configuration does not declare it.` })),
    ...expected.flatMap((step) => {
      const found = onPage.find(({ label }) => label === step.label);
      return found === undefined ? [] : compareSteps(found, step);
    }),
  ];
  const rest = problems.length - MOST_TOLD;
  return rest > 0
    ? [...problems.slice(0, MOST_TOLD), { what: `There are ${rest} more differences.` }]
    : problems;
}

function compareSteps(found: DeclaredStep, expected: DeclaredStep): PageProblem[] {
  const parts: [string, string, string][] = [
    ['request', found.work, expected.work],
    ['load', found.load, expected.load],
    ['SLO', found.slos.join(', '), expected.slos.join(', ')],
  ];
  return parts
    .filter(([, before, after]) => before !== after)
    .map(([name, before, after]) => ({
      what: `${expected.label} has another ${name}.`,
      found: before || 'none',
      expected: after || 'none',
    }));
}
