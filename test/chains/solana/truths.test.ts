import { isDeepStrictEqual } from 'node:util';
import { afterAll, describe, expect, it } from '@jest/globals';
import { chainOf } from '../../../lib/chains/registry.ts';
import { decodeTransaction } from '../../../lib/chains/solana/solana-decode.ts';
import type { Step } from '../../../lib/chains/solana/step.ts';
import { stepOf } from '../../../lib/chains/solana/steps.ts';
import { allCalls, keysOf, outerCalls } from '../../../lib/chains/solana/transaction-message.ts';
import { viewOf } from '../../../lib/transactions/view.ts';
import { filesIn, type Truth, transactionIn, truths } from './recorded.ts';
import { changesOf, netsOf, rawOf } from './sums.ts';

const solana = chainOf('solana');

/** Reasons for facts in which the decoder is right and the expected value is wrong. All other facts must match. */
const EXPLAINED: Readonly<Record<string, string>> = {
  'tx/08-ex-surfpool-multi-transfer.json other accounts':
    'surfpool still lists the 10 USDC of an account that the transaction closed, although the owner paid the 10 USDC',
};

const tally = new Map<string, { matched: number; expected: number }>();
const missed: string[] = [];
/** Counts matches and misses of facts, and returns the misses without an explanation. */
function compare(
  file: string,
  facts: readonly (readonly [fact: string, expected: unknown, actual: unknown])[],
): string[] {
  return facts.flatMap(([fact, expected, actual]) => {
    const count = tally.get(fact) ?? { matched: 0, expected: 0 };
    tally.set(fact, count);
    count.expected += 1;
    if (isDeepStrictEqual(actual, expected)) {
      count.matched += 1;
      return [];
    }
    const mismatch = `the decoder gives ${String(actual)}, expected ${String(expected)}`;
    const why = EXPLAINED[`${file} ${fact}`];
    missed.push(`  missed ${file}, ${fact}: ${why ?? mismatch}`);
    return why === undefined ? [`${fact}: ${mismatch}`] : [];
  });
}
afterAll(() => {
  const rows = [...tally].map(([fact, { matched, expected }]) => `  ${fact.padEnd(20)} ${matched} of ${expected}`);
  process.stdout.write(`${['Facts of recorded Solana transactions matched:', ...rows, ...missed].join('\n')}\n`);
});

const decimalsIn = (truth: Truth) => {
  const decimals = new Map(truth.tokenDeltas.map(({ mint, decimals }) => [mint, decimals]));
  return (asset: string) => (asset === 'native' ? 9 : (decimals.get(asset) ?? 0));
};

describe('decodeTransaction, on recorded Solana transactions,', () => {
  it.each(truths)('matches the expected facts of $file', ({ file, truth }) => {
    const decoded = decodeTransaction(solana, transactionIn(file));
    expect(
      compare(file, [
        ['hash', truth.signature, decoded.hash],
        ['block', truth.slot, decoded.blockNumber],
        ['time', truth.blockTime, decoded.blockTimestamp],
        ['status', truth.status, decoded.status],
        ['payer', truth.feePayer, decoded.fromAddress],
        ['fee', BigInt(truth.fee), rawOf(decoded.feeAmount, 9)],
      ]),
    ).toEqual([]);
  });

  it.each(truths)('decodes movements of $file that sum to the exact changes of balances', ({ file, truth }) => {
    const decoded = decodeTransaction(solana, transactionIn(file));
    const actual = changesOf(decoded, decimalsIn(truth));
    const expected = [
      ...truth.solDeltas.map(({ account, lamports }) => [`native ${account}`, lamports] as const),
      ...truth.tokenDeltas.map(({ mint, owner, raw }) => [`${mint} ${owner}`, raw] as const),
    ];
    const named = new Set<string>(expected.map(([key]) => key));
    // Two addresses are no parties. A mint is the other end of minted and burned tokens. The system program is the
    // other end of lamports for which surfpool states no account.
    const isParty = (key: string) => !truth.tokenDeltas.some(({ mint }) => key === `${mint} ${mint}`);
    const others = [...actual.keys()].filter((key) => !named.has(key) && isParty(key) && !/^native 1{32}$/.test(key));
    expect(
      compare(file, [
        ...expected.map(
          ([key, change]) => [key.startsWith('native') ? 'SOL' : 'tokens', change, actual.get(key)] as const,
        ),
        ['other accounts', [], others],
      ]),
    ).toEqual([]);
  });

  it.each(truths)('decodes $file so that each wallet sees only its own transfers', ({ file, truth }) => {
    const decoded = decodeTransaction(solana, transactionIn(file));
    const decimalsOf = decimalsIn(truth);
    const wallets = new Set([...truth.solDeltas.map((x) => x.account), ...truth.tokenDeltas.map((x) => x.owner)]);
    for (const wallet of wallets) {
      const { transfers } = viewOf(decoded, wallet, () => false);
      expect(transfers.every(({ from, to }) => from === wallet || to === wallet)).toBe(true);
      expect(transfers.every(({ from, direction }) => (from === wallet) === (direction !== 'inbound'))).toBe(true);
      const all = netsOf(decoded.movements, decimalsOf);
      for (const [key, net] of netsOf(transfers, decimalsOf)) {
        if (key.endsWith(` ${wallet}`)) expect([key, net]).toEqual([key, all.get(key)]);
      }
    }
  });

  it.each(truths)('reads the instructions of $file with the expected names and parties', ({ file, truth }) => {
    const { transaction, meta } = transactionIn(file);
    const keys = keysOf(transaction, meta);
    const calls = allCalls(outerCalls(transaction, keys), meta, keys);
    const facts = truth.instructions.flatMap((each, index) => {
      const call = calls[index];
      const parties = partiesOf(each);
      // A node answers some instructions in parsed form, without bytes. The test skips these instructions.
      const hasBytes = call !== undefined && call.data.length > 0;
      return [
        ...(each.type === null ? [] : [['instruction', each.type, call?.name] as const]),
        ...(hasBytes && parties !== null ? [['instruction parties', parties, stepParties(stepOf(call))] as const] : []),
      ];
    });
    expect(calls).toHaveLength(truth.instructions.length);
    expect(compare(file, facts)).toEqual([]);
  });

  it('has expected facts for every recording', () => {
    expect(truths.map(({ file }) => file).sort()).toEqual(filesIn('tx').sort());
  });
});

/** The sender, the receiver and the amount in the expected facts. Null when the facts state no amount. */
function partiesOf({ info }: Truth['instructions'][number]): unknown {
  const { source, mint, destination, newAccount, account, lamports, amount } = info ?? {};
  const raw = amount ?? lamports;
  return raw === undefined ? null : [source ?? mint, destination ?? newAccount ?? account, BigInt(String(raw))];
}
/** The sender, the receiver and the amount of a step, in the form of `partiesOf`. */
function stepParties(step: Step | null): unknown {
  if (step?.does === 'pay' || step?.does === 'move') return [step.from, step.to, step.amount];
  return step?.does === 'mint' ? [step.mint, step.to, step.amount] : null;
}
