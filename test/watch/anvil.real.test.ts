import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getAddress, JsonRpcProvider, parseEther, toQuantity } from 'ethers';
import * as z from 'zod';
import { evmReader } from '../../lib/chains/evm/evm-reader.ts';
import { chainOf } from '../../lib/chains/registry.ts';
import { receiptOf } from '../../local/chains/mined.ts';
import { Processes } from '../../local/processes/child-processes.ts';
import { DataDir } from '../../local/processes/data-dir.ts';
import { startAnvil } from '../../local/processes/emulators.ts';
import { type Actor, newActor } from '../support/anvil.ts';
import { quiet } from '../support/quiet.ts';
import { thrice } from '../support/rpc-nodes.ts';
import { watchedScenario } from './watched.ts';

quiet();

/** A node of this file alone, because the tests reorganise its chain. */
const processes = new Processes();
const directory = mkdtempSync(join(tmpdir(), 'chainwatch-reorg-'));
let url: string;
let node: JsonRpcProvider;
const actors: Actor[] = [];
beforeAll(async () => {
  const onDeath = (message: string) => process.stderr.write(message);
  url = await startAnvil({ dataDir: new DataDir(directory), processes, onDeath });
  // No cache, because a cache would return an old height.
  node = new JsonRpcProvider(url, 31337, { staticNetwork: true, cacheTimeout: -1 });
});
afterAll(async () => {
  for (const actor of actors) actor.stop();
  node.destroy();
  await processes.stop();
  rmSync(directory, { recursive: true, force: true });
});

const RECEIVER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
/** An account whose key anvil holds. */
const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

/** A scenario whose watcher scans the node for RECEIVER from the present block on. */
async function begun() {
  const watched = await watchedScenario(evmReader(chainOf('anvil'), thrice(url)));
  const actor = await newActor(url);
  actors.push(actor);
  const { scenario } = watched;
  await scenario.makeWallet({ label: 'Receiver', address: RECEIVER, chains: ['anvil'] });
  await scenario.makeRule({ cooldownMinutes: 0 });
  await scenario.makeWebhook('http://127.0.0.1:1/', { events: ['alert.fired', 'alert.retracted'] });
  await watched.all({ start: (await node.getBlockNumber()) + 1 });
  return {
    ...watched,
    actor,
    /** Evaluates every record, as the stream does. */
    async evaluated() {
      for (const record of (await watched.records()).values()) await scenario.evaluate(record);
    },
  };
}

/** The payment to RECEIVER in the nth block of the new branch. */
const paying = (ether: string, n: number) => [
  { from: ALICE, to: RECEIVER, value: toQuantity(parseEther(ether)), gas: toQuantity(21_000) },
  n,
];

describe('a watcher of an EVM node', () => {
  it('records the exact amounts of ether and tokens that reach a wallet', async () => {
    const { actor, all, records } = await begun();
    const token = await actor.deployToken();
    await token.mint(RECEIVER, '1000000.000000000000000001');
    const ether = await actor.sendEther(RECEIVER, '0.000000000000000001');
    await all();
    const stored = [...(await records()).values()];
    expect(stored).toHaveLength(2);
    expect(stored.find(({ hash }) => hash === ether)).toMatchObject({
      direction: 'inbound',
      tokenSymbol: 'ETH',
      tokenAmount: '0.000000000000000001',
      status: 'success',
    });
    expect(stored.find(({ hash }) => hash !== ether)).toMatchObject({
      txType: 'token_mint',
      tokenSymbol: 'USDC',
      tokenAmount: '1000000.000000000000000001',
      transfers: [expect.objectContaining({ standard: 'ERC-20', tokenAddress: token.address })],
    });
  });

  it.each([1, 3])('follows a reorganisation of %i blocks that the node makes', async (depth) => {
    const { scenario, actor, all, records, evaluated } = await begun();
    const lost = await actor.sendEther(RECEIVER, '5');
    await node.send('anvil_mine', [toQuantity(depth - 1)]);
    await all();
    await evaluated();
    expect((await scenario.events()).map(({ retractedAt }) => retractedAt)).toEqual([null]);

    await node.send('anvil_reorg', [depth, [paying('7', 0)]]);
    await all();
    await evaluated();
    const stored = await records();
    expect(stored.get(lost)).toMatchObject({ reorged: true, tokenAmount: '5' });
    const instead = [...stored.values()].filter(({ hash }) => hash !== lost);
    expect(instead).toEqual([expect.objectContaining({ reorged: false, tokenAmount: '7', inclusion: 0 })]);

    const [fired] = (await scenario.events()).filter(({ transaction }) => transaction.hash === lost);
    const deliveries = (await scenario.deliveries()).filter(({ eventId }) => eventId === fired?.id);
    expect(deliveries.map(({ eventKind }) => eventKind).sort()).toEqual(['alert.fired', 'alert.retracted']);
    const Body = z.object({ event: z.literal('alert.retracted'), event_id: z.literal(fired?.id ?? '') });
    const retraction = deliveries.find(({ eventKind }) => eventKind === 'alert.retracted');
    expect(Body.safeParse(JSON.parse(retraction?.body ?? '')).success).toBe(true);
  });
});

/** A contract that pays: the first word of the input is the receiver, the second the amount. */
const VAULT = '0xde709f2102306220921060314715629080e2fb77';
const VAULT_CODE = '0x60006000600060006020356000355af100';
const word = (value: string): string => value.slice(2).padStart(64, '0');

describe('a watcher of an EVM node, of value inside calls,', () => {
  // Scenario: a stranger calls a contract that holds 150 ETH. The contract pays 100 ETH to another wallet.
  it('records the payment on both wallets, and the rule fires for both', async () => {
    const { scenario, all } = await begun();
    const vault = getAddress(VAULT);
    await scenario.makeWallet({ label: 'Vault', address: vault, chains: ['anvil'] });
    await node.send('anvil_setCode', [vault, VAULT_CODE]);
    await node.send('anvil_setBalance', [vault, toQuantity(parseEther('150'))]);
    const data = `0x${word(RECEIVER)}${word(toQuantity(parseEther('100')))}`;
    const hash = await node.send('eth_sendTransaction', [{ from: ALICE, to: vault, data, gas: toQuantity(100_000) }]);
    await receiptOf(node, hash);
    await all();
    const page = await scenario.evaluation.transactions.byHash(scenario.organisation, hash);
    const payment = { origin: 'call', from: vault, to: RECEIVER, amount: '100', direction: 'internal', asset: 'ETH' };
    expect(page).toHaveLength(2);
    for (const record of page) {
      expect(record).toMatchObject({
        direction: 'internal',
        tokenSymbol: 'ETH',
        tokenAmount: '100',
        detail: 'full',
        source: 'watch',
        transfers: [payment],
      });
    }
    for (const record of page) await scenario.evaluate(record);
    const alerted = (await scenario.events()).filter(({ transaction }) => transaction.hash === hash);
    expect(alerted.map(({ walletId }) => walletId).sort()).toEqual(page.map(({ walletId }) => walletId).sort());
    expect(alerted[0]?.reasons).toContainEqual(expect.objectContaining({ passed: true }));
  });
});
