import { setTimeout as sleep } from 'node:timers/promises';
import { hexlify, keccak256, parseEther, randomBytes, toQuantity, Wallet } from 'ethers';
import { type Attack, badToken, hiddenTheft } from './attacks.ts';
import type { Environment } from './environment.ts';
import { operate, suspend } from './operators.ts';
import type { Plan } from './plan.ts';
import { call, invoke, type Tenant } from './tenant.ts';
import { paid, type Truth } from './truth.ts';

/** Longer than the leases and grace periods of the stack together. All unfinished work is overdue after such a jump. */
export const JUMP_SECONDS = 200;

/** A transaction that the stack must record. */
export interface Payment {
  readonly tenant: Tenant;
  readonly hash: string;
  /** Whether a client imports the transaction. The API must accept the import in the end. */
  readonly imported: boolean;
  /** Whether the transaction was sent to the node, where the watcher finds it. */
  readonly sent: boolean;
  /** What the transaction does on the chain, if it was sent. */
  readonly truth: Truth;
  /** What the client states who imports the transaction. */
  readonly stated: Truth;
}

/** What the client states of the i-th payment. Often something else than what the chain states. */
const statedAt = (i: number): Truth => ({
  directions: [i % 2 === 1 ? 'outbound' : 'inbound'],
  ether: '1',
  named: false,
});

/** A funded account that signs its transactions locally, so a signed transaction can be sent again. */
async function payer({ node }: Environment) {
  const wallet = new Wallet(hexlify(randomBytes(32)));
  let nonce = 0;
  return async (to: string, { ether = '0', data = '0x' }: { ether?: string; data?: string }): Promise<string> => {
    // Fund the account each time: a reorganisation may remove the balance.
    await node.send('anvil_setBalance', [wallet.address, toQuantity(10n ** 21n)]);
    return wallet.signTransaction({
      to,
      value: parseEther(ether),
      data,
      nonce: nonce++,
      chainId: 31337,
      gasLimit: data === '0x' ? 21_000 : 10_000_000,
      maxFeePerGas: 10n ** 11n,
      maxPriorityFeePerGas: 10n ** 9n,
    });
  };
}

const STEPS = {
  import: 5,
  pay: 5,
  both: 2,
  ahead: 2,
  dust: 1,
  badToken: 2,
  hide: 1,
  burst: 0.5,
  block: 4,
  reorganise: 2,
  resend: 1,
  jump: 2,
  replay: 2,
  replayAll: 1,
  change: 1,
  suspend: 1,
  erase: 1,
};

/** Imports at once: more alerts of a rule than people get messages of their own within a minute. */
const BURST = 23;

/** One wei. */
const DUST = '0.000000000000000001';

/** The number of payments that a flooded tenant imports at the start. */
const FLOOD = 4;

/** The actions of a run whose results must be checked. */
export interface Actions {
  /** The transactions that must be recorded. */
  readonly payments: readonly Payment[];
  /** The tenants that requested the replay of a delivery, once per request. */
  readonly replaying: readonly Tenant[];
  /** The tenants whose deletion was requested. */
  readonly erased: ReadonlySet<Tenant>;
}

