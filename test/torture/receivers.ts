import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { DELIVERY_LEASE_SECONDS } from '../../lib/deliveries/delivery-states.ts';
import { listen } from '../../local/processes/servers.ts';
import type { FaultInjector } from './fault-injector.ts';
import type { Plan } from './plan.ts';

/** The posts of one delivery. */
export interface ReceivedPosts {
  readonly body: string;
  readonly receiver: string;
  readonly attempts: number[];
  /** The signatures of the body. */
  readonly signatures: Set<string>;
  accepted: number;
}

/** A message that came to a chat or a pager. It names no delivery, but the alert. */
export interface ReceivedMessage {
  readonly receiver: string;
  readonly body: string;
  readonly accepted: boolean;
}

const Page = z.object({ routing_key: z.string() });

/** The path of PagerDuty, where the body names the receiver. */
const PAGES = 'v2/enqueue';

/**
 * The receivers of all organisations, on one server: `/<name>`.
 * @param clock the clock of the stack, in milliseconds.
 */
export async function startReceivers(injector: FaultInjector, clock: () => number) {
  const received = new Map<string, ReceivedPosts>();
  const wrong: string[] = [];
  const messages: ReceivedMessage[] = [];
  const posts = new Map<string, number>();
  let names = new Map<string, string>();
  let plan: Plan | undefined;
  let began = 0;

  const note = (receiver: string, { headers }: IncomingMessage, body: string): ReceivedPosts => {
    const id = String(headers['x-service-delivery']);
    const before = received.get(id) ?? { body, receiver, attempts: [], signatures: new Set(), accepted: 0 };
    if (before.body !== body)
      wrong.push(`delivery ${id} came with two bodies of ${before.body.length} and ${body.length} characters`);
    if (before.receiver !== receiver) wrong.push(`delivery ${id} came to ${before.receiver} and to ${receiver}`);
    const attempt = Number(headers['x-service-attempt']);
    // The claim of an attempt holds the lease. Until the lease ends no other invocation may post this attempt.
    if (before.attempts.includes(attempt) && clock() - began < DELIVERY_LEASE_SECONDS * 1000)
      wrong.push(`attempt ${attempt} of delivery ${id} was posted twice under one lease`);
    before.attempts.push(attempt);
    before.signatures.add(String(headers['x-service-signature']));
    received.set(id, before);
    return before;
  };

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? '/').slice(1);
    const chunks: Buffer[] = await request.toArray();
    const body = Buffer.concat(chunks).toString();
    const receiver = path === PAGES ? Page.parse(JSON.parse(body)).routing_key : path;
    const nth = (posts.get(receiver) ?? 0) + 1;
    posts.set(receiver, nth);
    if (plan === undefined) return void response.writeHead(404).end();
    const { reply, kill } = injector.nextPost(names.get(receiver) ?? receiver, nth, plan);
    if (reply === 'reset' && kill === undefined) return void request.socket.destroy();
    const isMessage = request.headers['x-service-delivery'] === undefined;
    const delivery = isMessage ? undefined : note(receiver, request, body);
    if (kill === 'before' || reply === 'unanswered') {
      if (kill === 'before') injector.kill();
      return void request.socket.destroy();
    }
    if (reply === 'late') await sleep(plan.whole(100, 900, 'late', nth));
    const status = { ok: 200, late: 200, error: 500, soon: 429, later: 429, gone: 410, reset: 500 }[reply];
    if (status === 200 && delivery !== undefined) delivery.accepted++;
    if (isMessage) messages.push({ receiver, body, accepted: status === 200 });
    const seconds = reply === 'later' ? plan.whole(901, 3600, 'seconds', nth) : 1;
    response.writeHead(status, status === 429 ? { 'Retry-After': String(seconds) } : {});
    response.end('received', () => {
      if (kill === 'after') injector.kill();
    });
  };
  const { server, url } = await listen((request, response) => {
    serve(request, response).catch(() => response.destroy());
  }, 0);
  return {
    url,
    received,
    messages,
    /** Violations that the receivers saw, of all runs so far. */
    wrong,
    /** @param called the names of the receivers of this run in the plan. */
    begin(next: Plan, called: ReadonlyMap<string, string>): void {
      plan = next;
      began = clock();
      names = new Map(called);
    },
    posts: (): number => [...posts.values()].reduce((sum, count) => sum + count, 0),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
