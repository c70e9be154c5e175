import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { SYSTEM } from '../../../lib/chains/solana/programs.ts';
import { decodeBlock } from '../../../lib/chains/solana/solana-block.ts';
import { solana as family } from '../../../lib/chains/solana/solana-family.ts';
import { solanaReader } from '../../../lib/chains/solana/solana-reader.ts';
import { viewOf } from '../../../lib/transactions/view.ts';
import { HashedTexts } from '../../../lib/values/hashed-texts.ts';
import { quiet } from '../../support/quiet.ts';
import { rpcNodes } from '../../support/rpc-nodes.ts';
import { address, solana } from './answers.ts';
import { resultOf } from './recorded.ts';

quiet();
const { node } = rpcNodes();
const SLOT = 100_000_000;
const BLOCK = z.looseObject({}).parse(resultOf('blocks/mainnet-100000000-subset.json.json'));
const never = new AbortController().signal;
/** What the recorded block states. */
const LEADER = 'DDnAqxJVFo2GVTujibHt5cjevHMSE9bo8HJaydHoshdp';
const paid = { from: SYSTEM, to: LEADER, amount: '0.0072475', asset: 'SOL', standard: 'native', origin: 'withdrawal' };

const withRewards = (...rewards: unknown[]) => decodeBlock(solana, { ...BLOCK, transactions: [], rewards }, SLOT);
const reward = (pubkey: unknown, lamports: unknown, rewardType: unknown = 'Staking') => ({
  pubkey,
  lamports,
  rewardType,
});

describe('a reward that a block of Solana pays', () => {
  it('is a transaction of its own, which its address sees as a withdrawal', async () => {
    const { transactions } = decodeBlock(solana, BLOCK, SLOT);
    const found = transactions.filter(({ parties }) => parties.includes(LEADER));
    expect(found.map(({ parties }) => parties)).toEqual([[LEADER, SYSTEM]]);
    const { transaction, undecoded } = (await found[0]?.decode(never)) ?? {};
    expect(undecoded).toBeNull();
    expect(transaction).toMatchObject({ kind: 'transfer', status: 'success', fromAddress: SYSTEM, toAddress: LEADER });
    expect(transaction?.movements).toMatchObject([paid]);
    expect(transaction && viewOf(transaction, LEADER, () => false)).toMatchObject({
      direction: 'inbound',
      txType: 'transfer',
      tokenAmount: '0.0072475',
      transfers: [{ ...paid, direction: 'inbound' }],
    });
  });

  it('has a hash in the format of the chain, which differs by slot, kind and address alone', () => {
    const [first] = withRewards(reward(LEADER, 5)).transactions;
    expect(family.parseHash(first?.hash ?? '')).toBe(first?.hash);
    const others = withRewards(reward(LEADER, 5, 'Fee'), reward(address(9), 5)).transactions;
    const later = decodeBlock(solana, { ...BLOCK, transactions: [], rewards: [reward(LEADER, 5)] }, SLOT + 1);
    const all = [first, ...others, ...later.transactions].map((each) => each?.hash);
    expect(new Set(all).size).toBe(4);
    expect(withRewards(reward(LEADER, 6)).transactions[0]?.hash).toBe(first?.hash);
  });

  it('is read for the watched addresses alone, behind the other transactions of the block', () => {
    const known = new HashedTexts();
    known.addAll([LEADER]);
    const { naming } = withRewards(...Array.from({ length: 4_096 }, (_, n) => reward(`x${n}`, 5)), reward(LEADER, 7));
    expect(naming?.(known).map(([place, { parties }]) => [place, parties])).toEqual([[0, [LEADER, SYSTEM]]]);
  });

  it.each([
    ['rent that an account paid', reward(LEADER, -46, 'Rent')],
    ['nothing', reward(LEADER, 0)],
    ['no amount', reward(LEADER, null)],
    ['an amount beyond all SOL', reward(LEADER, 2 ** 60)],
    ['no address', reward(undefined, 5)],
    ['no object', 7],
  ])('is left out when the block states %s', (_what, stated) => {
    expect(withRewards(stated).transactions).toEqual([]);
  });

  it('is left out of a block whose answer is too large with its rewards', async () => {
    const asked: unknown[] = [];
    const { url } = await node(async (request, response) => {
      const { params } = JSON.parse(await text(request));
      asked.push(params[1].rewards);
      const answer = JSON.stringify({ result: BLOCK });
      response.end(
        params[1].rewards ? answer + ' '.repeat(64 * 1024 * 1024) : answer.replace(/"rewards":\[[^\]]*\],?/, ''),
      );
    });
    const { transactions } = await solanaReader(solana, [url], { attemptMs: 60_000 }).block(SLOT, never);
    expect(asked).toEqual([true, false]);
    expect(transactions.flatMap(({ parties }) => parties)).not.toContain(LEADER);
    expect(transactions).not.toEqual([]);
  });
});
