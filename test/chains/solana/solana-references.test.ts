import { describe, expect, it } from '@jest/globals';
import { encodeBase58 } from 'ethers';
import * as z from 'zod';
import { SYSTEM, TOKEN, TOKEN_2022 } from '../../../lib/chains/solana/programs.ts';
import { decodeBlock } from '../../../lib/chains/solana/solana-block.ts';
import { decodeTransaction } from '../../../lib/chains/solana/solana-decode.ts';
import { hasDataBeside, readBeside } from '../../support/data-beside.ts';
import {
  ALICE,
  APP,
  AT_ALICE,
  AT_BOB,
  address,
  BOB,
  CAROL,
  coded,
  decoded,
  MINT,
  solana,
  transfer,
} from './answers.ts';
import { decodedIn, filesIn, resultOf, transactionIn } from './recorded.ts';

const V1 = 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo';
const V2 = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
const [KEY, OTHER] = [address(21), address(22)];
const bytes = (text: string) => encodeBase58(Buffer.from(text));

interface Sent {
  readonly keys: readonly unknown[];
  readonly instructions: object[];
  readonly readOnly?: number;
  readonly signers?: number;
  readonly inner?: object[];
  readonly loaded?: { writable: unknown[]; readonly: unknown[] };
}
/** The references of a transaction of which nothing moved but the fee. */
function referencesOf({ keys, instructions, readOnly = 0, signers = 1, inner = [], loaded }: Sent) {
  const balances = [...keys, ...(loaded?.writable ?? []), ...(loaded?.readonly ?? [])].map(() => 1);
  const transaction = decoded({
    keys: [...keys],
    instructions,
    before: balances.with(0, 5_001),
    after: balances,
    signers,
    header: { numReadonlyUnsignedAccounts: readOnly },
    meta: { innerInstructions: [{ index: 0, instructions: inner }], ...(loaded && { loadedAddresses: loaded }) },
  });
  return transaction.references?.map(({ kind, value }) => `${kind} ${value}`);
}

describe('the memos of a Solana transaction', () => {
  const keys = [ALICE, APP, V1, V2];
  const memo = (programIdIndex: number, text: string) => ({ programIdIndex, accounts: [], data: bytes(text) });

  it('are those of both versions of the program, inner memos behind the instruction that calls them', () => {
    const instructions = [{ programIdIndex: 1, accounts: [], data: '' }, memo(2, 'first version'), memo(3, 'second')];
    expect(referencesOf({ keys, instructions, inner: [memo(3, 'inner')] })).toEqual([
      'memo inner',
      'memo first version',
      'memo second',
    ]);
  });

  it('are at most 10, and long data of a lying node is not read', () => {
    const instructions = Array.from({ length: 12 }, (_, n) => memo(2, `memo ${n}`));
    const long = { ...memo(2, ''), data: 'z'.repeat(20_000) };
    expect(referencesOf({ keys, instructions: [long, ...instructions] })).toEqual(
      Array.from({ length: 10 }, (_, n) => `memo memo ${n}`),
    );
  });

  it('are none of other programs', () => {
    expect(referencesOf({ keys, instructions: [memo(1, 'a call')] })).toBeUndefined();
  });
});

describe('the references of a Solana Pay payment', () => {
  const sol = (accounts: number[]) => ({ programIdIndex: 2, accounts, data: transfer(0n) });
  const token = (accounts: number[]) => ({ programIdIndex: 6, accounts, data: coded(12, 0n, Buffer.from([2])) });
  const tokenKeys = (program: string) => [ALICE, AT_ALICE, AT_BOB, MINT, KEY, OTHER, program];

  it('are the keys behind the accounts of a transfer of SOL that neither sign nor may change', () => {
    const keys = [ALICE, BOB, SYSTEM, KEY, OTHER];
    expect(referencesOf({ keys, instructions: [sol([0, 1, 3, 4])], readOnly: 3 })).toEqual([
      `reference ${KEY}`,
      `reference ${OTHER}`,
    ]);
  });

  it('are the keys behind the accounts of a checked transfer of a token', () => {
    const sent = { keys: tokenKeys(TOKEN), instructions: [token([1, 3, 2, 0, 4, 5])], readOnly: 4 };
    expect(referencesOf(sent)).toEqual([`reference ${KEY}`, `reference ${OTHER}`]);
  });

  it('are no signers of a multisig and no accounts that may change', () => {
    const keys = [ALICE, CAROL, AT_ALICE, AT_BOB, MINT, KEY, TOKEN];
    expect(referencesOf({ keys, instructions: [token([2, 4, 3, 5, 1])], readOnly: 3, signers: 2 })).toBeUndefined();
    const writable = { keys: tokenKeys(TOKEN), instructions: [token([1, 3, 2, 0, 4, 5])], readOnly: 1 };
    expect(referencesOf(writable)).toBeUndefined();
  });

  it('are no accounts of a transfer hook', () => {
    const keys = [...tokenKeys(TOKEN_2022), APP];
    const hook = { programIdIndex: 7, accounts: [], data: '' };
    expect(referencesOf({ keys, instructions: [token([1, 3, 2, 0, 4, 7, 5])], readOnly: 5, inner: [hook] })).toBe(
      undefined,
    );
  });

  it('are read-only keys of a lookup table too', () => {
    const keys = [ALICE, BOB, SYSTEM];
    const loaded = { writable: [CAROL], readonly: [KEY] };
    expect(referencesOf({ keys, instructions: [sol([0, 1, 3, 4])], readOnly: 1, loaded })).toEqual([
      `reference ${KEY}`,
    ]);
  });
});

const Stated = z.object({
  transaction: z.object({
    message: z.object({
      instructions: z.array(z.object({ programId: z.string().optional(), parsed: z.unknown().optional() })),
    }),
  }),
});
/** The memos that the JSON of an explorer states in parsed form, without the decoder. */
const memosIn = (raw: unknown) =>
  Stated.parse(raw)
    .transaction.message.instructions.filter(({ programId }) => programId === V1 || programId === V2)
    .map(({ parsed }) => `memo ${parsed}`);

describe('the references of recorded Solana transactions', () => {
  it.each(filesIn('tx'))('are those that %s states', (file) => {
    const { references = [] } = decodeTransaction(solana, transactionIn(file));
    expect(references.map(({ kind, value }) => `${kind} ${value}`)).toEqual(memosIn(resultOf(file)));
  });

  // Without the shared data there is no case, and `it.each` of nothing would fail.
  (hasDataBeside ? it : it.skip)('are the nine memos of two full-size blocks', async () => {
    const Block = z.object({ result: z.looseObject({ transactions: z.array(z.unknown()) }) });
    let total = 0;
    for (const slot of [110_130_000, 110_360_000]) {
      const { result } = Block.parse(readBeside(`solana-blocks/mainnet-${slot}.json.gz`));
      const { transactions } = await decodedIn(decodeBlock(solana, result, slot));
      const found = transactions.flatMap(({ references = [] }) =>
        references.map(({ kind, value }) => `${kind} ${value}`),
      );
      expect(found).toEqual(result.transactions.flatMap(memosIn));
      total += found.length;
    }
    expect(total).toBe(9);
  });
});
