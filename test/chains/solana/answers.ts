import { encodeBase58 } from 'ethers';
import { chainOf } from '../../../lib/chains/registry.ts';
import { TOKEN, WRAPPED_SOL } from '../../../lib/chains/solana/programs.ts';
import { SolanaTransaction } from '../../../lib/chains/solana/schema.ts';
import { decodeTransaction } from '../../../lib/chains/solana/solana-decode.ts';

export const solana = chainOf('solana');
export const SIGNATURE = encodeBase58(Buffer.alloc(64, 7));
/** The address of 32 equal bytes. */
export const address = (byte: number) => encodeBase58(Buffer.alloc(32, byte));
export const [ALICE, BOB, CAROL, MINT, AT_ALICE, AT_BOB, APP] = [1, 2, 3, 4, 5, 6, 7].map(address);

const u64 = (value: bigint) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
};
/** The base58 data of an instruction that transfers lamports. */
export const transfer = (lamports: bigint) => encodeBase58(Buffer.concat([Buffer.from([2, 0, 0, 0]), u64(lamports)]));
/** The base58 data of an instruction that transfers a token. */
export const tokenTransfer = (amount: bigint) => encodeBase58(Buffer.concat([Buffer.from([3]), u64(amount)]));

/** The base58 data of an instruction of a token program: its discriminator and what follows. */
export const coded = (code: number, ...more: (bigint | Buffer)[]) =>
  encodeBase58(
    Buffer.concat([Buffer.from([code]), ...more.map((each) => (typeof each === 'bigint' ? u64(each) : each))]),
  );
/** A token balance of an account of this owner. */
export const tokens = (
  accountIndex: number,
  owner: string | undefined,
  amount: bigint,
  mint: string | undefined = MINT,
  program = TOKEN,
) => ({
  ...{ accountIndex, mint, owner, programId: program },
  uiTokenAmount: { amount: String(amount), decimals: mint === WRAPPED_SOL ? 9 : 2 },
});
/** The base58 data of an instruction that creates an account with this deposit and size. */
export const create = (lamports: bigint, space: bigint) =>
  encodeBase58(Buffer.concat([Buffer.from([0, 0, 0, 0]), u64(lamports), u64(space), Buffer.alloc(32)]));

/** The fields of an answer that differ between tests. */
export interface Given {
  keys: unknown[];
  instructions: object[];
  before: unknown[];
  after: unknown[];
  fee?: number;
  meta?: object;
  /** How many of the first keys signed. */
  signers?: number;
  header?: object;
}
/** An answer of `getTransaction`. */
export const answer = ({ keys, instructions, before, after, fee = 5_000, meta = {}, signers = 1, header }: Given) => ({
  slot: 10,
  blockTime: 1_700_000_000,
  transaction: {
    signatures: Array.from({ length: signers }, () => SIGNATURE),
    message: { accountKeys: keys, instructions, ...(header !== undefined && { header }) },
  },
  meta: { err: null, fee, preBalances: before, postBalances: after, ...meta },
});
export const decoded = (given: Given) => decodeTransaction(solana, SolanaTransaction.parse(answer(given)));
