import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../../platform/outbound/receiver.ts';
import { type Vendor, vendorRules } from './vendor-rules.ts';

/** The most messages of a destination in a number of seconds. */
export interface Limit {
  readonly most: number;
  readonly seconds: number;
}

/** The limits that the vendors publish for one webhook, chat or key. */
const LIMITS: Readonly<Record<Vendor, readonly Limit[]>> = {
  slack: [{ most: 1, seconds: 1 }],
  discord: [{ most: 5, seconds: 2 }],
  teams: [
    { most: 4, seconds: 1 },
    { most: 60, seconds: 30 },
  ],
  telegram: [
    { most: 1, seconds: 1 },
    { most: 20, seconds: 60 },
  ],
  pagerduty: [{ most: 120, seconds: 60 }],
};

/**
 * A double of a vendor on this machine: it takes what the vendor takes, as many as the vendor takes, and refuses all
 * else as the vendor does.
 * @param now the clock of the test.
 */
export async function vendorDouble(vendor: Vendor, now: () => Date, limits = LIMITS[vendor]) {
  const taken = new Map<string, number[]>();
  const accepted: unknown[] = [];
  const refused: { readonly status: number; readonly reason: string }[] = [];

  /** The seconds until the destination takes another message. */
  function waitAt(of: string): number {
    const times = taken.get(of) ?? [];
    const at = now().getTime();
    const waits = limits.map(({ most, seconds }) => {
      const before = times[times.length - most];
      return before === undefined ? 0 : before + seconds * 1000 - at;
    });
    return Math.max(0, ...waits) / 1000;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = await request.toArray();
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
    const of = vendor === 'pagerduty' ? String(Object(body).routing_key) : String(request.url);
    const refuse = (status: number, reason: string, headers: Record<string, string> = {}, text: object = {}) => {
      refused.push({ status, reason });
      response.writeHead(status, headers).end(JSON.stringify(text));
    };
    const wait = waitAt(of);
    if (wait > 0) {
      const { headers, text } = busyAnswer(vendor, wait);
      return refuse(429, 'too many', headers, text);
    }
    const parsed = vendorRules[vendor].safeParse(body);
    if (!parsed.success) return refuse(400, parsed.error.message);
    taken.set(of, [...(taken.get(of) ?? []), now().getTime()]);
    accepted.push(body);
    const left = waitAt(of);
    const bucket = { 'X-RateLimit-Remaining': left > 0 ? '0' : '1', 'X-RateLimit-Reset-After': String(left) };
    response.writeHead(vendor === 'pagerduty' ? 202 : 200, vendor === 'discord' ? bucket : {}).end('{}');
  }

  const server = createServer((request, response) => void answer(request, response));
  const origin = `http://127.0.0.1:${await listen(server)}`;
  return { origin, accepted, refused };
}

/** How each vendor says that it takes no more for some seconds. */
function busyAnswer(vendor: Vendor, wait: number): { headers: Record<string, string>; text: object } {
  const seconds = Math.ceil(wait);
  switch (vendor) {
    case 'telegram':
      // Telegram has no header.
      return { headers: {}, text: { ok: false, error_code: 429, parameters: { retry_after: seconds } } };
    case 'discord':
      return {
        headers: { 'Retry-After': String(seconds), 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset-After': `${wait}` },
        text: { message: 'You are being rate limited.', retry_after: wait, global: false },
      };
    case 'pagerduty':
      return { headers: {}, text: { status: 'throttle exceeded', message: 'Requests are arriving too fast.' } };
    case 'slack':
    case 'teams':
      return { headers: { 'Retry-After': String(seconds) }, text: {} };
  }
}
