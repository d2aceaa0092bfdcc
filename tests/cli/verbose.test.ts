import { afterEach, expect, it } from 'vitest';
import { BRIEF, CONFIG, everything, FILES } from './pair.ts';
import { createRepository, type Repository } from './repository.ts';

let repository: Repository;
afterEach(() => repository.remove());

const PLANTED = {
  GITHUB_TOKEN: 'ghs_planted0123456789',
  'INPUT_GITHUB-TOKEN': 'input-planted-0123456789',
  SHOP_PASSWORD: 'password-planted-0123456789',
};

const ENDING = String.raw`: exit code 0 after \d+ ms$`;

it('--verbose tells in order what is decided and done, without secrets', async () => {
  const config = CONFIG.replace(/^( +)start:/m, `$1build: "true ${PLANTED.SHOP_PASSWORD}"\n$1start:`) + BRIEF;
  repository = createRepository({ ...FILES, 'tailgate.yml': `${config}secrets: [SHOP_PASSWORD]\n` });
  repository.commit({ delay: '3' });
  const result = await repository.run(['run', '--verbose'], PLANTED);
  const details = result.stderr.split('\n').filter((line) => line.startsWith('◦ '));
  const order = [
    /^◦ plan of \S+: base and head side by side; \d+ blocks at most, looks after \d+/,
    /^◦ base [0-9a-f]{40}, because \S+ \(--base is not given, trigger local\); base and head are different/,
    new RegExp(String.raw`^◦ true \*\*\*${ENDING}`),
    new RegExp(
      String.raw`^◦ replay\.mjs run .* TAILGATE_SUMMARY=\S+\.summary\.json block-1-\S+\.js${ENDING}`,
    ),
    /^◦ look after block \d+ of \d+: .*; (un)?decided$/,
  ];
  const places = order.map((pattern) => details.findIndex((line) => pattern.test(line)));
  expect(places, everything(result)).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(details.filter((line) => new RegExp(`^◦ git rev-parse .*${ENDING}`).test(line))).not.toEqual([]);
  for (const secret of Object.values(PLANTED)) expect(everything(result)).not.toContain(secret);
});

it('--verbose tells of each discarded slot with its figures', async () => {
  repository = createRepository(FILES);
  const args = ['run', '--from', 'history', '--budget', '1s', '--verbose'];
  const result = await repository.run(args, { REPLAY: '{"lag":200,"again":{"lag":1}}' });
  expect(everything(result)).toContain('will be measured again');
  expect(result.stderr).toMatch(
    /^◦ discarded: block 1, search.*, head, round 1, alone; k6 began arrivals 200 ms late.*; \d+ of \d+ arrivals in .* s, 0 dropped, p99 of lateness 200 ms; of \d+ cores k6 used /m,
  );
});
