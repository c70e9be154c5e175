import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod';
import { TOKEN } from '../../../lib/chains/solana/programs.ts';
import { decodeBlock } from '../../../lib/chains/solana/solana-block.ts';
import { splitBlock, type UnparsedTransactions } from '../../../lib/chains/solana/unparsed-transactions.ts';
import { HashedTexts } from '../../../lib/values/hashed-texts.ts';
import { hasDataBeside, readBeside } from '../../support/data-beside.ts';
import { ALICE, APP, AT_ALICE, answer, BOB, CAROL, coded, MINT, solana } from './answers.ts';
import { blockIn, filesIn, resultOf } from './recorded.ts';

const Transaction = z.looseObject({ transaction: z.looseObject({ signatures: z.array(z.string()) }) });
const Block = z.object({ transactions: z.array(Transaction) });
const Answer = z.object({ result: Block });
type Transaction = z.output<typeof Transaction>;

/** All recorded transactions, in the encodings `json` and `jsonParsed`. */
const recorded = [
  ...[...filesIn('tx'), ...filesIn('synthetic-surfpool')].map((file) => Transaction.parse(resultOf(file))),
  ...filesIn('blocks').flatMap((file) => Block.parse(blockIn(file)).transactions),
  ...(hasDataBeside ? [110_130_000, 110_360_000] : []).flatMap(
    (slot) => Answer.parse(readBeside(`solana-blocks/mainnet-${slot}.json.gz`)).result.transactions,
  ),
];
const header = { blockhash: 'hash', previousBlockhash: 'parent', parentSlot: 8, blockTime: 1_700_000_000 };

/** What a node answers. @param escaped writes each digit and letter of strings as an escape. */
function bytesOf(transactions: readonly unknown[], escaped = false): Buffer {
  const list = JSON.stringify(transactions);
  const shown = escaped ? list.replaceAll(/:"(\w+)"/g, (_, text: string) => `:"${escapes(text)}"`) : list;
  return Buffer.from(
    `{"jsonrpc":"2.0","result":${JSON.stringify(header).slice(0, -1)},"transactions":${shown}},"id":1}`,
  );
}
const escapes = (text: string): string =>
  text.replaceAll(/./g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`);

function split(bytes: Buffer): UnparsedTransactions {
  const found = splitBlock(bytes);
  if (found === null) throw new Error('the block was not split');
  return found.transactions;
}

const isAddress = (text: string): boolean => /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text);
const setOf = (text = ''): HashedTexts => {
  const set = new HashedTexts();
  set.addAll([text]);
  return set;
};

/** The parties of a transaction for which the block would not be parsed. */
function missed(raw: Transaction): string[] {
  const [decoded] = decodeBlock(solana, { ...header, transactions: [raw] }, 10).transactions;
  const unparsed = split(bytesOf([raw]));
  return (decoded?.parties ?? []).filter(
    (party) => isAddress(party) && unparsed.placesNaming(setOf(party)).length === 0,
  );
}

describe('the unparsed transactions of a Solana block', () => {
  it('are found by each of their parties, for each recorded transaction', () => {
    expect(recorded.length).toBeGreaterThan(100);
    expect(recorded.flatMap(missed)).toEqual([]);
  });

  it('are found by the owner that only the bytes of an instruction name', () => {
    const keys = [ALICE, AT_ALICE, MINT, TOKEN, APP];
    const same = [9, 1, 1, 1, 1];
    for (const data of [
      coded(18, Buffer.alloc(32, 3)),
      coded(16, Buffer.alloc(33, 3)),
      coded(18, Buffer.alloc(300, 3)),
    ]) {
      const raw = answer({
        keys,
        before: same,
        after: same,
        instructions: [{ programIdIndex: 3, accounts: [1, 2], data }],
      });
      const unparsed = split(bytesOf([Transaction.parse(raw)]));
      expect(unparsed.placesNaming(setOf(CAROL))).toEqual([0]);
      expect(unparsed.placesNaming(setOf(BOB))).toEqual([]);
    }
  });

  it('are found when the node writes their addresses as escapes', () => {
    const [raw] = recorded.filter((each) => JSON.stringify(each).length > 2_000 && missed(each).length === 0);
    const escaped = split(bytesOf([{ ...raw, owner: ALICE }], true));
    expect(escaped.placesNaming(setOf(ALICE))).toEqual([0]);
  });

  it('have their places in the block and their whole JSON', () => {
    const some = recorded.slice(0, 50);
    const unparsed = split(bytesOf(some));
    expect(unparsed.length).toBe(some.length);
    expect(some.map((_, place) => JSON.parse(unparsed.text(place)))).toEqual(some);
    const texts = some.map((each) => JSON.stringify(each));
    const named = texts.flatMap((text, place) => (text.includes(TOKEN) ? [place] : []));
    expect(unparsed.placesNaming(setOf(TOKEN))).toEqual(named);
  });

  it('are none for an answer that is cut off anywhere in its transactions', () => {
    const bytes = bytesOf(recorded.slice(0, 2));
    const start = bytes.indexOf('[') + 1;
    fc.assert(
      fc.property(fc.integer({ min: start, max: bytes.lastIndexOf(']') }), (end) => {
        expect(splitBlock(bytes.subarray(0, end))).toBeNull();
      }),
    );
  });

  it('are none for a list that holds anything but signed transactions', () => {
    const [raw] = recorded;
    for (const other of [null, 1, 'text', [], {}, { transaction: { signatures: [] } }]) {
      expect(splitBlock(bytesOf([raw, other]))).toBeNull();
    }
  });
});
