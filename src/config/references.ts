import type { Place } from './diagnostics/place.ts';
import type { Path } from './diagnostics/problem.ts';
import type { TextSpan } from './diagnostics/text-error.ts';
import { joinWords, nearest, propose, quote } from './diagnostics/words.ts';
import { ENVIRONMENT_PREFIX, explainWithheld, findReferences, findShellNames } from './interpolation.ts';
import { ENVIRONMENT_NAME } from './schema/values.ts';

/** Names that the `${…}` of one place may use. */
export type ReferenceScope = {
  /** Names such as `PORT`, `TAILGATE_INSTANCE`, `redis.PORT`. Variables (`env.NAME`) are always allowed. */
  names: string[];
  /** Names that exist, but not here, each with the reason and with what to do. */
  elsewhere: ReadonlyMap<string, string>;
  /** Columns of the file that `${data.NAME}` means, null where it was not read. Absent: there is none. */
  data?: { columns: string[] | null };
  /** Absent: nothing is run, so no variable is missed. */
  calling?: Calling;
};

/** Names that Tailgate puts into the environment of every command. */
export const OWN_NAMES = ['PORT', 'TAILGATE_INSTANCE'] as const;

/** Command that the user has called, with the variables that services and requests get. */
export type Calling = { command: string; variables: Readonly<Record<string, string | undefined>> };

export const DATA_PREFIX = 'data.';
/** Most columns that a message lists. */
const MOST_COLUMNS = 10;

/** Checks each reference of a template. A mistake in one would be sent or opened as it stands. */
export function checkTemplate(place: Place, template: string, scope: ReferenceScope): void {
  for (const { name, ...span } of findShellNames(template)) {
    const meant = scope.names.includes(name) ? name : `env.${name}`;
    const text = `${template.slice(0, span.offset)}\${${meant}}${template.slice(span.offset + span.length)}`;
    place.add({
      span,
      what: `\`$${name}\` is the shell's way; here nobody fills it in.`,
      expected: `expected \`\${${meant}}\``,
      nearest: text.includes('\n') ? undefined : text,
      hint: `A literal \`$${name}\` is written \`$$${name}\`.`,
    });
  }
  for (const { name, ...span } of place.parse(template, findReferences) ?? []) {
    if (scope.names.includes(name)) continue;
    if (name.startsWith(DATA_PREFIX)) {
      checkColumn(place, name.slice(DATA_PREFIX.length), span, scope.data);
      continue;
    }
    const withheld = explainWithheld(name);
    if (withheld !== null) {
      place.add({ span, ...withheld, expected: 'expected another variable' });
      continue;
    }
    const isVariable = name.startsWith(ENVIRONMENT_PREFIX);
    if (isVariable && ENVIRONMENT_NAME.test(name.slice(ENVIRONMENT_PREFIX.length))) {
      if (scope.calling) checkVariable(place, name.slice(ENVIRONMENT_PREFIX.length), span, scope.calling);
      continue;
    }
    const hint = scope.elsewhere.get(name);
    const isUpperCase = /^[A-Z_][A-Z0-9_]*$/.test(name);
    const proposal = nearest(name, scope.names) ?? (isUpperCase ? `env.${name}` : undefined);
    const known = joinWords([...scope.names, 'env.NAME'].map((other) => `\${${other}}`));
    place.add({
      span,
      what: `\`\${${name}}\` is not known here.`,
      expected: !hint && proposal ? `did you mean \`\${${proposal}}\`?` : `expected ${known}`,
      hint: hint ?? (proposal ? undefined : 'A literal `${` is written `$${`.'),
    });
  }
}

function checkColumn(place: Place, column: string, span: TextSpan, data: ReferenceScope['data']): void {
  if (data?.columns === null || data?.columns.includes(column)) return;
  const near = data && nearest(column, data.columns);
  place.add({
    span,
    what: data
      ? `The data file has no column ${quote(column)}.`
      : `\`\${data.${column}}\` is a value of a file, and there is none here.`,
    expected: data
      ? propose(near && `\${data.${near}}`, `expected ${joinWords(data.columns.slice(0, MOST_COLUMNS))}`)
      : 'add `data: items.csv` to the scenario',
  });
}

