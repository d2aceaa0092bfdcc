import type { Place } from './diagnostics/place.ts';
import type { Path } from './diagnostics/problem.ts';

/** Keys whose values a shell reads. */
const COMMAND = /^(build|prepare|start|stop|cleanup)$/;
/** `$${{` is a literal `${{`. */
const EXPRESSION = /(?<!\$)\$\{\{(?:.*?\}\})?/s;

/** Rejects expressions of GitHub, such as `${{ secrets.KEY }}`, wherever they stand: here nobody evaluates them. */
export function rejectExpressions(value: unknown, place: Place): void {
  if (typeof value === 'string') {
    const match = EXPRESSION.exec(value);
    if (match) place.add(explain(match, place.path));
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const at = place.below(Array.isArray(value) ? Number(key) : key);
    const match = EXPRESSION.exec(key);
    if (match) at.add({ on: 'key', ...explain(match, place.path) });
    rejectExpressions(inner, at);
  }
}

function explain({ 0: expression, index: offset }: RegExpExecArray, path: Path) {
  const named = /^\$\{\{\s*(?:secrets|vars|env)\.([A-Za-z_]\w*)\s*\}\}$/.exec(expression)?.[1];
  const name = named ?? 'NAME';
  const reference = COMMAND.test(String(path.at(-1))) ? `$${name}` : `\${env.${name}}`;
  return {
    span: { offset, length: expression.length },
    what: 'Expressions of GitHub are not evaluated in this file.',
    expected: `expected \`${reference}\``,
    hint: `Set it in the workflow, under \`env:\` of the step: \`${name}: ${named ? expression : '${{ … }}'}\`.`,
  };
}
