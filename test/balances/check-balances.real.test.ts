import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseEther, toQuantity } from 'ethers';
import { Processes } from '../../local/processes/child-processes.ts';
import { DataDir } from '../../local/processes/data-dir.ts';
import { startAnvil } from '../../local/processes/emulators.ts';
import { quiet } from '../support/quiet.ts';
import { ALICE, checkedScenario, onNode } from './checked.ts';

quiet();

const processes = new Processes();
const directory = mkdtempSync(join(tmpdir(), 'chainwatch-balances-'));
let url: string;
let chain: ReturnType<typeof onNode>;
beforeAll(async () => {
  const onDeath = (message: string) => process.stderr.write(message);
  url = await startAnvil({ dataDir: new DataDir(directory), processes, onDeath });
  chain = onNode(url);
});
afterAll(async () => {
  chain.stop();
  await processes.stop();
  rmSync(directory, { recursive: true, force: true });
});

/** A watched wallet, from the present block on. */
async function begun() {
  const checked = await checkedScenario(url);
  const { scenario } = checked;
  const start = (await chain.node.getBlockNumber()) + 1;
  await chain.mine(1);
  await checked.run(1, start);
  const address = chain.newAddress();
  const wallet = await scenario.makeWallet({ label: 'Treasury', address, chains: ['anvil'] });
  await scenario.makeRule({ cooldownMinutes: 0 });
  await scenario.makeWebhook('http://127.0.0.1:1/', { events: ['alert.fired', 'coverage.difference'] });
  const forwarder = await chain.newForwarder();
  const evaluated = async () => {
    for (const record of (await checked.records()).values()) await scenario.evaluate(record);
    return scenario.events();
  };
  return { ...checked, address, wallet, forwarder, evaluated };
}

describe('a check of balances', () => {
  it('finds a payment that a contract makes to a wallet that nothing else in the transaction names', async () => {
    const { run, records, forwarder, address, wallet, evaluated, differencesNow } = await begun();
    const hash = await chain.payThrough(forwarder, address, parseEther('7'));
    await chain.mine(3);
    await run();
    expect([...(await records()).values()]).toMatchObject([
      { hash, walletId: wallet.id, source: 'reconcile', direction: 'inbound', tokenAmount: '7', detail: 'full' },
    ]);
    expect(await evaluated()).toHaveLength(1);
    const [record] = [...(await records()).values()];
    expect(await differencesNow()).toMatchObject([
      { status: 'explained', difference: '7', transactionIds: [record?.id], walletId: wallet.id },
    ]);
  });

  it('asks nothing twice and stores the present balance of each wallet', async () => {
    const { run, balances, address } = await begun();
    await chain.send({ from: ALICE, to: address, value: toQuantity(parseEther('2')) });
    await run();
    expect(await balances.native('anvil')).toMatchObject([{ amount: '2' }]);
    await chain.payThrough(await chain.newForwarder(), address, 5n);
    await run(2);
    expect(await balances.native('anvil')).toMatchObject([{ amount: '2' }]);
    await chain.mine(1);
    await run(2);
    expect(await balances.native('anvil')).toMatchObject([{ amount: '2.000000000000000005' }]);
  });

  it('reports a deviation that no transaction explains once, and adopts the balance', async () => {
    const { run, address, differencesNow, scenario, wallet } = await begun();
    await chain.mine(1);
    await run();
    await chain.node.send('anvil_setBalance', [address, toQuantity(parseEther('3'))]);
    await chain.mine(1);
    await run();
    await chain.mine(2);
    await run();
    const [difference, ...others] = await differencesNow();
    expect(others).toEqual([]);
    expect(difference).toMatchObject({ status: 'open', expected: '0', actual: '3', walletId: wallet.id });
    expect((await scenario.deliveries()).filter(({ eventKind }) => eventKind === 'coverage.difference')).toHaveLength(
      1,
    );
  });

  it('explains the fees that a block pays to a watched address', async () => {
    const { run, address, differencesNow } = await begun();
    await chain.node.send('anvil_setCoinbase', [address]);
    await chain.send({ from: ALICE, to: chain.newAddress(), value: '0x1', maxPriorityFeePerGas: '0x3b9aca00' });
    await run();
    await chain.node.send('anvil_setCoinbase', [`0x${'0'.repeat(40)}`]);
    expect(await differencesNow()).toMatchObject([
      { status: 'explained', transactionIds: [], explanation: 'The block paid its fees to the address.' },
    ]);
  });
});
