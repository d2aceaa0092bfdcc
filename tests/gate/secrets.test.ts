import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { UserError } from '../../src/errors.ts';
import { hideInError, hideInVerdict } from '../../src/gate/secrets.ts';
import { invalidReasonSchema, serviceFaultSchema } from '../../src/verdict/faults.ts';
import type { Verdict } from '../../src/verdict/verdict.ts';
import { BRIEF, CONFIG, everything, FILES } from '../cli/pair.ts';
import { createRepository, type Repository } from '../cli/repository.ts';

let repository: Repository | undefined;
afterEach(() => repository?.remove());

const RESULTS = { comment: 'comment.md', html: 'report.html', json: 'result.json', junit: 'junit.xml' };

/** Runs with the replayed k6, unless the files bring another one. @returns all that can be read afterwards */
async function run(files: Record<string, string>, variables: NodeJS.ProcessEnv) {
  const ignored = [...Object.values(RESULTS), 'kept', '.tailgate'];
  const own = createRepository({ ...files, '.gitignore': ignored.join('\n') });
  repository = own;
  if (files.k6) chmodSync(join(own.folder, 'k6'), 0o755);
  own.commit({ more: '1' });
  const k6 = files.k6 && { TAILGATE_K6: join(own.folder, 'k6') };
  const results = Object.entries(RESULTS).flatMap(([option, file]) => [`--${option}`, file]);
  const args = ['run', ...results, '--record', '--store', '.tailgate', '--keep', 'kept'];
  const result = await own.run(args, { ...variables, ...k6 });
  const read = (path: string): string => {
    if (!existsSync(path)) return '';
    if (!statSync(path).isDirectory()) return readFileSync(path, 'utf8');
    return readdirSync(path)
      .map((name) => read(join(path, name)))
      .join('\n');
  };
  const texts = ignored.map((name) => [name, read(join(own.folder, name))]);
  const places: Record<string, string> = { terminal: everything(result), ...Object.fromEntries(texts) };
  return { ...result, places };
}

const KEY = 'planted-0123456789';
const NAMES = 'secrets: [SHOP_KEY]\n';
const file = (config: string) => ({ ...FILES, 'tailgate.yml': `${NAMES}${config}${BRIEF}` });
const START = 'exec node server.cjs';
const CLEANUP = 'echo "no $SHOP_KEY"; exit 3';

/** What writes a secret, and the code that the run ends with. */
const WRITERS: [string, Record<string, string>, code: number][] = [
  [
    'an answer that fails, the log of its service, and a clearing up',
    {
      ...file(CONFIG.replace('GET /', 'GET /search').replace(START, `${START}\n  cleanup: ${CLEANUP}`)),
      'server.cjs': `require('node:http').createServer((request, response) => {
        if (request.url === '/search') response.statusCode = 500;
        console.error('no', process.env.SHOP_KEY);
        response.end(process.env.SHOP_KEY);
      }).listen(Number(process.env.PORT), '127.0.0.1');`,
    },
    1,
  ],
  [
    'k6, of a script and an address',
    {
      ...file(CONFIG),
      k6: `#!/bin/sh
[ "$1" = version ] && echo 'k6 v2.2.0' && exit
echo "time=\\"x\\" level=error msg=\\"GoError: $SHOP_KEY at http://127.0.0.1/?key=$SHOP_KEY\\"" >&2
exit 107
`,
    },
    3,
  ],
];

describe('a secret is nowhere, though it is written by', () => {
  it.each(WRITERS)('%s', async (_, files, code) => {
    const result = await run(files, { SHOP_KEY: KEY });
    expect(result.code, everything(result)).toBe(code);
    for (const [place, text] of Object.entries(result.places)) expect(text, place).not.toContain('planted');
    expect(Object.values(result.places).join('\n')).toContain('***');
  });
});

describe('what other programs have written', () => {
  const parts = [...invalidReasonSchema.options, ...serviceFaultSchema.options];
  const FREE = ['message', 'log', 'examples'];
  /** Names, codes and numbers. A new field belongs here, or among those that `secrets.ts` hides secrets in. */
  const PLAIN =
    'kind label service commit metric other missing pod exit fault because is seen both onlyHead soak cpu sent intended seconds lagMs discarded rounds rate trials failed requests head base together why';

  it('has no secret in a verdict, and all else there is as before', () => {
    const fields = new Set(parts.flatMap((one) => Object.keys(one.shape)));
    expect([...fields].filter((name) => ![...FREE, ...PLAIN.split(' ')].includes(name))).toEqual([]);
    const reasons = parts.map(({ shape }) =>
      Object.fromEntries(Object.keys(shape).map((key) => [key, key === 'examples' ? ['a test'] : 'a test'])),
    );
    const verdict = { code: 'invalid', invalid: reasons, faults: [], gateChanges: [] } as unknown as Verdict;
    for (const [key, value] of hideInVerdict(verdict, ['test']).invalid.flatMap((one) => Object.entries(one)))
      expect([key, [value].flat()]).toEqual([key, [FREE.includes(key) ? 'a ***' : 'a test']]);
  });

  it('has none in an error', () => {
    const error = new UserError({ what: 'a test', hint: 'a test', detail: 'a test', exitCode: 3 });
    const hidden = { message: 'a ***', hint: 'a ***', detail: 'a ***', exitCode: 3 };
    expect(hideInError(error, ['test'])).toMatchObject(hidden);
  });
});
