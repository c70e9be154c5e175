import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ErrorCode, problem, statusOf } from '../../lib/values/errors.ts';
import { hasCode } from '../processes/user-error.ts';

/** Answers requests that Node's HTTP parser refuses with a problem document, as the API answers every other error. */
export function refuseMalformedRequests(server: Server): void {
  server.on('clientError', (error, socket) => {
    if (hasCode(error, 'ECONNRESET') || !socket.writable) socket.destroy();
    else if (hasCode(error, 'HPE_HEADER_OVERFLOW')) refuse(socket, 'payload_too_large', 'The headers are too large.');
    else refuse(socket, 'validation_failed', 'The request is not valid HTTP.');
  });
  server.on('connect', (_, socket) => refuse(socket, 'not_found', 'No such route.'));
  // HTTP lets a server ignore an unknown `Expect` header.
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response));
}

function refuse(socket: Duplex, code: ErrorCode, detail: string): void {
  const requestId = randomUUID();
  const errors = code === 'validation_failed' ? [{ path: '', message: detail }] : undefined;
  const body = JSON.stringify(problem(code, detail, requestId, errors));
  const head = [
    `HTTP/1.1 ${statusOf(code)} Refused`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ];
  socket.on('error', () => socket.destroy());
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
