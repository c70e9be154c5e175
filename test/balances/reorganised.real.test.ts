import { describe, expect, it } from '@jest/globals';
import { parseEther } from 'ethers';
import { quiet } from '../support/quiet.ts';
import { checkedOnce, ownNode } from './checked.ts';

quiet();
const node = ownNode();

/** A wallet whose balance was checked, and which a contract then paid. The payment was found. */
async function paid() {
  const chain = node();
  const checked = await checkedOnce(chain);
  const hash = await chain.payThrough(checked.address, parseEther('7'));
  await chain.mine(1);
  await checked.run();
  await checked.evaluated();
  return { chain, hash, ...checked };
}

describe('a check of balances after a reorganisation', () => {
  it('has the balance without a hidden payment that is gone, and its record is orphaned', async () => {
    const { chain, hash, address, run, recorded, evaluated, found, reports, amounts } = await paid();
    await chain.reorg(2);
    await run();
    expect(await recorded()).toMatchObject([{ hash, reorged: true }]);
    expect(await evaluated()).toMatchObject([{ retractedAt: expect.any(String) }]);
    await chain.mine(1);
    await run();
    expect(await amounts()).toEqual({ [address.toLowerCase()]: '0' });
    expect((await found()).filter(({ status }) => status === 'open')).toEqual([]);
    expect(await reports()).toEqual([]);
  });

  it('finds the payment again in another block', async () => {
    const { chain, hash, address, run, recorded, evaluated, found, reports, amounts } = await paid();
    const payment = await chain.signed(hash);
    await chain.mine(1);
    await run();
    await chain.reorg(3, [[payment, 1]]);
    await chain.mine(1);
    await run();
    const receipt = await chain.node.getTransactionReceipt(hash);
    const block = { blockNumber: receipt?.blockNumber, blockHash: receipt?.blockHash };
    expect(await recorded()).toMatchObject([{ hash, reorged: false, inclusion: 1, tokenAmount: '7', ...block }]);
    expect((await evaluated()).map(({ retractedAt }) => retractedAt).sort()).toEqual([expect.any(String), null]);
    expect(await amounts()).toEqual({ [address.toLowerCase()]: '7' });
    expect((await found()).map(({ status }) => status)).toEqual(['explained', 'explained']);
    expect(await reports()).toEqual([]);
  });

  it('ends an open difference whose block has left the chain', async () => {
    const chain = node();
    const { address, run, found, reports, amounts } = await checkedOnce(chain);
    await chain.mine(1);
    await chain.setBalance(address, parseEther('3'));
    await chain.mine(1);
    await run();
    expect(await found()).toMatchObject([{ status: 'open', difference: '3' }]);
    await chain.reorg(2);
    await chain.mine(1);
    await run();
    expect(await amounts()).toEqual({ [address.toLowerCase()]: '0' });
    expect(await found()).toMatchObject([
      { status: 'explained', explanation: 'The block is no longer part of the chain.', transactionIds: [] },
    ]);
    expect((await reports()).map(({ channel }) => channel.kind).sort()).toEqual(['email', 'webhook']);
  });
});
