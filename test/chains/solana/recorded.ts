import { readdirSync, readFileSync } from 'node:fs';
import { VersionedTransaction } from '@solana/web3.js';
import { encodeBase58 } from 'ethers';
import * as z from 'zod';
import type { ChainBlock, DecodedTransaction } from '../../../lib/chains/port/chain.ts';
import { SolanaTransaction } from '../../../lib/chains/solana/schema.ts';
import { parseExactly } from '../../../lib/chains/solana/solana-rpc.ts';

const fixtures = new URL('../../fixtures/solana/', import.meta.url);

export const filesIn = (folder: string): string[] =>
  readdirSync(new URL(`${folder}/`, fixtures)).map((file) => `${folder}/${file}`);
export const textOf = (file: string): string => readFileSync(new URL(file, fixtures), 'utf8');

/** The result in a recorded answer. Some files contain a whole answer, and other files contain only the result. */
export function resultOf(file: string): unknown {
  const answer = parseExactly(textOf(file));
  return z.object({ result: z.unknown() }).safeParse(answer).data?.result ?? answer;
}

export const transactionIn = (file: string): SolanaTransaction => SolanaTransaction.parse(resultOf(file));

const Base64 = z.tuple([z.string(), z.literal('base64')]);
const Block = z.looseObject({ transactions: z.array(z.looseObject({ transaction: z.unknown() })) });

const blocks = new Map<string, z.output<typeof Block>>();

/**
 * A recorded block in the encoding that the service requests. The SDK converts transactions that a recording has in
 * base64. Leaves out the rewards. All tests share the block, so a test must not change the block.
 */
export function blockIn(file: string): z.output<typeof Block> {
  const block = blocks.get(file) ?? converted(file);
  blocks.set(file, block);
  return block;
}

function converted(file: string): z.output<typeof Block> {
  const block = Block.parse(resultOf(file));
  const transactions = block.transactions.map((each) => {
    const binary = Base64.safeParse(each.transaction);
    return binary.success ? { ...each, transaction: asJson(binary.data[0]) } : each;
  });
  return { ...block, transactions, rewards: [] };
}

/** All decoded transactions of a block, with the reasons for the transactions that the decoder could not decode. */
export async function decodedIn({ transactions }: ChainBlock) {
  const never = new AbortController().signal;
  const all = await Promise.all(transactions.map((each) => each.decode(never)));
  const undecoded = all.flatMap(({ transaction: { hash }, undecoded: reason }) => (reason ? [{ hash, reason }] : []));
  return { transactions: all.map(({ transaction }): DecodedTransaction => transaction), undecoded };
}

function asJson(base64: string) {
  const { signatures, message } = VersionedTransaction.deserialize(Buffer.from(base64, 'base64'));
  return {
    signatures: signatures.map((bytes) => encodeBase58(bytes)),
    message: {
      accountKeys: message.staticAccountKeys.map((key) => key.toBase58()),
      instructions: message.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => ({
        programIdIndex,
        accounts: accountKeyIndexes,
        data: encodeBase58(data),
      })),
    },
  };
}

/** The expected facts of a recorded transaction, from independent sources. */
const Truth = z.object({
  signature: z.string(),
  slot: z.number(),
  blockTime: z.string(),
  status: z.enum(['success', 'failed']),
  feePayer: z.string(),
  fee: z.number(),
  /** The change of the payer includes the fee. */
  solDeltas: z.array(z.object({ account: z.string(), lamports: z.string().transform(BigInt) })),
  tokenDeltas: z.array(
    z.object({
      owner: z.string(),
      mint: z.string(),
      decimals: z.number(),
      program: z.string(),
      raw: z.string().transform(BigInt),
    }),
  ),
  instructions: z.array(
    z.object({
      depth: z.number(),
      outer: z.number(),
      program: z.string(),
      type: z.string().nullable(),
      info: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
});
export type Truth = z.output<typeof Truth>;

export const truths = z
  .array(z.object({ file: z.string(), why: z.string(), truth: Truth }))
  .parse(JSON.parse(textOf('expected.json')));
