import { withScript } from './files.mjs';

const visit = "http.get(__ENV.BASE_URL + '/');";
const HTTP = "import http from 'k6/http';";
const EXEC = "import exec from 'k6/execution';";
/** What the script did must not look like what the service did. */
const NOT_OF_THE_SERVICE = [/requests? fail/];
const REPLACES = /replaces[^.]*scenarios|scenarios[^.]*(replaced|place)/;
/** Nothing is there: no word goes further than this machine. */
const NOWHERE = '127.0.0.1:9';

const options = (text) =>
  `${HTTP}\nexport const options = { ${text} };\nexport default function () { ${visit} }\n`;

export const FAULTS = [
  {
    name: 'no-default',
    files: withScript(`${HTTP}
export function browse() { ${visit} }
export function buy() { ${visit} }`),
    expect: { exit: 2, says: [/\bbrowse\b/, /\bbuy\b/], saysNot: NOT_OF_THE_SERVICE },
  },
  {
    name: 'no-such-exec',
    files: withScript(`${HTTP}\nexport function browse() { ${visit} }`, { scenario: { exec: 'pay' } }),
    expect: { exit: 2, says: [/\bpay\b/, /\bbrowse\b/], saysNot: NOT_OF_THE_SERVICE },
  },
  {
    name: 'throws-first',
    files: withScript(`${HTTP}
export default function () { if (!__ENV.BADGE) throw new Error('nobody gave me a badge'); ${visit} }`),
    expect: { exit: 3, says: ['nobody gave me a badge'], saysNot: NOT_OF_THE_SERVICE },
  },
  {
    name: 'reads-undefined',
    files: withScript(`${HTTP}
const baskets = {};
export default function () { http.post(__ENV.BASE_URL + '/', baskets.today.text); }`),
    expect: { exit: 3, says: ["Cannot read property 'text' of undefined"], saysNot: NOT_OF_THE_SERVICE },
  },
  {
    name: 'rejects-first',
    files: withScript(`${HTTP}
export default async function () { await Promise.reject(new Error('the queue is shut')); ${visit} }`),
    expect: { exit: 3, says: ['the queue is shut'], saysNot: NOT_OF_THE_SERVICE },
  },
  {
    name: 'browser',
    files: withScript(`import { browser } from 'k6/browser';
export const options = { scenarios: { window: {
  executor: 'shared-iterations', options: { browser: { type: 'chromium' } } } } };
export default async function () {
  const page = await browser.newPage();
  await page.goto(__ENV.BASE_URL);
  await page.close();
}`),
    expect: { exit: [2, 3], says: [/drives a browser/], saysNot: NOT_OF_THE_SERVICE },
  },
  ...[
    ['rps', 'rps: 5'],
    ['executionSegment', "executionSegment: '1/4:1/2'"],
    ['executionSegmentSequence', "executionSegment: '0:1/3', executionSegmentSequence: '0,1/3,1'"],
    ['paused', 'paused: true'],
  ].map(([option, text]) => ({
    name: option,
    files: withScript(options(text)),
    expect: { exit: [2, 3], says: [new RegExp(`\\b${option}\\b`)], saysNot: NOT_OF_THE_SERVICE },
  })),
  {
    name: 'reads-own-scenario',
    files: withScript(`${HTTP}\n${EXEC}
export const options = { vus: 4, duration: '1m' };
export function setup() { return exec.test.options.scenarios.default.vus; }
export default function () { ${visit} }`),
    expect: { exit: 3, says: [REPLACES], saysNot: NOT_OF_THE_SERVICE },
  },
  {
    name: 'asks-scenario-name',
    files: withScript(`${HTTP}\n${EXEC}
export const options = { scenarios: {
  morning: { executor: 'constant-vus', vus: 1, duration: '1m' },
  evening: { executor: 'constant-vus', vus: 9, duration: '1m' },
} };
const WALKS = { morning: () => ${visit.slice(0, -1)}, evening: () => http.get(__ENV.BASE_URL + '/wait?ms=5') };
export default function () { if (WALKS[exec.scenario.name]) WALKS[exec.scenario.name](); }`),
    expect: { exit: 3, says: [REPLACES], saysNot: NOT_OF_THE_SERVICE },
  },
  {
    name: 'aborts',
    files: withScript(`${HTTP}\n${EXEC}
export default function () { ${visit} exec.test.abort('closing time'); }`),
    expect: { exit: 3, says: ['closing time'], saysNot: NOT_OF_THE_SERVICE },
  },
  {
    name: 'setup-throws',
    files: withScript(`${HTTP}
export function setup() { throw new Error('no stock to seed'); }
export default function () { ${visit} }`),
    expect: { exit: 3, says: ['no stock to seed'], saysNot: NOT_OF_THE_SERVICE },
  },
  {
    name: 'teardown-throws',
    files: withScript(`${HTTP}
export default function () { ${visit} }
export function teardown() { throw new Error('the bin is full'); }`),
    expect: { exit: 3, says: ['the bin is full'], saysNot: NOT_OF_THE_SERVICE },
  },
  {
    name: 'no-such-file',
    files: withScript(`${HTTP}
const prices = open('./prices.csv');
export default function () { ${visit} }`),
    expect: { exit: [2, 3], says: ['prices.csv'], saysNot: NOT_OF_THE_SERVICE },
  },
  {
    name: 'unreachable-module',
    files: withScript(`${HTTP}
import { summarise } from 'https://${NOWHERE}/a/library/with/a/rather/long/path/to/its/only/module/summary.js';
export default function () { ${visit} summarise(); }`),
    expect: { exit: 3, says: ['connection refused'], saysNot: NOT_OF_THE_SERVICE },
  },
  {
    name: 'extension',
    files: withScript(`${HTTP}
import names from 'k6/x/names';
export default function () { http.get(__ENV.BASE_URL + '/' + names.any()); }`),
    env: { HTTPS_PROXY: `http://${NOWHERE}` },
    expect: { exit: [2, 3], says: [/\bextension/, /\ballow\b/], saysNot: NOT_OF_THE_SERVICE },
  },
];
