import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod';
import { addressesIn } from '../../../lib/chains/solana/all-addresses.ts';
import { TOKEN } from '../../../lib/chains/solana/programs.ts';
import type { RawTransaction } from '../../../lib/chains/solana/schema.ts';
import { decodeBlock } from '../../../lib/chains/solana/solana-block.ts';
import { hasDataBeside, readBeside } from '../../support/data-beside.ts';
import { ALICE, APP, AT_ALICE, answer, BOB, CAROL, coded, MINT, solana } from './answers.ts';
import { namesIn } from './names.ts';
import { blockIn, filesIn, resultOf } from './recorded.ts';

const Transaction = z.looseObject({ transaction: z.looseObject({ signatures: z.array(z.string()) }) });
const Block = z.object({ transactions: z.array(Transaction) });
const Answer = z.object({ result: Block });

/** All recorded transactions, in the encodings `json` and `jsonParsed`. */
const recorded = [
  ...[...filesIn('tx'), ...filesIn('synthetic-surfpool')].map((file) => Transaction.parse(resultOf(file))),
  ...filesIn('blocks').flatMap((file) => Block.parse(blockIn(file)).transactions),
  ...(hasDataBeside ? [110_130_000, 110_360_000] : []).flatMap(
    (slot) => Answer.parse(readBeside(`solana-blocks/mainnet-${slot}.json.gz`)).result.transactions,
  ),
];
const header = { blockhash: 'hash', previousBlockhash: 'parent', parentSlot: 8, blockTime: 1_700_000_000 };
const never = new AbortController().signal;
const rawOf = ({ transaction, meta }: z.output<typeof Transaction>): RawTransaction => ({
  transaction,
  meta,
  hash: transaction.signatures[0] ?? '',
});

/** The addresses that the decoded transaction names and `addressesIn` lacks; and the same for its parties. */
async function missing(raw: z.output<typeof Transaction>) {
  const [scanned] = decodeBlock(solana, { ...header, transactions: [raw] }, 10).transactions;
  if (scanned === undefined) return { addresses: [], parties: [] }; // a vote
  const names = namesIn((await scanned.decode(never)).transaction).filter((name) => name !== '');
  const addresses = new Set(addressesIn(rawOf(raw)));
  const parties = new Set(scanned.parties);
  return {
    addresses: names.filter((name) => !addresses.has(name)),
    parties: names.filter((name) => !parties.has(name)),
  };
}
const NOTHING = { addresses: [], parties: [] };

/** A copy with the value at one place replaced. `at` chooses the place among all values. */
function mutated(value: unknown, at: number, replace: (before: unknown) => unknown): unknown {
  let left = at % countOf(value);
  const visit = (each: unknown): unknown => {
    if (left-- === 0) return replace(each);
    if (Array.isArray(each)) return each.map(visit);
    if (typeof each !== 'object' || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([key, inner]) => [key, visit(inner)]));
  };
  return visit(value);
}
const countOf = (value: unknown): number =>
  1 +
  (typeof value === 'object' && value !== null ? Object.values(value) : []).reduce(
    (sum, each) => sum + countOf(each),
    0,
  );

describe('all addresses of a Solana transaction', () => {
  it('include every address that the decoded transaction names, for each recorded transaction', async () => {
    expect(recorded.length).toBeGreaterThan(100);
    for (const raw of recorded) expect([raw, await missing(raw)]).toEqual([raw, NOTHING]);
  });

  it('include every address that the decoded transaction names, for any damage to a recorded transaction', async () => {
    const rich = recorded.filter((raw) => JSON.stringify(raw).length > 2_000);
    const damage = fc.oneof(
      fc.constantFrom(null, 0, 1, '', ALICE, TOKEN, undefined, [], {}),
      fc.nat(20),
      fc.constantFrom(coded(18, Buffer.alloc(32, 9)), coded(16, Buffer.alloc(40, 9)), coded(9)),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...rich), fc.nat(), damage, async (raw, at, value) => {
        const changed = Transaction.safeParse(mutated(raw, at, () => value)).data;
        if (changed === undefined || changed.transaction.signatures.length === 0) return;
        expect((await missing(changed)).parties).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('are the parties of a transaction whose instruction names an account among the indices of others', async () => {
    const keys = [ALICE, AT_ALICE, MINT, TOKEN];
    const same = [9, 1, 1, 1];
    const transfer = {
      programIdIndex: 3,
      accounts: [1, 2, BOB, 0],
      data: coded(12, Buffer.from([5, 0, 0, 0, 0, 0, 0, 0, 6])),
    };
    const raw = Transaction.parse(answer({ keys, before: same, after: same, instructions: [transfer] }));
    const [scanned] = decodeBlock(solana, { ...header, transactions: [raw] }, 10).transactions;
    expect(scanned?.parties).toContain(BOB);
    expect(await missing(raw)).toEqual(NOTHING);
  });

  it.each([
    ['the bytes of an instruction', { programIdIndex: 3, accounts: [1, 2], data: coded(18, Buffer.alloc(32, 3)) }],
    [
      'the bytes of an instruction in the encoding jsonParsed',
      { programId: TOKEN, accounts: [AT_ALICE, MINT], data: coded(16, Buffer.alloc(33, 3)) },
    ],
    [
      'a parsed instruction',
      {
        programId: TOKEN,
        parsed: { type: 'initializeAccount3', info: { account: AT_ALICE, mint: MINT, owner: CAROL } },
      },
    ],
  ])('include the owner of an opened token account that only %s names', (_what, instruction) => {
    const keys = [ALICE, AT_ALICE, MINT, TOKEN, APP];
    const same = [9, 1, 1, 1, 1];
    const raw = Transaction.parse(answer({ keys, before: same, after: same, instructions: [instruction] }));
    expect(addressesIn(rawOf(raw))).toContain(CAROL);
    expect(addressesIn(rawOf(raw))).not.toContain(BOB);
  });
});
