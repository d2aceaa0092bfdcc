import { CERTIFICATE, CERTIFIED, configure, SHOP, withRequest, withScript } from './files.mjs';

const ODD = '/odd?sort[by]=price%20up&page={%22no%22:2}&a=b|c';
const MET = { exit: 0, says: ['SLO met'] };
const GREEN = (text) => `\u001b[32m${text}\u001b[39m`;
const certified = (tls) => ({
  ...withRequest('GET /', { service: { ...CERTIFIED, ready: { path: '/', timeout: '5s' }, ...tls } }),
  ...CERTIFICATE,
});
const greeting = (text, log) => ({
  service: { env: { GREETING: text }, ready: { log, timeout: '5s' } },
});

export const SERVICES = [
  {
    name: 'coloured-greeting',
    files: withRequest(
      'GET /',
      greeting(`${GREEN('open')} for business at \u001b[1m9\u001b[22m`, '^open for business at \\d'),
    ),
    expect: MET,
  },
  {
    name: 'greeting-in-capitals',
    files: withRequest('GET /', greeting('Open for business', 'open for business')),
    expect: { exit: 3, says: ['Open for business', 'did not become ready'] },
  },
  { name: 'own-certificate', files: certified({ tls: { ca: 'cert.pem' } }), expect: MET },
  { name: 'any-certificate', files: certified({ tls: { insecure: true } }), expect: MET },
  {
    name: 'unknown-certificate',
    files: certified({}),
    expect: { exit: 3, says: [/self-signed certificate/] },
  },
  {
    name: 'own-certificate-of-a-script',
    files: {
      ...withScript(
        "import http from 'k6/http'; export default function () { http.get(__ENV.BASE_URL + '/'); }",
        { service: { ...CERTIFIED, tls: { ca: 'cert.pem' } } },
      ),
      ...CERTIFICATE,
    },
    expect: MET,
  },
  {
    name: 'host-and-odd-query',
    files: withRequest(
      { path: ODD, headers: { Host: 'shop.example.com' } },
      { service: { env: { URL_WANTED: ODD, HOST_WANTED: 'shop.example.com' } } },
    ),
    expect: MET,
  },
  {
    name: 'script-above',
    files: {
      'load/shop.js': "import http from 'k6/http'; export default function () { http.get(__ENV.BASE_URL); }",
      'services/shop/server.js': SHOP,
      'services/shop/tailgate.yml': configure({ scenario: { script: '../../load/shop.js' } }),
    },
    args: ['run', '--config', 'services/shop/tailgate.yml'],
    expect: { exit: 2, says: ['outside of the folder', /\b(move|copy)\b/i] },
  },
  {
    name: 'changes-above',
    files: {
      'shared/prices.js': 'module.exports = [];\n',
      'services/shop/server.js': SHOP,
      'services/shop/tailgate.yml': configure({
        scenario: { request: 'GET /' },
        when: { changed: ['*.js', '../../shared/**'] },
      }),
    },
    args: ['run', '--config', 'services/shop/tailgate.yml'],
    expect: { exit: 2, says: ['move this file up'] },
  },
  {
    name: 'script-made-by-the-build',
    files: {
      ...withScript("import http from 'k6/http'; export default function () { http.get(__ENV.BASE_URL); }", {
        service: { build: 'mkdir -p made && cp load/shop.js made/shop.js' },
        scenario: { script: 'made/shop.js' },
      }),
      'made/shop.js': 'export default function () {}\n',
      '.gitignore': 'made\n',
    },
    expect: MET,
  },
  {
    name: 'data-made-by-the-build',
    files: {
      ...withScript(
        `
import http from 'k6/http';
import { SharedArray } from 'k6/data';
const shelves = new SharedArray('shelves', () => JSON.parse(open('./shelves.json')));
export default function () { http.get(__ENV.BASE_URL + '/' + shelves[__ITER % shelves.length]); }
`,
        { service: { build: 'echo \'["tea","rice"]\' > load/shelves.json' } },
      ),
      '.gitignore': 'load/shelves.json\n',
    },
    expect: MET,
  },
];
