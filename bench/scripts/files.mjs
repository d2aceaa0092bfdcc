import { readFileSync } from 'node:fs';
import { stringify } from 'yaml';

export const SHOP = read('shop.cjs');

/** `tailgate.yml` of a service that is loaded alone, for a few seconds. */
export function configure({ service, scenario, ...rest }) {
  return stringify({
    service: { start: 'node server.js', url: 'http://127.0.0.1:${PORT}', ...service },
    scenarios: { shop: { load: '120 req/s', slo: 'p95 < 500ms', ...scenario } },
    measure: { budget: '4s', soak: '0s' },
    baseline: { from: 'history' },
    ...rest,
  });
}

/** In place of what `configure` says: beside the base. */
export const PAIRED = { measure: { budget: '20s', soak: '0s' }, baseline: { from: 'paired' } };

/** A shop and a k6 script of its user. */
export function withScript(text, { scenario, ...config } = {}) {
  return {
    'server.js': SHOP,
    'load/shop.js': text,
    'tailgate.yml': configure({ scenario: { script: 'load/shop.js', ...scenario }, ...config }),
  };
}

/** A shop and a request that its `tailgate.yml` declares. */
export function withRequest(request, { scenario, ...config } = {}) {
  return {
    'server.js': SHOP,
    'tailgate.yml': configure({ scenario: { request, ...scenario }, ...config }),
  };
}

/** A service with a certificate that it signed itself, for loopback; its files go beside the server. */
export const CERTIFIED = {
  url: 'https://127.0.0.1:${PORT}',
  env: { CERTIFICATE: 'cert.pem', KEY: 'key.pem' },
};
export const CERTIFICATE = { 'cert.pem': read('cert.pem'), 'key.pem': read('key.pem') };

function read(name) {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}
