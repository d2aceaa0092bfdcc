/** Counts what a script does with `k6/websockets` and `k6/ws`: connections, and the first message of each. */
import { Blob, WebSocket as Original } from 'k6/websockets';
import ws from 'k6/ws';
import { begin, CODES, clock, overlay } from './books.js';

/** Codes with which a socket is closed in order (RFC 6455, 7.4.1). */
const ORDERLY = [1000, 1001, 1005];

/** `readyState` of a socket that is open. k6 has no constant for it. */
const OPEN = 1;

/**
 * Follows a socket: one request is to connect, another is the first message, from what was sent first, or else from the
 * opening. A socket that never hears anything has only the first of these. One that breaks later has a third, which failed.
 */
function follow() {
  const connect = begin();
  let openedAt = 0;
  let asked = null;
  let isHeard = false;
  let isLeft = false;
  let isOver = false;
  return {
    open() {
      connect.answer();
      openedAt = clock();
    },
    send() {
      if (!isHeard && !isOver) asked = asked ?? begin();
    },
    hear() {
      if (isHeard || isOver) return;
      isHeard = true;
      (asked ?? begin(openedAt)).answer();
    },
    /** The script itself closes the socket. How that ends says nothing of the service, unless it hangs. */
    leave() {
      isLeft = true;
    },
    isAsked: () => !isLeft && asked?.isOpen(),
    fail(code, text) {
      const due = [connect, asked].find((request) => request?.isOpen());
      const isHanging = due !== undefined && /\b1006\b/.test(text);
      // An orderly end is an error too where its message has no code.
      if (isOver || (isLeft && !isHanging) || /\bclose 100[015]\b/.test(text)) return;
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
  // A connection that is reset has no code.
  socket.addEventListener('close', ({ code = 1006 }) => {
    if (!ORDERLY.includes(code)) seen.fail(CODES.socket + code, `closed with code ${code}`);
    seen.close();
  });
  const send = (...message) => {
    seen.send();
    return socket.send(...message);
  };
  const close = (...how) => {
    // The handlers of the script come before ours. In that of an error it is closed already.
    if (socket.readyState === OPEN) seen.leave();
    return socket.close(...how);
  };
  return overlay(socket, { send, close });
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
        // One that is reset has the code of an orderly end.
        if (!ORDERLY.includes(code) || (code === 1001 && seen.isAsked()))
          seen.fail(CODES.socket + code, `closed with code ${code}`);
      });
      const own = {
        close: (...how) => {
          seen.leave();
          return socket.close(...how);
        },
        send: (...message) => {
          seen.send();
          return socket.send(...message);
        },
        sendBinary: (...message) => {
          seen.send();
          return socket.sendBinary(...message);
        },
      };
      return run(overlay(socket, own));
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