function checkVariable(
  place: Place,
  variable: string,
  span: TextSpan,
  { command, variables }: Calling,
): void {
  if (variables[variable] !== undefined) return;
  place.add({
    span,
    what: `The environment has no ${quote(variable)}.`,
    expected: propose(nearest(variable, Object.keys(variables)), 'expected a variable that is set'),
    hint: `Set it for the command: \`${variable}=… ${command}\`; in a workflow, under \`env:\` of the step.`,
  });
}

/** Checks that a command is not empty and has no `${a.b}`: a shell fills it in, and knows no such names. */
export function checkCommand(place: Place, command: string, owner: string): void {
  if (command.trim() === '') place.reject(`\`${place.path.at(-1)}\` is empty.`, 'expected a shell command');
  for (const match of command.matchAll(/(?<!\$)\$\{([a-z][a-z0-9_-]*)\.([A-Za-z_]\w*)\}/g)) {
    const [reference, service, variable] = match;
    const direct =
      service === 'env' ? variable : service === owner && variable!.startsWith('PORT') ? variable : undefined;
    const name = direct ?? `${service}_${variable}`.replaceAll('-', '_').toUpperCase();
    place.add({
      span: { offset: match.index, length: reference.length },
      what: `\`${reference}\` is filled in under \`url\`, \`env\` and \`request\` only; this is for the shell.`,
      expected: `expected \`$${name}\``,
      hint: direct ? undefined : `Give it that name first:\nenv:\n  ${name}: ${reference}`,
    });
  }
}

/**
 * Reads `secrets`: the names of the variables that are redacted.
 *
 * @param calling tells which variables are set; absent: nothing is run, so none must be
 */
export function readSecrets(
  place: Place,
  input: readonly (string | undefined)[] | undefined,
  calling: Calling | undefined,
): string[] {
  return place.items(input).map(({ item: name, place: at }) => {
    if (calling?.variables[name] === '') rejectEmpty(at, name);
    return name;
  });
}

/** A run that sends empty credentials measures how fast the service refuses. */
function rejectEmpty(place: Place, name: string): void {
  place.add({
    what: `The secret ${quote(name)} is set, but empty.`,
    expected: 'expected a variable with a value',
    hint: [
      'Runs of forks get no secrets, and those of Dependabot get only Dependabot secrets: the workflow sets an empty text then.',
      `A value that does for a test is enough: \`${name}: \${{ secrets.${name} || 'test' }}\`. Or skip the job where it is empty.`,
      'If it may be empty, take it out of this list.',
    ].join('\n'),
  });
}

/** Keys whose values a shell reads. */
const COMMAND = /^(build|prepare|start|stop|cleanup)$/;
/** `$${{` is a literal `${{`. */
const EXPRESSION = /(?<!\$)\$\{\{(?:.*?\}\})?/s;

/** Rejects, wherever they stand, expressions of GitHub such as `${{ secrets.KEY }}`, which nobody evaluates here, and curly quotes. */
export function rejectExpressions(value: unknown, place: Place): void {
  if (typeof value === 'string') {
    const match = EXPRESSION.exec(value);
    if (match) place.add(explain(match, place.path));
    else if (/^[“”„‘’].*[“”‘’]$/s.test(value)) place.add(explainQuotes(value));
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const at = place.below(Array.isArray(value) ? Number(key) : key);
    const match = EXPRESSION.exec(key);
    if (match) at.add({ on: 'key', ...explain(match, place.path) });
    rejectExpressions(inner, at);
  }
}

/** Explains quotes as word processors and web pages write them. */
function explainQuotes(value: string) {
  return {
    what: 'YAML takes these quotes for letters of the text.',
    expected: 'expected plain quotes, or none',
    nearest: JSON.stringify(value.slice(1, -1)),
  };
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
