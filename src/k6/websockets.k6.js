/** Counts what a script does with `k6/websockets` and `k6/ws`: connections, and the first message of each. */
import { Blob, WebSocket as Original } from 'k6/websockets';
import ws from 'k6/ws';
import { begin, CODES, clock, overlay } from './books.js';

/** Codes with which a socket is closed in order (RFC 6455, 7.4.1). */
const ORDERLY = [1000, 1001, 1005];

/**
 * Follows a socket: one request is to connect, another is the first message, from what was sent first, or else from the
 * opening. A socket that never hears anything has only the first of these.
 */
function follow() {
  const connect = begin();
  let openedAt = 0;
  let asked = null;
  let isOver = false;
  return {
    open() {
      connect.answer();
      openedAt = clock();
    },
    send() {
      if (!isOver) asked = asked ?? begin();
    },
    hear() {
      if (isOver) return;
      isOver = true;
      (asked ?? begin(openedAt)).answer();
    },
    fail(code, text) {
      const due = [connect, asked].find((request) => request?.isOpen());
      if (due === undefined && isOver) return;
      isOver = true;
      (due ?? begin()).fail(code, text);
    },
    close() {
      isOver = true;
      connect.drop();
      asked?.drop();
    },
  };
}

/** In `k6/ws` the words of an error are a function. */
function textOf(error) {
  const words = error?.error ?? error?.message ?? error;
  return `${typeof words === 'function' ? error.error() : words}`.replace(/^websocket: /, '').slice(0, 300);
}

export function WebSocket(...args) {
  const socket = new Original(...args);
  const seen = follow();
  socket.addEventListener('open', seen.open);
  socket.addEventListener('message', seen.hear);
  socket.addEventListener('error', (event) => seen.fail(CODES.socket, textOf(event)));
  socket.addEventListener('close', ({ code }) => {
    if (!ORDERLY.includes(code)) seen.fail(CODES.socket + code, `closed with code ${code}`);
    seen.close();
  });
  const send = (...message) => {
    seen.send();
    return socket.send(...message);
  };
  return overlay(socket, { send });
}

const { connect } = ws;
ws.connect = (url, ...args) => {
  const run = args.pop();
  const seen = follow();
  let response;
  try {
    response = connect.call(ws, url, ...args, (socket) => {
      socket.on('open', seen.open);
      socket.on('message', seen.hear);
      socket.on('binaryMessage', seen.hear);
      socket.on('error', (error) => seen.fail(CODES.socket, textOf(error)));
      socket.on('close', (code) => {
        if (!ORDERLY.includes(code)) seen.fail(CODES.socket + code, `closed with code ${code}`);
      });
      const sending = {
        send: (...message) => {
          seen.send();
          return socket.send(...message);
        },
        sendBinary: (...message) => {
          seen.send();
          return socket.sendBinary(...message);
        },
      };
      return run(overlay(socket, sending));
    });
  } catch (error) {
    seen.fail(CODES.socket, textOf(error));
    throw error;
  }
  if (response?.status !== 101) seen.fail(CODES.socket, response?.error || `status ${response?.status}`);
  seen.close();
  return response;
};

const counted = ws.connect;

export { Blob, counted as connect };
export default { ...ws, WebSocket, Blob };
