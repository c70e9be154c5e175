import { describe, expect, it } from '@jest/globals';
import { keccak256, parseEther } from 'ethers';
import * as z from 'zod';
import { ChainUnavailableError } from '../../lib/chains/port/chain-unavailable.ts';
import { stated, watchingCase } from '../chains/evm-contracts/contract-case.ts';
import { contractNode, newAddress } from '../chains/evm-contracts/contract-node.ts';
import { ether, paid } from '../chains/evm-contracts/expected.ts';
import { payer } from '../chains/evm-contracts/payer.ts';
import { quiet } from '../support/quiet.ts';
import { rpcNodes, thrice } from '../support/rpc-nodes.ts';

quiet();
const node = contractNode();
const { relay } = rpcNodes();

/** A stranger calls a watched contract, which pays all of its 5 ether. A bomb can give the contract 2 ether before. */
async function begun() {
  const [stranger, other] = [await node.account(), await node.account()];
  const [contract, payee, bomb] = [newAddress(), newAddress(), newAddress()];
  await node.put(contract, { code: payer([{ to: payee, value: 'all' }]), ether: '5' });
  await node.put(bomb, { code: payer([], { destroyedFor: contract }) });
  const transaction = await node.signed(stranger, { to: contract, data: '0x01' });
  const explosion = await node.signed(other, { to: bomb, value: parseEther('2') });
  const paying = (amount: string) => {
    const payment = paid(ether('call', contract, payee, amount, 'internal'));
    return { records: { contract: payment, payee: payment }, alerts: { any_transfer: 2 } };
  };
  const height = await node.settle();
  await node.send(transaction);
  const made = { watched: { contract, payee }, transaction, traced: paying('5'), untraced: paying('5') };
  return { made, height, explosion, paying };
}

/** A node whose chain is reorganised just before its first answer about a trace. */
async function reorganisedBeforeTrace(...instead: readonly string[]) {
  let isReorganised = false;
  return relay(node.url(), async ({ method }) => {
    if (isReorganised || method !== 'debug_traceTransaction') return undefined;
    isReorganised = true;
    await node.reorganise(...instead);
    return undefined;
  });
}

const Placed = z.object({ blockHash: z.string() });

describe('a reorganisation between the receipts and the trace of a transaction', () => {
  it('ends with the amount that the transaction moves in the new block', async () => {
    const { made, height, explosion, paying } = await begun();
    const { url } = await reorganisedBeforeTrace(explosion, made.transaction);
    const { outcome, scenario } = await watchingCase(node, made, height, thrice(url));
    await outcome();
    expect(await outcome()).toEqual(stated(paying('7'), { detail: 'full', inclusion: 0 }));
    const hash = keccak256(made.transaction);
    const { blockHash } = Placed.parse(await node.ask('eth_getTransactionByHash', [hash]));
    const records = await scenario.evaluation.transactions.byHash(scenario.organisation, hash);
    expect(records.map((record) => record.blockHash)).toEqual([blockHash, blockHash]);
  });

  it('makes no record of a transaction that the new block lacks', async () => {
    const { made, height } = await begun();
    const { url } = await reorganisedBeforeTrace();
    const { outcome, all } = await watchingCase(node, made, height, thrice(url));
    await expect(all()).rejects.toThrow(ChainUnavailableError);
    expect(await outcome()).toEqual({ records: [], alerts: {} });
  });
});
