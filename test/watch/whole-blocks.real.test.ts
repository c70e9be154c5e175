import { describe, expect, it } from '@jest/globals';
import { contractNode, newAddress } from '../chains/evm-contracts/contract-node.ts';
import { quiet } from '../support/quiet.ts';
import { type Call, NO_METHOD, rpcNodes } from '../support/rpc-nodes.ts';
import { makeScenario } from '../support/scenario.ts';
import { findings, onNode, watchedBy } from './traced-wallets.ts';

quiet();
const node = contractNode();
const { passingOn, begun } = onNode(node);
const { relay } = rpcNodes();

const isBlockTrace = ({ method }: Pick<Call, 'method'>) => /^(debug_traceBlockByHash|trace_block)$/.test(method);

describe('a contract wallet that receives and passes on the same amount inside the transaction of a stranger', () => {
  it('has a record with both movements and an alert at once, because the watcher traces whole blocks', async () => {
    const { wallet, send, movements } = await passingOn();
    const { caughtUp, recorded, alerts, differences, innerPayments } = await begun(wallet);
    await caughtUp();
    const hash = await send();
    const height = Number(await node.ask('eth_blockNumber', []));
    await caughtUp();
    const [record, ...others] = await recorded();
    expect(others).toEqual([]);
    expect(record).toMatchObject({ hash, source: 'watch', detail: 'full' });
    expect(record?.transfers).toMatchObject(movements.map(({ lookalike: _, ...movement }) => movement));
    expect(await alerts()).toHaveLength(1);
    expect(await differences()).toEqual([]);
    expect(await innerPayments()).toEqual(['at_once', height]);
  });

  it('has neither a record nor a difference where the stage never traces, and its coverage says so', async () => {
    const { wallet, send } = await passingOn();
    const { caughtUp, recorded, differences, innerPayments } = await begun(wallet, { traceBlocks: 'never' });
    await caughtUp();
    await send();
    await caughtUp();
    expect([await recorded(), await differences()]).toEqual([[], []]);
    expect(await innerPayments()).toEqual(['by_balances', null]);
  });

  it('has no record where no node traces. The nodes are asked once, and the coverage says so', async () => {
    const { wallet, send } = await passingOn();
    const asked: string[] = [];
    const { url } = await relay(node.url(), ({ method }) => {
      if (!/^(debug|trace)_/.test(method)) return undefined;
      asked.push(method);
      return NO_METHOD;
    });
    const { caughtUp, recorded, innerPayments } = await begun(wallet, { urls: [url] });
    await caughtUp();
    for (let n = 0; n < 3; n++) {
      await send();
      await caughtUp();
    }
    expect(await recorded()).toEqual([]);
    await node.settle();
    await caughtUp();
    expect(await innerPayments()).toEqual(['by_balances', null]);
    expect(asked.filter((method) => isBlockTrace({ method })).sort()).toEqual([
      'debug_traceBlockByHash',
      'trace_block',
    ]);
  });

  it('has its record in the first scan of a new process, because the process before traced', async () => {
    const { wallet, send } = await passingOn();
    const { another, caughtUp, recorded } = await begun(wallet);
    await caughtUp();
    await send();
    await caughtUp();
    const hash = await send();
    await another().caughtUp();
    expect((await recorded()).find((record) => record.hash === hash)).toMatchObject({ source: 'watch' });
  });

  it('has its record in the first scan of a new process after a block without traces, by the last check', async () => {
    const { wallet, send } = await passingOn();
    const { another, caughtUp, recorded, innerPayments } = await begun(wallet);
    await caughtUp();
    await send();
    await another({ traceBlocks: 'never' }).caughtUp();
    expect(await innerPayments()).toEqual(['by_balances', null]);
    const hash = await send();
    await another({ every: 1_000 }).caughtUp();
    expect(await recorded()).toMatchObject([{ hash, source: 'watch' }]);
  });

  it('has its record from the check of balances on that first includes the wallet', async () => {
    const { wallet, send } = await passingOn();
    const later = newAddress();
    const { caughtUp, scenario, recorded, innerPayments } = await begun(later);
    await caughtUp();
    expect(await innerPayments()).toEqual(['by_balances', null]);
    await watchedBy(scenario, wallet);
    await node.settle();
    await caughtUp();
    const hash = await send();
    await caughtUp();
    expect(await recorded()).toMatchObject([{ hash, source: 'watch' }]);
  });
});

describe('the contract wallet of an organisation', () => {
  it('lets another organisation see the inner payments of its own address at once, and nothing else', async () => {
    const { wallet, payee, send } = await passingOn();
    const { deps, caughtUp, recorded } = await begun(wallet);
    const other = await makeScenario(deps);
    await watchedBy(other, payee);
    await caughtUp();
    const hash = await send();
    await caughtUp();
    expect(await recorded()).toMatchObject([{ hash, source: 'watch', direction: 'inbound' }]);
    const of = findings(deps, other);
    expect(await of.recorded()).toMatchObject([{ hash, source: 'watch', direction: 'inbound', tokenAmount: '1' }]);
    expect(await of.alerts()).toHaveLength(1);
    expect(await of.differences()).toEqual([]);
  });
});

describe('traces of whole blocks', () => {
  it('are not asked for while no watched address has code', async () => {
    const asked: string[] = [];
    const { url } = await relay(node.url(), ({ method }) => {
      asked.push(method);
      return undefined;
    });
    const { caughtUp, innerPayments } = await begun(newAddress(), { urls: [url] });
    await caughtUp();
    await (await passingOn()).send();
    await caughtUp();
    expect(asked).toContain('eth_getBlockReceipts');
    expect(asked.filter((method) => isBlockTrace({ method }))).toEqual([]);
    expect(await innerPayments()).toEqual(['by_balances', null]);
  });

  it('are asked for while a watched account delegates to a contract (EIP-7702)', async () => {
    const account = newAddress();
    await node.put(account, { code: `0xef0100${newAddress().slice(2)}` });
    const { caughtUp, innerPayments } = await begun(account);
    await caughtUp();
    await (await passingOn()).send();
    await caughtUp();
    expect(await innerPayments()).toEqual(['at_once', Number(await node.ask('eth_blockNumber', []))]);
  });

  // The scan reads four blocks at once, and asks for no other traces for a while. All ten blocks would be 20 requests.
  it.each<[string, () => Promise<object> | object, { readonly most: number }]>([
    ['that never come', () => new Promise<object>(() => undefined), { most: 4 }],
    ['that are larger than a scan reads', () => ({ result: ['a'.repeat(20 * 1024 * 1024)] }), { most: 19 }],
  ])(
    '%s hold up no block for longer than seconds, and the coverage tells that the blocks were not traced',
    async (_what, hostile, { most }) => {
      const { wallet, send } = await passingOn();
      const asked = new Set<unknown>();
      const { url } = await relay(node.url(), (call) => {
        if (!isBlockTrace(call)) return undefined;
        asked.add(call.params[0]);
        return hostile();
      });
      const { caughtUp, cursor, recorded, innerPayments } = await begun(wallet, { urls: [url] });
      await caughtUp();
      for (let n = 0; n < 10; n++) await send();
      await caughtUp();
      expect(asked.size).toBeGreaterThan(0);
      expect(asked.size).toBeLessThanOrEqual(most);
      expect(await recorded()).toEqual([]);
      expect((await cursor())?.height).toBe(Number(await node.ask('eth_blockNumber', [])));
      expect(await innerPayments()).toEqual(['by_balances', null]);
    },
  );
});
