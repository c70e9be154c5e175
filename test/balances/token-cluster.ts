import { encodeBase58 } from 'ethers';
import * as z from 'zod';
import { chainOf } from '../../lib/chains/registry.ts';
import { TOKEN } from '../../lib/chains/solana/programs.ts';
import { solanaReader } from '../../lib/chains/solana/solana-reader.ts';
import { decodeBase58 } from '../../lib/values/base58.ts';
import { MadeChain } from '../../local/chains/recorded/made-chain.ts';
import { type SolanaContent, solanaMethods } from '../../local/chains/recorded/solana-recordings.ts';
import { address, answer, tokens, tokenTransfer } from '../chains/solana/answers.ts';
import { RecordedNode } from '../support/recorded-chain/node.ts';
import { thrice } from '../support/rpc-nodes.ts';

export const TREASURY = address(1);
export const MINT = address(4);
/** Another mint, of which the treasury has tokens too. */
export const OTHER_MINT = address(70);
const BOB = address(2);
/** The account from which the treasury pays, and an account that no transaction names. */
const [AT_TREASURY, SAVINGS] = [address(5), address(71)];
const AT_BOB = address(6);

/** Amounts are in the smallest unit; the mint has two digits. */
const UNITS = 100n;
const SAVED = 10n * UNITS;
/** What the treasury pays for each transaction, in lamports. */
const FEE = 5_000;

interface Content extends SolanaContent {
  /** What the treasury holds in the account that pays. */
  readonly holds: bigint;
}

const Executed = z.looseObject({ transaction: z.looseObject({ signatures: z.array(z.string()).min(1) }) });
const Asked = z.tuple([z.string(), z.object({ mint: z.string() }), z.looseObject({ minContextSlot: z.number() })]);
const Addresses = z.tuple([z.array(z.string())]).rest(z.unknown());

const bytesOf = (key: string): Buffer => decodeBase58(key) ?? Buffer.alloc(0);
const mintData = Buffer.concat([Buffer.alloc(44), Buffer.from([2, 1]), Buffer.alloc(36)]).toString('base64');

/** An account of a token as nodes state it: the mint, the owner and the amount. */
function tokenAccount(pubkey: string, mint: string, owner: string, amount: bigint) {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(amount);
  const data = Buffer.concat([bytesOf(mint), bytesOf(owner), bytes]).toString('base64');
  return { pubkey, account: { lamports: 2_039_280, owner: TOKEN, data: [data, 'base64'] } };
}

/**
 * A cluster on which the treasury holds 100 units of a token in two accounts, and pays from the first of them.
 * @param serve makes the URL of a node.
 */
export async function tokenCluster(serve: (node: RecordedNode) => Promise<{ readonly url: string }>) {
  const chain = new MadeChain<Content>(300_000_000, (digest) => encodeBase58(digest));
  const first = Date.parse('2026-03-01T00:00:00.000Z') / 1000;
  let [made, lamports] = [0, 1_000_000_000];
  /** The owner and the mint of each request for a balance. */
  const asked: string[][] = [];
  /** What the treasury has more than its transactions say. */
  const drift = { units: 0n };
  const holds = (): bigint => chain.links.findLast(({ height }) => height <= chain.head)?.content.holds ?? 80n * UNITS;

  /** The next block. The treasury pays so many units of the mint in it, or gets them. */
  function content(units = 0, mint = MINT): Content {
    const blockTime = first + made++;
    const before = holds();
    const after = mint === MINT ? before - BigInt(units) * UNITS : before;
    const place = { hashes: [], timestamp: new Date(blockTime * 1000).toISOString(), blockTime, holds: after };
    if (units === 0) return { ...place, transactions: [] };
    const amount = BigInt(Math.abs(units)) * UNITS;
    const [all, rest] = [before, before - BigInt(units) * UNITS];
    const others = units > 0 ? [0n, amount] : [amount, 0n];
    const { slot: _, ...executed } = answer({
      keys: [TREASURY, AT_TREASURY, AT_BOB, TOKEN],
      instructions: [{ programIdIndex: 3, accounts: units > 0 ? [1, 2, 0] : [2, 1, 0], data: tokenTransfer(amount) }],
      before: [lamports, 2_039_280, 2_039_280, 1],
      after: [lamports - FEE, 2_039_280, 2_039_280, 1],
      meta: {
        preTokenBalances: [tokens(1, TREASURY, all, mint), tokens(2, BOB, others[0] ?? 0n, mint)],
        postTokenBalances: [tokens(1, TREASURY, rest, mint), tokens(2, BOB, others[1] ?? 0n, mint)],
      },
    });
    lamports -= FEE;
    const signature = encodeBase58(Buffer.alloc(64, made));
    const transaction = { ...executed.transaction, signatures: [signature] };
    return { ...place, hashes: [signature], transactions: [Executed.parse({ ...executed, transaction })] };
  }

  const methods = solanaMethods(chain);
  const node = new RecordedNode({
    ...methods,
    getMultipleAccounts(params) {
      const [addresses] = Addresses.parse(params);
      if (!addresses.includes(MINT)) return methods.getMultipleAccounts?.(params);
      const mint = { lamports: 1, owner: TOKEN, data: [mintData, 'base64'] };
      return { context: { slot: chain.head }, value: addresses.map((each) => (each === MINT ? mint : null)) };
    },
    getTokenAccountsByOwner(params) {
      const [owner, { mint }] = Asked.parse(params);
      asked.push([owner, mint]);
      const value = [
        tokenAccount(AT_TREASURY, MINT, TREASURY, holds() + drift.units * UNITS),
        tokenAccount(SAVINGS, MINT, TREASURY, SAVED),
      ];
      return { context: { slot: chain.head }, value: owner === TREASURY && mint === MINT ? value : [] };
    },
  });
  // Nothing is known of an account without a transaction.
  chain.append(content(-10));
  const { url } = await serve(node);
  return { chain, asked, drift, content, reader: solanaReader(chainOf('solana'), thrice(url)) };
}
