import { setTimeout as sleep } from 'node:timers/promises';
import { hexlify, randomBytes, toQuantity, Wallet } from 'ethers';
import type { Place } from './place.ts';
import type { Plan } from './plan.ts';
import { call, invoke, type Tenant } from './tenant.ts';

/** Longer than the leases and the graces of the stack together: whatever was left is overdue after it. */
export const JUMP_SECONDS = 200;

/** A transaction that is to be recorded. */
export interface Payment {
  readonly tenant: Tenant;
  readonly hash: string;
  /** Whether a client imports it, which the API must have taken in the end. */
  readonly imported: boolean;
  /** Whether it is on the node, where a watcher finds it. */
  readonly sent: boolean;
}

/** An account of the node's that has what it takes, and signs itself, so that what it signed can be sent again. */
async function payer({ node }: Place) {
  const wallet = new Wallet(hexlify(randomBytes(32)));
  let nonce = 0;
  return async (to: string, ether: number): Promise<string> => {
    // Each time: a reorganisation may take it away.
    await node.send('anvil_setBalance', [wallet.address, toQuantity(10n ** 21n)]);
    return wallet.signTransaction({
      to,
      value: BigInt(ether) * 10n ** 18n,
      nonce: nonce++,
      chainId: 31337,
      gasLimit: 21_000,
      maxFeePerGas: 10n ** 11n,
      maxPriorityFeePerGas: 10n ** 9n,
    });
  };
}

const STEPS = { import: 5, pay: 5, both: 2, reorganise: 2, resend: 1, jump: 2, replay: 2, replayAll: 1, change: 1 };

/** Payments imported at the beginning where a receiver is flooded. */
const FLOOD = 4;

/** What was done. */
export interface Acts {
  /** What must be recorded. */
  readonly payments: readonly Payment[];
  /** Who asked to have a delivery replayed, each as often as it did. */
  readonly replaying: readonly Tenant[];
}

/** Does what a run does while the storm blows. */
export async function act(place: Place, plan: Plan, tenants: readonly Tenant[]): Promise<Acts> {
  const { node, stack } = place;
  const pay = await payer(place);
  const payments: Payment[] = [];
  const asking: Tenant[] = [];
  const doing: Promise<unknown>[] = [];
  const begin = (promise: Promise<unknown>): void => {
    // Awaited at the end; until then another error may have ended it all.
    promise.catch(() => undefined);
    doing.push(promise);
  };
  const signed: string[] = [];

  function record(tenant: Tenant, i: number): void {
    const hash = hexlify(randomBytes(32));
    payments.push({ tenant, hash, imported: true, sent: false });
    begin(importing(place, tenant, hash, i));
  }

  async function send(tenant: Tenant, imported: boolean, i: number): Promise<void> {
    const raw = await pay(tenant.address, i + 1);
    signed.push(raw);
    const hash = String(await node.send('eth_sendRawTransaction', [raw]));
    payments.push({ tenant, hash, imported, sent: true });
    if (imported) begin(importing(place, tenant, hash, i));
  }
  // All at once, so that they meet at the receiver.
  if (plan.flood) for (const tenant of tenants) for (let i = 0; i < FLOOD; i++) record(tenant, i);
  const steps = plan.flood ? plan.whole(1, 3, 'steps') : plan.whole(4, 9, 'steps');
  for (let i = 0; i < steps; i++) {
    const tenant = tenants[plan.whole(0, tenants.length - 1, 'tenant', i)];
    if (tenant === undefined) throw new Error('no tenant');
    switch (plan.of(STEPS, 'step', i)) {
      case 'import':
        record(tenant, i);
        break;
      case 'pay':
        await send(tenant, false, i);
        break;
      case 'both':
        await send(tenant, true, i);
        break;
      case 'reorganise':
        // The node's own transactions go: one that was sent may be sent again, and one that is not is orphaned.
        if (signed.length > 0)
          await node.send('anvil_reorg', [plan.whole(1, Math.min(3, signed.length), 'depth', i), []]);
        break;
      case 'resend':
        // Refused by the node while it has them.
        for (const raw of signed) await node.send('eth_sendRawTransaction', [raw]).catch(() => undefined);
        break;
      case 'jump':
        // It is for reconcile to go on with what was under way.
        if (plan.calm) break;
        stack.advance(JUMP_SECONDS);
        begin(invoke(place, 'reconcile', {}).catch(() => undefined));
        begin(watch(place));
        break;
      case 'replay':
        asking.push(tenant);
        begin(replaying(place, tenant));
        break;
      case 'replayAll':
        begin(replayingAll(place, tenant, plan.of({ failed: 2, delivered: 1 }, 'replayed', i)));
        break;
      case 'change':
        begin(changing(place, tenant, i));
        break;
    }
    await sleep(plan.whole(0, 250, 'pause', i));
  }
  await Promise.all(doing);
  return { payments, replaying: asking };
}

/** Has the node watched, as its schedule does each minute. */
export const watch = (place: Place): Promise<unknown> =>
  invoke(place, 'watch-chain', { chain: 'anvil' }, false).catch(() => undefined);

const TRIES = 60;

/** Imports as a client does that does not give up: until the API says that it has the transaction. */
async function importing(place: Place, { apiKey, wallet, address }: Tenant, hash: string, i: number): Promise<void> {
  const outbound = i % 2 === 1;
  const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
  const body = {
    walletId: wallet,
    hash,
    chain: 'anvil',
    blockNumber: 1,
    blockTimestamp: '2026-03-01T11:00:00.000Z',
    fromAddress: outbound ? address : other,
    toAddress: outbound ? other : address,
    valueDecimal: '1',
  };
  let last = 'no answer';
  for (let n = 0; n < TRIES; n++) {
    const answer = await call(place, apiKey, 'POST', '/api/transactions/import', body).catch(() => undefined);
    if (answer?.status === 201 || answer?.status === 200) return;
    last = answer === undefined ? last : `${answer.status} ${answer.text}`;
    await sleep(100);
  }
  throw new Error(`an import was never taken: ${last}`);
}

/** Replays a delivery that is finished, if there is one; once, whatever the answer. */
async function replaying(place: Place, { apiKey }: Tenant): Promise<void> {
  const listed = await call(place, apiKey, 'GET', '/api/webhooks/deliveries').catch(() => undefined);
  const id = /"id":"([0-9a-f-]{36})"/.exec(listed?.text ?? '')?.[1];
  if (id === undefined) return;
  await call(place, apiKey, 'POST', `/api/webhooks/deliveries/${id}/replay`).catch(() => undefined);
}

/** Replays all that have ended so; once, whatever the answer. */
export async function replayingAll(place: Place, { apiKey }: Tenant, status: 'delivered' | 'failed'): Promise<void> {
  await call(place, apiKey, 'POST', '/api/webhooks/replays', { status }).catch(() => undefined);
}

/** Changes a rule, which is then another version of it, though it judges as before. */
async function changing(place: Place, { apiKey, rules }: Tenant, i: number): Promise<void> {
  const [name, id] = rules[i % rules.length] ?? [];
  const body = { severity: i % 2 ? 'info' : 'critical' };
  if (name !== undefined) await call(place, apiKey, 'PATCH', `/api/alerts/rules/${id}`, body).catch(() => undefined);
}
