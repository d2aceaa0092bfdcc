import { withScript } from './files.mjs';

/** A script whose scenarios send it to different places. */
const write = (scenarios, exec = 'default') => `
import http from 'k6/http';
export const options = { scenarios: { ${scenarios} } };
${exec === 'default' ? 'export default' : 'export'} function ${exec === 'default' ? '' : exec}() {
  http.get(__ENV.BASE_URL + (__ENV.ROUTE || '/'));
}
`;
const scenario = (name, more) => `${name}: { executor: 'constant-vus', vus: 1, duration: '1m', ${more} },`;
const to = (route) => `env: { ROUTE: '${route}' }`;
const SLO = 'p95 < 20ms';
const MISSED = { exit: 1, says: [/p95 < 20 ms \d\d[\d.]* ms ✗ SLO missed/] };
const BROWSE_AND_BUY = write(scenario('browse', to('/')) + scenario('buy', to('/wait?ms=80')));
/** The names to choose from, and where to write one of them. */
const CHOOSE = [/\bbrowse\b/, /\bbuy\b/, 'tailgate.yml'];

const named = (name) => ({ scenarios: { [name]: { script: 'load/shop.js', load: '120 req/s', slo: SLO } } });

export const SCENARIOS = [
  {
    name: 'env',
    files: withScript(write(scenario('browse', to('/wait?ms=80'))), { scenario: { slo: SLO } }),
    expect: MISSED,
  },
  {
    name: 'env-of-exec',
    files: withScript(
      write(
        scenario('browse', `exec: 'look', ${to('/wait?ms=80')}`) +
          scenario('other', `exec: 'leave', ${to('/')}`),
        'look',
      ).concat('export function leave() {}\n'),
      { scenario: { slo: SLO, exec: 'look' } },
    ),
    expect: MISSED,
  },
  {
    name: 'envs-differ',
    files: withScript(BROWSE_AND_BUY),
    expect: { exit: [2, 3], says: CHOOSE },
  },
  {
    name: 'tags-differ',
    files: withScript(
      write(scenario('browse', "tags: { area: 'shelf' }") + scenario('buy', "tags: { area: 'till' }")),
    ),
    expect: { exit: [2, 3], says: CHOOSE },
  },
  {
    name: 'named-like-the-slow-one',
    files: withScript(BROWSE_AND_BUY, named('buy')),
    expect: MISSED,
  },
  {
    name: 'named-like-the-fast-one',
    files: withScript(BROWSE_AND_BUY, named('browse')),
    expect: { exit: 0, says: ['SLO met'] },
  },
  {
    name: 'alike',
    files: withScript(write(scenario('browse', to('/wait?ms=80')) + scenario('again', to('/wait?ms=80'))), {
      scenario: { slo: SLO },
    }),
    expect: MISSED,
  },
  {
    name: 'tags-of-the-named-one',
    files: withScript(
      `${write(scenario('browse', "tags: { area: 'shelf' }") + scenario('buy', "tags: { area: 'till' }"))}
options.thresholds = { 'http_req_duration{area:till}': ['p(95)<0.001'] };
`,
      named('buy'),
    ),
    expect: { exit: 1, says: ['http_req_duration{area:till}'] },
  },
];