/** Runs the random actions of a seed while faults are injected. */
export async function runActions(environment: Environment, plan: Plan, tenants: readonly Tenant[]): Promise<Actions> {
  const { node, stack } = environment;
  const pay = await payer(environment);
  const payments: Payment[] = [];
  const asking: Tenant[] = [];
  const doing: Promise<unknown>[] = [];
  const begin = (promise: Promise<unknown>): void => {
    // The end of this function awaits the promise. Another error may end the function earlier.
    promise.catch(() => undefined);
    doing.push(promise);
  };
  const signed: string[] = [];
  const erased = new Set<Tenant>();

  function record(tenant: Tenant, i: number): void {
    const hash = hexlify(randomBytes(32));
    payments.push({ tenant, hash, imported: true, sent: false, truth: statedAt(i), stated: statedAt(i) });
    begin(importing(environment, tenant, hash, i, () => erased.has(tenant)));
  }

  /** @param imported whether the client imports the transaction, before or after it is sent. */
  async function send(tenant: Tenant, i: number, imported: 'not' | 'before' | 'after', ether = `${i + 1}`) {
    const raw = await pay(tenant.address, { ether });
    const hash = keccak256(raw);
    const isImported = imported !== 'not';
    payments.push({ tenant, hash, imported: isImported, sent: true, truth: paid(ether), stated: statedAt(i) });
    const doImport = () => importing(environment, tenant, hash, i, () => erased.has(tenant));
    if (imported === 'before') await doImport();
    signed.push(raw);
    await node.send('eth_sendRawTransaction', [raw]);
    if (imported === 'after') begin(doImport());
  }

  /** A stranger's contract logs something about the wallet of a tenant. */
  async function attack(tenant: Tenant, { to, data, truth }: Attack): Promise<void> {
    const raw = await pay(to, { data });
    signed.push(raw);
    const hash = String(await node.send('eth_sendRawTransaction', [raw]));
    payments.push({ tenant, hash, imported: false, sent: true, truth, stated: truth });
  }

  /** Mines what is sent meanwhile in one block. */
  async function inOneBlock(sending: () => Promise<void>): Promise<void> {
    await node.send('evm_setAutomine', [false]);
    try {
      await sending();
      await node.send('evm_mine', []);
    } finally {
      await node.send('evm_setAutomine', [true]);
    }
  }

  /** Pays the tenants in turn, several times. */
  async function payAll(i: number): Promise<void> {
    for (let n = plan.whole(2, 6, 'transactions', i); n > 0; n--) {
      const tenant = tenants[n % tenants.length];
      if (tenant !== undefined) await send(tenant, i, 'not');
    }
  }

  /** A stranger sends dust, and then a payment follows. */
  async function payBehindDust(tenant: Tenant, i: number): Promise<void> {
    for (let n = plan.whole(2, 3, 'dust', i); n > 0; n--) await send(tenant, i, 'not', DUST);
    await send(tenant, i, 'not');
  }

  for (const tenant of tenants) begin(muting(environment, plan, tenant));
  // Import all payments at once, so their deliveries compete for the receiver.
  if (plan.flood) for (const tenant of tenants) for (let i = 0; i < FLOOD; i++) record(tenant, i);
  const steps = plan.flood ? plan.whole(1, 3, 'steps') : plan.whole(4, 9, 'steps');
  for (let i = 0; i < steps; i++) {
    const tenant = tenants[plan.whole(0, tenants.length - 1, 'tenant', i)];
    if (tenant === undefined) throw new Error('The run has no tenant');
    switch (plan.of(STEPS, 'step', i)) {
      case 'import':
        record(tenant, i);
        break;
      case 'pay':
        await send(tenant, i, 'not');
        break;
      case 'both':
        await send(tenant, i, 'after');
        break;
      case 'ahead':
        await send(tenant, i, 'before');
        break;
      case 'dust':
        await inOneBlock(() => payBehindDust(tenant, i));
        break;
      case 'badToken':
        await attack(tenant, badToken(tenant.address, plan.whole(0, 99, 'token', i)));
        break;
      case 'hide':
        await attack(tenant, hiddenTheft(tenant.address, i));
        break;
      case 'burst':
        for (let n = 0; n < BURST; n++) record(tenant, i);
        break;
      case 'block':
        await inOneBlock(() => payAll(i));
        break;
      case 'reorganise':
        // Drops the transactions of the last blocks. A transaction that is not sent again is orphaned.
        if (signed.length > 0)
          await node.send('anvil_reorg', [plan.whole(1, Math.min(3, signed.length), 'depth', i), []]);
        break;
      case 'resend':
        // The node refuses transactions that it still has.
        for (const raw of signed) await node.send('eth_sendRawTransaction', [raw]).catch(() => undefined);
        break;
      case 'jump':
        // A jump ends leases, so handover would have work. Nothing may be left to handover in a calm run.
        if (plan.calm) break;
        stack.advance(JUMP_SECONDS);
        begin(invoke(environment, 'handover', {}).catch(() => undefined));
        begin(watch(environment));
        break;
      case 'replay':
        asking.push(tenant);
        begin(replaying(environment, tenant));
        break;
      case 'replayAll':
        begin(replayingAll(environment, tenant, plan.of({ failed: 2, delivered: 1 }, 'replayed', i)));
        break;
      case 'change':
        begin(changing(environment, tenant, i));
        break;
      case 'suspend':
        // What a suspension leaves waits for handover, which may have no work in a calm run.
        if (!plan.calm) begin(suspend(environment, tenant, plan.whole(0, 1000, 'suspended', i)));
        break;
      case 'erase':
        // Another tenant must not notice.
        if (plan.calm || tenant === tenants[0]) break;
        erased.add(tenant);
        begin(operate(environment, 'deleteOrganisation', tenant));
        break;
    }
    await sleep(plan.whole(0, 250, 'pause', i));
  }
  await Promise.all(doing);
  return { payments, replaying: asking, erased };
}

