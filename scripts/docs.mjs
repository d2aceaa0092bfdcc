/**
 * Writes the parts of docs/reference.md, docs/reports.md and docs/verdicts.md that other files decide, each between
 * `<!-- NAME -->` and `<!-- /NAME -->`: keys from tailgate.schema.json, inputs and outputs from action.yml, kinds of findings
 * from their schemas.
 * With `--check` it writes nothing and exits with 1 when a part is stale.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { importSource } from './source.mjs';
import { listVerdictParts } from './verdicts.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const check = process.argv.includes('--check');
const { inputs, outputs } = parse(readFileSync(`${root}action.yml`, 'utf8'));
const { findings, z } = await importSource(
  'docs',
  `
  export { verdictSchema as findings } from './src/verdict/verdict.ts';
  export * as z from 'zod';
`,
);

/** Keys of which those below say all. */
const TITLES = /^(when|measure|baseline|load-from(\.kubernetes(\.resources)?)?|service\.tls|variants\.AXIS)$/;

const PAGES = {
  'docs/reference.md': {
    keys: table(['Key', 'What it is'], listKeys()),
    inputs: table(
      ['Input', 'What it is', 'Default'],
      Object.entries(inputs).map(([name, { description, default: usual }]) => [
        quote(name),
        description,
        usual && quote(usual),
      ]),
    ),
    outputs: table(
      ['Output', 'What it is'],
      Object.entries(outputs).map(([name, { description }]) => [quote(name), description]),
    ),
  },
  'docs/reports.md': { kinds: listKinds() },
  'docs/verdicts.md': Object.fromEntries(
    Object.entries(listVerdictParts()).map(([name, [heads, rows]]) => [name, table(heads, rows)]),
  ),
};

for (const [page, parts] of Object.entries(PAGES)) {
  const before = existsSync(page) ? readFileSync(page, 'utf8') : '';
  write(
    page,
    before,
    Object.entries(parts).reduce((text, [name, part]) => fill(page, text, name, part), before),
  );
}

function write(page, before, after) {
  if (after === before) {
    console.log(`${page} agrees with what decides it.`);
  } else if (check) {
    console.error(`${page} does not agree with what decides it. Run: npm run docs`);
    process.exitCode = 1;
  } else {
    writeFileSync(page, after);
    console.log(`${page} is up to date now.`);
  }
}

function fill(page, text, name, part) {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const start = text.indexOf(open);
  const end = text.indexOf(close, start);
  if (start === -1 || end === -1) {
    console.error(`${page} has no place for the ${name}: it needs the lines ${open} and ${close}.`);
    process.exit(2);
  }
  return `${text.slice(0, start + open.length)}\n${part}\n${text.slice(end)}`;
}

function table(heads, rows) {
  return [heads, heads.map(() => '-'), ...rows]
    .map((cells) => `| ${cells.map(cell).join(' | ')} |`)
    .join('\n');
}

function cell(text) {
  return text
    .trim()
    .replace(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|');
}

function quote(text) {
  return `\`${text}\``;
}

/** Lists the keys of tailgate.yml; a shape that was listed already is not listed again. */
function listKeys() {
  const listed = new Set();
  const told = new Map();
  const names = { scenarios: 'NAME', variants: 'AXIS', 'variants.AXIS': 'VALUE' };
  const walk = (path, { description, default: value, ...schema }) => {
    const branches = schema.anyOf ?? [schema];
    const shape = branches.find(({ properties }) => properties);
    const items = branches.flatMap((one) => one.items?.anyOf ?? one.items ?? []);
    const listedShape = shape ?? items.find(({ properties }) => properties);
    const key = listedShape && JSON.stringify(listedShape.properties);
    const isKnown = listed.has(key);
    if (key) listed.add(key);
    const below = isKnown ? [] : Object.entries(listedShape?.properties ?? {});
    const inner = below.flatMap(([name, one]) => walk(path === '' ? name : `${path}.${name}`, one));
    const named = schema.additionalProperties;
    const name = names[path];
    if (name) inner.push(...walk(`${path}.${name}`, named).slice(path === 'variants' ? 0 : 1));
    if (path === '') return inner;
    if (inner.length > 0 && TITLES.test(path)) return inner;
    const as = told.get(description);
    if (!as) told.set(description, path);
    const what = as && description.length > 60 ? `As \`${as}\`.` : (description ?? '');
    const usual = value === undefined ? '' : ` Default: \`${value}\`.`;
    return [[quote(path), what + usual], ...inner];
  };
  return walk('', JSON.parse(readFileSync(`${root}tailgate.schema.json`, 'utf8')));
}

/** Lists the kinds of what a verdict may hold, each with its fields. Metrics and limits are written as texts there. */
function listKinds() {
  const walk = (path, schema) => {
    const branches = schema.oneOf ?? schema.anyOf ?? [schema];
    return branches.flatMap((one) => {
      if (one.items) return walk(`${path}[]`, one.items);
      const { kind, ...fields } = one.properties ?? {};
      const inner = Object.entries(fields).flatMap(([name, below]) => walk(`${path}.${name}`, below));
      if (kind?.const === undefined || path === 'changes[]' || /\b(metric|limit)\b/.test(path)) return inner;
      const names = Object.keys(fields).map(quote).join(', ');
      return [[path, `${quote(kind.const)}${names && ` (${names})`}`], ...inner];
    });
  };
  const { properties } = z.toJSONSchema(findings, { unrepresentable: 'any' });
  const kinds = new Map();
  for (const [path, written] of Object.entries(properties).flatMap(([name, below]) => walk(name, below)))
    kinds.set(path, (kinds.get(path) ?? new Set()).add(written));
  return [...kinds].map(([path, all]) => `- ${quote(path)}: ${[...all].join(', ')}`).join('\n');
}
