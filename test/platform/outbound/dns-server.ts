import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, isIPv4 } from 'node:net';
import { listen } from './receiver.ts';

/** The answer of the name server to one question. */
export interface Answer {
  readonly addresses?: readonly string[];
  /** CNAME records that lead from the name in the question to the owner of the addresses. */
  readonly aliases?: readonly string[];
  /** NOERROR 0, SERVFAIL 2, NXDOMAIN 3, REFUSED 5. */
  readonly code?: number;
  /** The server sends these bytes after the id of the question instead of an answer. */
  readonly bytes?: Uint8Array;
  /** The server does not answer. For a truncated answer, it does not answer over TCP. */
  readonly silent?: true;
  /** The UDP answer is truncated, so that the resolver asks again over TCP. */
  readonly truncated?: true;
}

type Type = 'A' | 'AAAA';
export type Zone = (name: string, type: Type) => Answer;
/** The protocol, the record type and the name of a question. */
type Question = `${'udp' | 'tcp'} ${Type} ${string}`;

const TYPES = { 1: 'A', 28: 'AAAA' } as const satisfies Record<number, Type>;
const CNAME = 5;
const TRUNCATED = 0x0200;

const u16 = (value: number) => Buffer.from([value >> 8, value & 0xff]);
const nameBytes = (name: string) =>
  Buffer.concat([
    ...name.split('.').flatMap((label) => [Buffer.from([label.length]), Buffer.from(label)]),
    Buffer.of(0),
  ]);
/** The time to live is 0, so that no client caches the answer. */
const recordBytes = (owner: string, type: number, data: Buffer) =>
  Buffer.concat([nameBytes(owner), u16(type), u16(1), u16(0), u16(0), u16(data.length), data]);

/** The 4 or 16 bytes of an address. The WHATWG parser converts IPv6 to hexadecimal groups. */
function addressBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const groups = (text: string) => text.split(':').filter((group) => group !== '');
  const [left, right] = [groups(head), groups(tail ?? '')];
  const zeros = Array<string>(8 - left.length - right.length).fill('0');
  return Buffer.concat([...left, ...zeros, ...right].map((group) => u16(Number.parseInt(group, 16))));
}

function questionOf(message: Buffer): { name: string; type: Type; bytes: Buffer } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const code = message.readUInt16BE(at + 1);
  if (code !== 1 && code !== 28) throw new Error(`asked for type ${code}`);
  return { name: labels.join('.'), type: TYPES[code], bytes: message.subarray(12, at + 5) };
}

function encoded(id: Buffer, question: ReturnType<typeof questionOf>, answer: Answer, overUdp: boolean): Buffer {
  if (answer.bytes) return Buffer.concat([id, answer.bytes]);
  const cut = overUdp && answer.truncated === true;
  const names = [question.name, ...(answer.aliases ?? [])];
  const aliases = names.slice(1).map((target, i) => recordBytes(names[i] ?? '', CNAME, nameBytes(target)));
  const addresses = (answer.addresses ?? []).map((address) =>
    recordBytes(names.at(-1) ?? '', isIPv4(address) ? 1 : 28, addressBytes(address)),
  );
  const records = cut ? [] : [...aliases, ...addresses];
  const flags = u16(0x8180 | (cut ? TRUNCATED : 0) | (answer.code ?? 0));
  return Buffer.concat([id, flags, u16(1), u16(records.length), u16(0), u16(0), question.bytes, ...records]);
}

/**
 * A name server on 127.0.0.1 with UDP and TCP on one port. `zone` gives the answer to each question, and the server
 * keeps the questions. The caller disposes of the server with `await using`. `closeAll` ends the TCP side.
 */
export async function dnsServer(zone: Zone) {
  const asked: Question[] = [];
  const reply = (message: Buffer, protocol: 'udp' | 'tcp'): Buffer | null => {
    const question = questionOf(message);
    asked.push(`${protocol} ${question.type} ${question.name}`);
    const answer = zone(question.name, question.type);
    const cut = answer.truncated && protocol === 'udp';
    return answer.silent && !cut ? null : encoded(message.subarray(0, 2), question, answer, protocol === 'udp');
  };
  const udp = createSocket('udp4', (message, from) => {
    const bytes = reply(message, 'udp');
    if (bytes) udp.send(bytes, from.port, from.address);
  });
  const tcp = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    // A question fits into the first segment. The length comes first.
    socket.once('data', (bytes) => {
      const answer = reply(bytes.subarray(2), 'tcp');
      if (answer) socket.end(Buffer.concat([u16(answer.length), answer]));
    });
  });
  // TCP first: UDP rarely uses a free TCP port, but the reverse is common.
  const port = await listen(tcp);
  udp.bind(port, '127.0.0.1');
  await once(udp, 'listening');
  return {
    asked,
    servers: [`127.0.0.1:${port}`],
    async [Symbol.asyncDispose]() {
      udp.close();
      await once(udp, 'close');
    },
  };
}
