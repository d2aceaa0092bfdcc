/** Counts the commands that a script sends with `k6/experimental/redis`. */
import { Client as Original } from 'k6/experimental/redis';
import { begin, CODES } from './books.js';

export function Client(...args) {
  const client = new Original(...args);
  const count =
    (command) =>
    (...values) => {
      const request = begin();
      return command(...values).then(
        (value) => {
          request.answer();
          return value;
        },
        (error) => {
          request.fail(CODES.redis, `${error?.message ?? error}`.slice(0, 300));
          throw error;
        },
      );
    };
  return new Proxy(client, {
    get(_, name) {
      const own = client[name];
      return typeof own === 'function' ? count(own) : own;
    },
  });
}

export default { Client };
