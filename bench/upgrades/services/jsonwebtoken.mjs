/** Sessions: each of a batch of tokens is verified and renewed with a shared secret. */
import { createServer } from 'node:http';
import jwt from 'jsonwebtoken';

const secret = 'a secret that is shared by all instances of this service';
const tokens = Array.from({ length: 20 }, (_, user) => jwt.sign({ user, roles: ['a', 'b'] }, secret));
const renew = (token) => {
  const { user, roles } = jwt.verify(token, secret, { algorithms: ['HS256'] });
  return jwt.sign({ user, roles }, secret, { expiresIn: '10m' });
};
createServer(({ url }, response) => {
  const count = Number(new URL(url, 'http://a').searchParams.get('count'));
  response
    .setHeader('content-type', 'application/json')
    .end(JSON.stringify(tokens.slice(0, count).map(renew)));
}).listen(Number(process.env.PORT), '127.0.0.1');
