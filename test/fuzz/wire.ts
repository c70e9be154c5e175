import { connect } from 'node:net';

/** The answer to a request that had its own connection. */
export interface WireAnswer {
  readonly status: number;
  /** Header values by lower-case name. A repeated header has its last value. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
}

/** The server closed the connection before the end of the answer. */
class AnswerCutOffError extends Error {}
/** The server did not send a complete answer in time. */
export class NoAnswerError extends Error {}

/**
 * Sends raw bytes, which HTTP clients would refuse to send, and reads the answer. The request must ask the server to
 * close the connection.
 * @throws AnswerCutOffError, NoAnswerError
 */
export async function exchange(
  baseUrl: string,
  bytes: Uint8Array,
  method: string,
  timeoutMs: number,
): Promise<WireAnswer> {
  const { hostname, port } = new URL(baseUrl);
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const socket = connect({ host: hostname, port: Number(port) });
  const chunks: Buffer[] = [];
  const timer = setTimeout(() => reject(new NoAnswerError(`no whole answer within ${timeoutMs} ms`)), timeoutMs);
  socket.on('data', (chunk: Buffer) => void chunks.push(chunk));
  // A server that refuses early may reset the connection during the write. The bytes received so far are the answer.
  socket.on('error', () => resolve(Buffer.concat(chunks)));
  socket.on('close', () => resolve(Buffer.concat(chunks)));
  socket.write(bytes);
  try {
    return answerIn(await promise, method);
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

const HEAD_END = Buffer.from('\r\n\r\n');

function answerIn(bytes: Buffer, method: string): WireAnswer {
  const end = bytes.indexOf(HEAD_END);
  if (end < 0)
    throw new AnswerCutOffError(
      bytes.length === 0 ? 'closed without an answer' : 'closed within the head of an answer',
    );
  const [statusLine = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(statusLine)?.[1]);
  const rest = bytes.subarray(end + HEAD_END.length);
  if (status === 100) return answerIn(rest, method);
  const headers = new Map(lines.map((line) => pairOf(line)));
  const hasBody = method !== 'HEAD' && status !== 204 && status !== 304;
  return { status, headers, text: hasBody ? bodyOf(rest, headers).toString('utf8') : '' };
}

function pairOf(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

function bodyOf(rest: Buffer, headers: ReadonlyMap<string, string>): Buffer {
  if (headers.get('transfer-encoding') === 'chunked') return dechunked(rest);
  const length = headers.get('content-length');
  if (length !== undefined && Number(length) !== rest.length)
    throw new AnswerCutOffError('the body is not as long as announced');
  return rest;
}

function dechunked(bytes: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16);
    if (lineEnd < 0 || Number.isNaN(size)) throw new AnswerCutOffError('the last chunk is missing');
    if (size === 0) return Buffer.concat(chunks);
    chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
}
