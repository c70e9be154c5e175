import { describe, expect, it } from '@jest/globals';
import { parseEther, toQuantity } from 'ethers';
import { quiet } from '../support/quiet.ts';
import { rpcNodes } from '../support/rpc-nodes.ts';
import { allNatives } from './all-balances.ts';
import { ALICE, anotherOrganisation, checkedOnce, checking, type OwnNode, ownNode, readerAt } from './checked.ts';
import { isTrace, missing, passingNode } from './passing-node.ts';

quiet();
const node = ownNode();
const { node: serving } = rpcNodes();

/** A reader of a node that does not trace. */
async function untraced({ url }: OwnNode) {
  const { listener } = passingNode(url, (call) => (isTrace(call) ? missing : undefined));
  return readerAt((await serving(listener)).url);
}

const kinds = (deliveries: readonly { channel: { kind: string } }[]) =>
  deliveries.map(({ channel }) => channel.kind).sort();

describe('a hidden payment that no node traces', () => {
  it('is an open difference, which a webhook and an e-mail report once over many checks', async () => {
    const chain = node();
    const { scenario, address, wallet, run, recorded, found, reports, amounts } = await checkedOnce(
      chain,
      await untraced(chain),
    );
    await chain.payThrough(address, parseEther('7'));
    const height = await chain.node.getBlockNumber();
    await run();
    for (let n = 0; n < 3; n++) {
      await chain.send({ from: ALICE, to: address, value: toQuantity(parseEther('1')) });
      await run();
    }
    const [difference, ...others] = await found();
    expect(others).toEqual([]);
    expect(difference).toMatchObject({
      status: 'open',
      walletId: wallet.id,
      asset: 'ETH',
      tokenAddress: null,
      expected: '0',
      actual: '7',
      difference: '7',
      fromHeight: height,
      toHeight: height,
      transactionIds: [],
      explainedAt: null,
    });
    expect((await recorded()).map(({ source }) => source)).toEqual(['watch', 'watch', 'watch']);
    expect(await amounts()).toEqual({ [address.toLowerCase()]: '10' });
    expect(kinds(await reports())).toEqual(['email', 'webhook']);
    const queued = scenario.queue.sent.map(({ deliveryId }) => deliveryId);
    for (const { id, status } of await reports()) {
      expect(status).toBe('pending');
      expect(queued).toContain(id);
    }
  });

  it('is explained as soon as a node traces the block, with the record of the payment', async () => {
    const chain = node();
    const { deps, scenario, address, run, ...found } = await checkedOnce(chain, await untraced(chain));
    const other = await anotherOrganisation(deps, address);
    const hash = await chain.payThrough(address, parseEther('7'));
    await run();
    const tracing = checking(deps, scenario, readerAt(chain.url));
    await tracing.run();
    await chain.mine(1);
    await tracing.run();
    for (const own of [found, other]) {
      const [record, ...others] = await own.recorded();
      expect(others).toEqual([]);
      expect(record).toMatchObject({ hash, source: 'reconcile', detail: 'full', tokenAmount: '7' });
      expect(await own.found()).toMatchObject([
        { status: 'explained', transactionIds: [record?.id], explainedAt: expect.any(String) },
      ]);
      expect(kinds(await own.reports())).toEqual(['email', 'webhook']);
      expect(await own.evaluated()).toHaveLength(1);
    }
    await chain.mine(1);
    await tracing.run();
    expect(await found.found()).toHaveLength(1);
    const stored = await allNatives(tracing.balances, 'anvil');
    expect(stored.map(({ open }) => open)).toEqual([undefined]);
  });

  // Scenario: a wallet pays a contract, which sends a part back. The log alone does not show what came back.
  it('is added to the record that a transaction has already', async () => {
    const chain = node();
    const { deps, scenario, run, recorded, found } = await checkedOnce(chain, await untraced(chain), ALICE);
    const hash = await chain.send({ ...chain.forwarding(ALICE, parseEther('5')), from: ALICE });
    await run();
    expect(await recorded()).toMatchObject([
      { hash, detail: 'logs', transfers: [{ amount: '5', direction: 'outbound' }] },
    ]);
    expect(await found()).toMatchObject([{ status: 'open', difference: '5' }]);
    const tracing = checking(deps, scenario, readerAt(chain.url));
    await chain.mine(1);
    await tracing.run();
    const [record, ...others] = await recorded();
    expect(others).toEqual([]);
    expect(record).toMatchObject({
      hash,
      detail: 'full',
      transfers: [{ amount: '5' }, { direction: 'inbound', amount: '5' }],
    });
    expect(await found()).toMatchObject([{ status: 'explained', transactionIds: [record?.id] }]);
  });
});

describe('a change of a balance without any transaction', () => {
  it('stays an open difference, although every check traces its block again', async () => {
    const chain = node();
    const { address, run, recorded, found, reports, amounts } = await checkedOnce(chain);
    await chain.mine(1);
    await chain.setBalance(address, parseEther('3'));
    await chain.mine(1);
    for (let n = 0; n < 3; n++) {
      await run();
      await chain.mine(2);
    }
    await chain.payThrough(address, parseEther('1'));
    await run();
    expect(await found()).toMatchObject([
      { status: 'open', expected: '0', actual: '3' },
      { status: 'explained', expected: '3', actual: '4' },
    ]);
    expect(await recorded()).toMatchObject([{ tokenAmount: '1' }]);
    expect(await amounts()).toEqual({ [address.toLowerCase()]: '4' });
    expect(kinds(await reports())).toEqual(['email', 'webhook']);
  });

  it('is the rest of a deviation that a transaction of the same block explains in part', async () => {
    const chain = node();
    const { address, run, recorded, found } = await checkedOnce(chain);
    await chain.payThrough(address, parseEther('1'));
    await chain.setBalance(address, parseEther('3'));
    await chain.mine(1);
    await run();
    expect(await recorded()).toMatchObject([{ source: 'reconcile', tokenAmount: '1' }]);
    expect(await found()).toMatchObject([{ status: 'open', expected: '1', actual: '3', difference: '2' }]);
  });
});
