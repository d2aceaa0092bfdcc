/**
 * Writes the tables of inputs and outputs in docs/reference.md, between `<!-- inputs -->` and `<!-- /inputs -->` (and the
 * same for outputs), from action.yml. With `--check` it writes nothing and exits with 1 when they are stale.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';

const PAGE = 'docs/reference.md';
const check = process.argv.includes('--check');
const { inputs, outputs } = parse(readFileSync('action.yml', 'utf8'));
const before = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '';

const inputRows = Object.entries(inputs).map(([name, { description, default: value }]) => [
  `\`${name}\``,
  description,
  value ? `\`${value}\`` : '',
]);
const outputRows = Object.entries(outputs).map(([name, { description }]) => [`\`${name}\``, description]);

let after = fill(before, 'inputs', ['Input', 'What it is', 'Default'], inputRows);
after = fill(after, 'outputs', ['Output', 'What it is'], outputRows);

if (after === before) {
  console.log(`${PAGE} agrees with action.yml.`);
} else if (check) {
  console.error(`${PAGE} does not agree with action.yml. Run: npm run docs`);
  process.exitCode = 1;
} else {
  writeFileSync(PAGE, after);
  console.log(`${PAGE} has the inputs and outputs of action.yml now.`);
}

function fill(text, name, heads, rows) {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const start = text.indexOf(open);
  const end = text.indexOf(close, start);
  if (start === -1 || end === -1) {
    console.error(`${PAGE} has no place for the ${name}: it needs the lines ${open} and ${close}.`);
    process.exit(2);
  }
  const table = [heads, heads.map(() => '-'), ...rows].map(
    (cells) =>
      `| ${cells
        .map((cell) =>
          cell
            .trim()
            .replace(/\s*\n\s*/g, ' ')
            .replaceAll('|', '\\|'),
        )
        .join(' | ')} |`,
  );
  return `${text.slice(0, start + open.length)}\n${table.join('\n')}\n${text.slice(end)}`;
}
