/** A shop on loopback for the scripts of `npm run bench:scripts`. What it does beside answering is in its environment. */
const { readFileSync } = require('node:fs');

const { PORT, CERTIFICATE, KEY, CLOSES_AFTER_MS, URL_WANTED, HOST_WANTED, GREETING = 'open' } = process.env;
let asked = 0;

const ROUTES = {
  '/wait': ({ query }, answer) =>
    setTimeout(answer, Number(query.get('ms')), 200, { waited: query.get('ms') }),
  '/flaky': (_, answer) => answer(asked++ % 2 ? 500 : 200, {}),
  '/rarely-broken': (_, answer) => answer(asked++ % 10 ? 200 : 500, {}),
  '/broken': (_, answer) => answer(500, { fault: 'the till is stuck' }),
  '/gone': (_, answer) => answer(404, {}),
  '/taken': (_, answer) => answer(409, {}),
  '/enter': (_, answer) => answer(200, { token: 'open sesame' }, { 'set-cookie': 'visitor=7; Path=/' }),
  '/me': ({ headers: { cookie = null, authorization } }, answer) =>
    answer(authorization === 'Bearer open sesame' || cookie ? 200 : 401, { cookie }),
  '/behind/proxy': (_, answer) => answer(200, {}),
  '/odd': ({ url, headers: { host } }, answer) =>
    answer(url === URL_WANTED && host === HOST_WANTED ? 200 : 400, {}),
};

const serve = (request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://shop');
  const answer = (status, body, headers) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
  request.resume().on('end', () => {
    const { url, headers } = request;
    (ROUTES[pathname] ?? ((_, reply) => reply(200, {})))({ url, headers, query: searchParams }, answer);
    if (CLOSES_AFTER_MS && pathname !== '/') closeLater();
  });
};

const server = CERTIFICATE
  ? require('node:https').createServer({ cert: readFileSync(CERTIFICATE), key: readFileSync(KEY) }, serve)
  : require('node:http').createServer(serve);
server.listen(Number(PORT), '127.0.0.1', () => console.log(GREETING));

/** Refuses connections, and stays alive. */
let closing = false;
function closeLater() {
  if (closing) return;
  closing = true;
  setTimeout(() => {
    server.close();
    server.closeAllConnections();
    setInterval(() => {}, 60_000);
  }, Number(CLOSES_AFTER_MS));
}
