import { withRequest, withScript } from './files.mjs';

const write = (path, after, before = '') => `
import http from 'k6/http';
${before}
export default function () {
  const response = http.get(__ENV.BASE_URL + '${path}');
  ${after}
}
`;
const OFTEN = 'for (let line = 0; line < 20; line++)';
const USERS = { scenario: { load: '2 users' } };

export const REASONS = [
  {
    name: 'console-error',
    files: withScript(
      write('/broken', 'console.error(`no luck: ${response.status} ${response.body}`);'),
      USERS,
    ),
    expect: { exit: 1, says: ['100 % of requests fail', 'status 500'] },
  },
  {
    name: 'console-log',
    files: withScript(
      write('/rarely-broken', 'console.log(`${response.url} took ${response.timings.duration}`);'),
      USERS,
    ),
    expect: { exit: 1, says: [/(9|1[01])(\.\d)? % of requests fail/, 'status 500'] },
  },
  {
    name: 'console-warn',
    files: withScript(
      write('/gone', `${OFTEN} console.warn('it said ' + response.status, response.headers);`),
    ),
    expect: { exit: 1, says: ['100 % of requests fail', 'status 404'] },
  },
  {
    name: 'refuses-midway',
    files: withScript(write('/stock', ''), { ...USERS, service: { env: { CLOSES_AFTER_MS: '4000' } } }),
    expect: { exit: [1, 3], says: [/refused/] },
  },
  {
    name: 'refuses-one-user-midway',
    files: withRequest('GET /stock', {
      scenario: { load: '1 user' },
      service: { env: { CLOSES_AFTER_MS: '4000' } },
    }),
    expect: { exit: [1, 3], says: [/refused/] },
  },
  {
    name: 'time-out',
    files: withRequest({ path: '/wait?ms=200', timeout: '40ms' }),
    expect: { exit: 1, says: ['request timeout'] },
  },
  {
    name: 'talkative',
    files: withScript(
      write(
        '/',
        `${OFTEN} console.log('and then I saw shelf ' + line + ', which was as long as the ones before');`,
        "export function setup() { for (let i = 0; i < 3000; i++) console.log('unpacking box ' + i); }",
      ),
    ),
    expect: { exit: 0, says: ['SLO met'] },
  },
];
