import { describe, expect, it } from '@jest/globals';
import { keccak256, parseEther } from 'ethers';
import * as z from 'zod';
import { ChainUnavailableError } from '../../lib/chains/port/chain-unavailable.ts';
import { type ContractCase, stated, watchingCase } from '../chains/evm-contracts/contract-case.ts';
import { contractNode, newAddress } from '../chains/evm-contracts/contract-node.ts';
import { ether, paid } from '../chains/evm-contracts/expected.ts';
import { payer } from '../chains/evm-contracts/payer.ts';
import { quiet } from '../support/quiet.ts';
import { type Call, NO_METHOD, rpcNodes, thrice } from '../support/rpc-nodes.ts';

quiet();
const node = contractNode();
const { relay } = rpcNodes();

const FULL = { detail: 'full', inclusion: 0 };

/** Other transactions, each of which differs in one fact from the transaction under test, and this transaction. */
interface Hashes {
  readonly otherSender: string;
  readonly otherReceiver: string;
  readonly otherValue: string;
  readonly otherOutcome: string;
  readonly own: string;
}

/**
 * A stranger sends a watched forwarder 3 ether, which the forwarder passes on. The other transactions are older. The
 * forwarder had other code then, which failed or paid 77 ether.
 */
async function begun() {
  const [stranger, other] = [await node.account(), await node.account()];
  const [forwarder, payee, another] = [newAddress(), newAddress(), newAddress()];
  const generous = payer([{ to: payee, value: parseEther('77') }]);
  const call = { to: forwarder, value: parseEther('3'), data: '0x01' };
  const mined = async (raw: string) => {
    await node.send(raw);
    return keccak256(raw);
  };
  await node.put(another, { code: generous, ether: '500' });
  const otherReceiver = await mined(await node.signed(stranger, { ...call, to: another }));
  await node.put(forwarder, { code: generous, ether: '500' });
  const otherSender = await mined(await node.signed(other, call));
  const otherValue = await mined(await node.signed(stranger, { ...call, value: parseEther('4') }));
  await node.put(forwarder, { code: payer([], 'revert') });
  const failed = await node.signed(stranger, call);
  await node.send(failed, 'failed');

  await node.put(forwarder, { code: payer([{ to: payee, value: 'received' }]) });
  const transaction = await node.signed(stranger, call);
  const received = ether('value', stranger.address, forwarder, '3', 'inbound');
  const passedOn = ether('call', forwarder, payee, '3', 'internal');
  const outcome = {
    records: { forwarder: paid(received, { transfers: [received, passedOn] }), payee: paid(passedOn) },
    alerts: { any_transfer: 2 },
  };
  const made: ContractCase = { watched: { forwarder, payee }, transaction, traced: outcome, untraced: outcome };
  const height = await node.settle();
  const others = { otherSender, otherReceiver, otherValue, otherOutcome: keccak256(failed) };
  const hashes: Hashes = { ...others, own: await mined(transaction) };
  return { made, height, hashes };
}

/** The nested trace of another transaction. A node that also had flat traces could answer with the truth. */
const nestedTrace =
  (of: keyof Hashes) =>
  async ({ method, params }: Call, hashes: Hashes) => {
    if (method === 'trace_transaction') return NO_METHOD;
    if (method !== 'debug_traceTransaction') return undefined;
    return { result: await node.ask(method, [hashes[of], ...params.slice(1)]) };
  };

const Frames = z.array(z.looseObject({ blockHash: z.string() }));

/** The flat trace of a transaction, with changes in each frame. */
const flatTrace =
  (of: keyof Hashes, more: object = {}) =>
  async ({ method }: Call, hashes: Hashes) => {
    if (method === 'debug_traceTransaction') return NO_METHOD;
    if (method !== 'trace_transaction') return undefined;
    const frames = Frames.parse(await node.ask(method, [hashes[of]]));
    return { result: frames.map((frame) => ({ ...frame, ...more })) };
  };

const Receipt = z.looseObject({ blockHash: z.string() });

const receiptsOfAnotherBlock = async ({ method }: Call, { otherSender }: Hashes) => {
  if (method !== 'eth_getBlockReceipts' && method !== 'eth_getTransactionReceipt') return undefined;
  const receipt = Receipt.parse(await node.ask('eth_getTransactionReceipt', [otherSender]));
  return { result: method === 'eth_getTransactionReceipt' ? receipt : [receipt] };
};

const receiptsThatNameAnotherBlock = async ({ method }: Call, { own, otherSender }: Hashes) => {
  if (method !== 'eth_getBlockReceipts' && method !== 'eth_getTransactionReceipt') return undefined;
  const [receipt, other] = [own, otherSender].map((hash) => node.ask('eth_getTransactionReceipt', [hash]));
  const moved = { ...Receipt.parse(await receipt), blockHash: Receipt.parse(await other).blockHash };
  return { result: method === 'eth_getTransactionReceipt' ? moved : [moved] };
};

const lies: Record<string, (call: Call, hashes: Hashes) => Promise<object | undefined>> = {
  'the trace of a transaction with another sender': nestedTrace('otherSender'),
  'the trace of a transaction with another receiver': nestedTrace('otherReceiver'),
  'the trace of a transaction with another value': nestedTrace('otherValue'),
  'the trace of a failed transaction': nestedTrace('otherOutcome'),
  'the flat trace of another transaction': flatTrace('otherSender'),
  'a flat trace that names another block': flatTrace('own', { blockHash: `0x${'bb'.repeat(32)}` }),
  'the receipts of another block': receiptsOfAnotherBlock,
  'receipts that name another block': receiptsThatNameAnotherBlock,
};

describe.each(Object.entries(lies))('a node that answers with %s', (_what, lie) => {
  it('makes no record: the watcher records what the second node answers', async () => {
    const { made, height, hashes } = await begun();
    let lied = 0;
    const { url } = await relay(node.url(), async (call) => {
      const answer = await lie(call, hashes);
      if (answer !== undefined) lied += 1;
      return answer;
    });
    const { outcome } = await watchingCase(node, made, height, [url, ...thrice(node.url())]);
    expect(await outcome()).toEqual(stated(made.traced, FULL));
    expect(lied).toBeGreaterThan(0);
  });

  it('stops a watcher without another node, until the node answers with the truth', async () => {
    const { made, height, hashes } = await begun();
    let lies = true;
    const { url } = await relay(node.url(), (call) => (lies ? lie(call, hashes) : undefined));
    const { outcome, once, records, cursor } = await watchingCase(node, made, height, [url]);
    const started = await cursor();
    await expect(once()).rejects.toThrow(ChainUnavailableError);
    await expect(once()).rejects.toThrow(ChainUnavailableError);
    expect(await cursor()).toEqual(started);
    expect(await records()).toEqual(new Map());
    lies = false;
    expect(await outcome()).toEqual(stated(made.traced, FULL));
  });
});
