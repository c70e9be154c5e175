import { readdirSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import type { ChainBlock, DecodedTransaction } from '../../../lib/chains/port/chain.ts';
import { chainOf } from '../../../lib/chains/registry.ts';
import { ledgerAnswer } from '../../../lib/chains/xrp/ledger.ts';
import { blockOf } from '../../../lib/chains/xrp/xrp-block.ts';
import { endsOf } from '../../../lib/transactions/view.ts';

const fixtures = new URL('../../fixtures/xrp/', import.meta.url);
const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, fixtures), 'utf8'));

const IssuedOrXrp = z.object({
  currency: z.string(),
  symbol: z.string().optional(),
  issuer: z.string().optional(),
  value: z.string(),
});
const Mpt = z.object({ mpt_issuance_id: z.string(), value: z.string() });

const Truth = z.object({
  type: z.string(),
  status: z.string(),
  account: z.string(),
  destination: z.string().nullable(),
  destinationTag: z.number().nullable(),
  sourceTag: z.number().nullable(),
  /** The fee in XRP. */
  fee: z.string(),
  delivered: z.union([IssuedOrXrp, Mpt]).optional(),
  /** For a trust line, `issuer` is the other account of the line. The change of XRP includes the fee. */
  balanceChanges: z.array(
    z.object({
      account: z.string(),
      balances: z.array(z.object({ currency: z.string(), issuer: z.string().optional(), value: z.string() })),
    }),
  ),
  /** What escrows, payment channels and NFTokens moved, and between whom. */
  moves: z
    .array(
      z.object({
        asset: z.string(),
        tokenId: z.string().nullable(),
        from: z.string(),
        to: z.string(),
        amount: z.string(),
      }),
    )
    .default([]),
  mpt: z
    .array(
      z.object({
        entry: z.enum(['MPToken', 'MPTokenIssuance']),
        kind: z.enum(['CreatedNode', 'ModifiedNode', 'DeletedNode']),
        account: z.string(),
        id: z.string().optional(),
        final: z.string().optional(),
        previous: z.string().optional(),
      }),
    )
    .default([]),
});
export type Truth = z.output<typeof Truth>;

const Truths = z.array(
  z.object({
    file: z.string(),
    why: z.string(),
    hash: z.string(),
    ledgerIndex: z.number().nullable(),
    time: z.string().nullable(),
    truth: Truth,
  }),
);

/** The expected facts of every recorded transaction. */
export const truths = Truths.parse(read('expected.json'));
export type Recorded = (typeof truths)[number];

const Answer = z.object({
  v2: z.object({
    result: z.looseObject({
      tx_json: z.unknown(),
      meta: z.unknown(),
      hash: z.string().nullish(),
      close_time_iso: z.unknown(),
    }),
  }),
});
/** The answer of the method `tx` for a recorded transaction. */
export const answerOf = ({ file }: Pick<Recorded, 'file'>) => Answer.parse(read(file)).v2.result;

const Validated = z.looseObject({ ledger: z.unknown() }).transform((answer) => ({ ...answer, validated: true }));
/**
 * The recorded ledgers by index, in the form of API version 1. The archives lack the field `validated`, so
 * `Validated` adds the field.
 */
export const ledgers = readdirSync(new URL('ledgers/', fixtures)).map((file) => ({
  file,
  height: Number.parseInt(file, 10),
  raw: Validated.parse(read(`ledgers/${file}`)),
}));

/** The block in an answer to the method `ledger`. */
export const blockIn = (raw: unknown, height: number) => blockOf(chainOf('xrp'), ledgerAnswer(height).parse(raw));

/** All decoded transactions of a block, in the order of the block. */
export const decodeAll = ({ transactions }: Pick<ChainBlock, 'transactions'>) =>
  Promise.all(transactions.map(({ decode }) => decode(new AbortController().signal)));

/** Every address that a decoded transaction names. These addresses decide which wallets the transaction touches. */
export const namesIn = ({ fromAddress, toAddress, movements, signers = [], authority = [] }: DecodedTransaction) =>
  [
    ...[fromAddress, toAddress ?? '', ...signers],
    ...movements.flatMap(endsOf),
    ...authority.map(({ subject }) => subject),
  ].filter((name) => name !== '');
