import { afterAll, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { chainOf } from '../../../lib/chains/registry.ts';
import { decodeBlock } from '../../../lib/chains/solana/solana-block.ts';
import { hasDataBeside, readBeside } from '../../support/data-beside.ts';
import { namesIn } from './names.ts';
import { decodedIn } from './recorded.ts';
import { changesOf, rawOf } from './sums.ts';

/**
 * Full-size blocks of main net. Their licence (GPL-3.0) keeps the blocks out of the repository, so the tests run only
 * where the folder of the shared data lies beside the repository.
 */
const read = (name: string): unknown => readBeside(`solana-blocks/${name}`);
const BLOCKS = hasDataBeside ? [110_130_000, 110_360_000] : [];

const Authority = z.object({
  signature: z.string(),
  failed: z.boolean(),
  instruction: z.enum(['setAuthority', 'approve', 'approveChecked', 'revoke']),
  mint: z.string().optional(),
  account: z.string().optional(),
  owner: z.string().optional(),
  delegate: z.string().optional(),
  amount: z.string().optional(),
  authority: z.string().optional(),
  multisigAuthority: z.string().optional(),
  newAuthority: z.string().nullish(),
});
type Authority = z.output<typeof Authority>;
const Expected = z.array(
  z.object({ truth: z.object({ slot: z.number(), tokenAuthorityInstructions: z.array(Authority) }) }),
);
const Units = z.string().transform(BigInt);
const Deltas = z.array(
  z.object({
    sig: z.string(),
    err: z.boolean(),
    fee: z.number(),
    sol: z.record(z.string(), Units),
    tok: z.array(z.object({ owner: z.string(), mint: z.string(), raw: Units })),
  }),
);
const Answer = z.object({ result: z.unknown() });
const TokenBalance = z.looseObject({ mint: z.string(), uiTokenAmount: z.looseObject({ decimals: z.number() }) });
const Block = z.looseObject({
  transactions: z.array(
    z.looseObject({
      transaction: z.looseObject({ signatures: z.array(z.string()) }),
      meta: z.looseObject({
        preTokenBalances: z.array(TokenBalance),
        postTokenBalances: z.array(TokenBalance),
      }),
    }),
  ),
});

async function recorded(slot: number) {
  const raw = Block.parse(Answer.parse(read(`mainnet-${slot}.json.gz`)).result);
  const block = decodeBlock(chainOf('solana'), { ...raw, rewards: [] }, slot);
  const { transactions, undecoded } = await decodedIn(block);
  const balances = raw.transactions.flatMap(({ meta }) => [...meta.preTokenBalances, ...meta.postTokenBalances]);
  const decimals = new Map(balances.map(({ mint, uiTokenAmount }) => [mint, uiTokenAmount.decimals]));
  return {
    slot,
    block,
    undecoded,
    decimals,
    decoded: new Map(transactions.map((each) => [each.hash, each])),
    deltas: Deltas.parse(read(`mainnet-${slot}.deltas.json.gz`)),
  };
}
const blocks = await Promise.all(BLOCKS.map(recorded));
const instructions =
  BLOCKS.length === 0
    ? []
    : Expected.parse(read('expected.json')).flatMap(({ truth }) => truth.tokenAuthorityInstructions);

// Without the shared data there is no case, and `it.each` of nothing would fail.
const describeShared = BLOCKS.length === 0 ? describe.skip : describe;

describeShared('a full-size Solana block', () => {
  const count = { matched: 0, expected: 0, owned: 0, instructions: 0 };
  afterAll(() => {
    process.stdout.write(
      `Full-size Solana blocks: ${count.matched} of ${count.expected} balance changes matched, ${count.owned} of ` +
        `them by the owner that an instruction names; ${count.instructions} token authority instructions\n`,
    );
  });
  const cases = blocks.length === 0 ? [{ slot: 0 }] : blocks.map(({ slot }) => ({ slot }));
  const blockOf = (slot: number) => {
    const found = blocks.find((each) => each.slot === slot);
    if (found === undefined) throw new Error(`no block ${slot}`);
    return found;
  };

  it.each(cases)('at $slot has transactions whose movements sum to all changes of balances', ({ slot }) => {
    const { decoded, undecoded, deltas, decimals } = blockOf(slot);
    expect(undecoded).toEqual([]);
    for (const { sig, sol, tok } of deltas) {
      const transaction = decoded.get(sig);
      if (transaction === undefined) continue; // a vote
      const actual = changesOf(transaction, (asset) => (asset === 'native' ? 9 : (decimals.get(asset) ?? 0)));
      for (const [account, lamports] of Object.entries(sol)) {
        count.expected += 1;
        expect([sig, account, actual.get(`native ${account}`)]).toEqual([sig, account, lamports]);
        actual.delete(`native ${account}`);
        count.matched += 1;
      }
      for (const { owner, mint, raw } of tok) {
        count.expected += 1;
        const key = `${mint} ${owner.replace('account:', '')}`;
        // These blocks state no owner, so the truth names the account. The decoder names the owner where the
        // transaction opened the account: another key with this amount.
        const named = actual.has(key) ? key : [...actual].find(([each, n]) => each.startsWith(mint) && n === raw)?.[0];
        if (named !== key) count.owned += 1;
        expect([sig, key, actual.get(named ?? '')]).toEqual([sig, key, raw]);
        actual.delete(named ?? '');
        count.matched += 1;
      }
      // What remains are the mints, from which new tokens come.
      expect([...actual.keys()].filter((key) => key.split(' ')[0] !== key.split(' ')[1])).toEqual([]);
    }
  });

  it.each(cases)('at $slot names among the parties every address of the decoded transactions', ({ slot }) => {
    const { block, decoded } = blockOf(slot);
    for (const { hash, parties } of block.transactions) {
      const transaction = decoded.get(hash);
      expect(transaction && namesIn(transaction).filter((name) => !parties.includes(name))).toEqual([]);
    }
  });

  it('has every approval, revocation and change of authority of its token instructions, in order', () => {
    const found = new Map<string, unknown[]>();
    const stated = new Map<string, unknown[]>();
    const push = (of: Map<string, unknown[]>, hash: string, fact: unknown) =>
      of.set(hash, [...(of.get(hash) ?? []), fact]);
    for (const each of instructions) {
      count.instructions += 1;
      if (!each.failed) push(stated, each.signature, factOf(each));
    }
    for (const { decoded, decimals } of blocks) {
      for (const { hash, approvals = [], authority = [] } of decoded.values()) {
        for (const { owner, spender, amount, approved, tokenAddress } of approvals) {
          const raw = rawOf(amount ?? '', decimals.get(tokenAddress) ?? 0);
          push(found, hash, approved ? ['approve', owner, spender, raw] : ['revoke', owner]);
        }
        for (const { kind, subject, before, after } of authority) {
          if (kind === 'token_authority_set') push(found, hash, [kind, subject, before, after]);
        }
      }
    }
    expect(found).toEqual(stated);
  });
});

function factOf(each: Authority): unknown[] {
  const { instruction, owner, delegate, amount = '0', mint, account } = each;
  if (instruction === 'revoke') return ['revoke', owner];
  if (instruction !== 'setAuthority') return ['approve', owner, delegate, BigInt(amount)];
  const before = each.authority ?? each.multisigAuthority;
  return ['token_authority_set', account ?? mint, before, each.newAuthority ?? null];
}
