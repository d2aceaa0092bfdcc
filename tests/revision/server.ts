/** Git's own HTTP server behind Node's, on loopback. */
import { spawn } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, dirname } from 'node:path';
import { withServer } from '../fixtures.ts';
import { environment } from './fixture.ts';

/** Serves one repository. `authorization`: what every request must carry, in one header; `seen`: what each has carried. */
export function serveGit<T>(
  folder: string,
  authorization: string | null,
  use: (url: string, seen: string[][]) => Promise<T>,
): Promise<T> {
  const seen: string[][] = [];
  return withServer(
    (request, response) => {
      const given = request.headersDistinct.authorization ?? [];
      seen.push(given);
      // As GitHub does: none and two are refused alike.
      if (authorization !== null && (given.length !== 1 || given[0] !== authorization)) {
        response.writeHead(given.length > 1 ? 400 : 401, { 'www-authenticate': 'Basic realm="git"' }).end();
        return;
      }
      answer(folder, request, response);
    },
    (url) => use(`${url}/${basename(folder)}`, seen),
  );
}

/** CGI (RFC 3875), as far as `git http-backend` needs it; the URL's path starts with the name of `folder`. */
export function answer(folder: string, request: IncomingMessage, response: ServerResponse): void {
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const child = spawn('git', ['http-backend'], {
    env: {
      ...environment,
      GIT_PROJECT_ROOT: dirname(folder),
      GIT_HTTP_EXPORT_ALL: '1',
      REQUEST_METHOD: request.method,
      PATH_INFO: path,
      QUERY_STRING: query,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  request.pipe(child.stdin);
  child.stdin.on('error', () => {});
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.on('close', () => {
    const whole = Buffer.concat(chunks);
    const end = whole.indexOf('\r\n\r\n');
    for (const line of whole.subarray(0, end).toString('latin1').split('\r\n')) {
      const [name = '', value = ''] = line.split(/: (.*)/s);
      if (name === 'Status') response.statusCode = Number.parseInt(value, 10);
      else response.setHeader(name, value);
    }
    response.end(whole.subarray(end + 4));
  });
}