/** Invokes the watcher, as its schedule does each minute. */
export const watch = (environment: Environment): Promise<unknown> =>
  invoke(environment, 'watch-anvil', { chain: 'anvil' }, false).catch(() => undefined);

const TRIES = 60;
const SUSPENDED_TRIES = 900;

/** Imports a transaction and retries until the API confirms the import. */
async function importing(
  environment: Environment,
  { apiKey, wallet, address }: Tenant,
  hash: string,
  i: number,
  isErased: () => boolean,
): Promise<void> {
  const { directions, ether } = statedAt(i);
  const outbound = directions.includes('outbound');
  const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
  const body = {
    walletId: wallet,
    hash,
    chain: 'anvil',
    blockNumber: 1,
    blockTimestamp: '2026-03-01T11:00:00.000Z',
    fromAddress: outbound ? address : other,
    toAddress: outbound ? other : address,
    valueDecimal: ether ?? '0',
  };
  let last = 'no response';
  let suspended = 0;
  for (let n = 0; n < TRIES; n++) {
    const answer = await call(environment, apiKey, 'POST', '/api/transactions/import', body).catch(() => undefined);
    if (answer?.status === 201 || answer?.status === 200 || isErased()) return;
    // A suspension may be known for a minute after its end.
    if (answer?.status === 403 && suspended++ < SUSPENDED_TRIES) n--;
    last = answer === undefined ? last : `${answer.status} ${answer.text}`;
    await sleep(100);
  }
  throw new Error(`The API never accepted an import: ${last}`);
}

/** Requests the replay of one delivery, if there is a delivery. Does not retry. */
async function replaying(environment: Environment, { apiKey }: Tenant): Promise<void> {
  const listed = await call(environment, apiKey, 'GET', '/api/webhooks/deliveries').catch(() => undefined);
  const id = /"id":"([0-9a-f-]{36})"/.exec(listed?.text ?? '')?.[1];
  if (id === undefined) return;
  await call(environment, apiKey, 'POST', `/api/webhooks/deliveries/${id}/replay`).catch(() => undefined);
}

/** Requests the replay of all deliveries with this status. Does not retry. */
export async function replayingAll(
  environment: Environment,
  { apiKey }: Tenant,
  status: 'delivered' | 'failed',
): Promise<void> {
  await call(environment, apiKey, 'POST', '/api/webhooks/replays', { status }).catch(() => undefined);
}

/** Mutes the rule `muted` for some time, whatever its severity. Does not retry: a run may also go without a mute. */
async function muting(environment: Environment, { muteSeconds }: Plan, { apiKey, rules }: Tenant): Promise<void> {
  const [, id] = rules.find(([name]) => name === 'muted') ?? [];
  const mutedUntil = new Date(Date.now() + environment.stack.aheadMs + muteSeconds * 1000).toISOString();
  const body = { mutedUntil, muteReason: 'Torture', muteCritical: true };
  await call(environment, apiKey, 'PATCH', `/api/alerts/rules/${id}`, body).catch(() => undefined);
}

/** Creates a new version of a rule that matches the same transactions. */
async function changing(environment: Environment, { apiKey, rules }: Tenant, i: number): Promise<void> {
  const [name, id] = rules[i % rules.length] ?? [];
  const body = { severity: i % 2 ? 'info' : 'critical' };
  if (name !== undefined)
    await call(environment, apiKey, 'PATCH', `/api/alerts/rules/${id}`, body).catch(() => undefined);
}
