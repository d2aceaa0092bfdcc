import type { Path, Problems } from './diagnostics/problem.ts';

/** Keys whose values a shell reads. */
const COMMAND = /^(build|prepare|start|stop|cleanup)$/;
/** `$${{` is a literal `${{`. */
const EXPRESSION = /(?<!\$)\$\{\{(?:.*?\}\})?/s;

/** Rejects expressions of GitHub, such as `${{ secrets.KEY }}`, wherever they stand: here nobody evaluates them. */
export function rejectExpressions(value: unknown, problems: Problems, path: Path = []): void {
  if (typeof value === 'string') {
    const match = EXPRESSION.exec(value);
    if (match) problems.add(path, explain(match, path));
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const at = [...path, Array.isArray(value) ? Number(key) : key];
    const match = EXPRESSION.exec(key);
    if (match) problems.add(at, { on: 'key', ...explain(match, path) });
    rejectExpressions(inner, problems, at);
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
