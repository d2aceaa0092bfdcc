import { withRequest, withScript } from './files.mjs';

const SECRET = {
  secrets: ['SHOP_TOKEN'],
};
const ASKED = { path: '/me', headers: { Authorization: 'Bearer ${env.SHOP_TOKEN}' } };
const MET = { exit: 0, says: ['SLO met'] };

const crowd = `
import http from 'k6/http';
import exec from 'k6/execution';
export default function () {
  if (exec.instance.vusInitialized > 3) throw new Error('too many of us');
  http.get(__ENV.BASE_URL + '/wait?ms=20');
}
`;

export const ENVIRONMENT = [
  {
    name: 'k6-base-path',
    files: withScript(`
import http from 'k6/http';
export default function () {
  http.get(__ENV.BASE_URL + (__ENV.K6_BASE_PATH || '/gone'));
}
`),
    env: { K6_BASE_PATH: '/behind/proxy' },
    expect: MET,
  },
  {
    name: 'k6-api-token',
    files: withScript(`
import http from 'k6/http';
const token = __ENV.K6_API_TOKEN;
if (!token) throw new Error('K6_API_TOKEN is missing');
export default function () {
  http.get(__ENV.BASE_URL + '/me', { headers: { authorization: 'Bearer ' + token } });
}
`),
    env: { K6_API_TOKEN: 'open sesame' },
    expect: MET,
  },
  {
    name: 'another',
    files: withScript(`
import http from 'k6/http';
export default function () {
  http.get(__ENV.BASE_URL + '/me', { headers: { authorization: 'Bearer ' + __ENV.SHOP_TOKEN } });
}
`),
    env: { SHOP_TOKEN: 'open sesame' },
    expect: MET,
  },
  {
    name: 'k6-options',
    files: withScript(crowd, { scenario: { load: '2 users' } }),
    env: { K6_VUS: '50', K6_DURATION: '1s', K6_ITERATIONS: '3', K6_RPS: '1', K6_THROW: 'true' },
    expect: { ...MET, says: [...MET.says, /\b[4-9] s of load/] },
  },
  {
    name: 'secret-set',
    files: withRequest(ASKED, SECRET),
    env: { SHOP_TOKEN: 'open sesame' },
    expect: { ...MET, saysNot: ['open sesame'] },
  },
  ...[
    ['secret-empty', { SHOP_TOKEN: '' }],
    ['secret-unset', {}],
  ].map(([name, env]) => ({
    name,
    files: withRequest(ASKED, SECRET),
    env,
    args: ['plan'],
    expect: { exit: 2, says: ['SHOP_TOKEN'] },
  })),
];
