import { createHash } from 'node:crypto';
import { encodeBase58 } from 'ethers';
import * as z from 'zod';
import { partiesOf as partiesOfEvm } from '../lib/chains/evm/evm-block.ts';
import { SolanaBlock } from '../lib/chains/solana/schema.ts';
import { partiesOf as partiesOfSolana } from '../lib/chains/solana/solana-parties.ts';
import { isOnlyVote } from '../lib/chains/solana/transaction-message.ts';
import { allEvmContents, type EvmContent } from '../local/chains/recorded/evm-recordings.ts';
import { allSolanaContents, type SolanaContent } from '../local/chains/recorded/solana-recordings.ts';

/**
 * Full-size blocks, made of recorded transactions. The recordings have too few transactions for a full block, so a
 * made block repeats them in order:
 * - Solana: 566 votes and 934 other transactions, 5.1 MB in the encoding that the reader asks for. The votes are those
 *   of `blocks/devnet-270893658`. The others are the transactions of all recorded blocks and all single transactions.
 * - Ethereum: the 94 transactions of `blocks/ethereum-18000000` with their receipts, until there are 250.
 *
 * Each repetition has its own hashes, and its own addresses as parties. When the block has the wanted number of
 * distinct parties, later repetitions use the same addresses again. Parties that many transactions share keep their
 * addresses: Solana's programs, and the EVM contracts that log.
 */
const SOLANA = { votes: 894, others: 606, parties: 3_500 };
const ETHEREUM = { transactions: 250, parties: 1_200 };

const digestOf = (...seed: readonly (string | number)[]) => createHash('sha256').update(seed.join(' ')).digest();

/** The first byte of a signature is not 0, so that the signature has 87 or 88 digits. */
const solanaHashOf = (...seed: readonly (string | number)[]) =>
  encodeBase58(Buffer.concat([Buffer.of(0xff), digestOf('start', ...seed), digestOf('end', ...seed).subarray(1)]));
const evmHashOf = (...seed: readonly (string | number)[]) => `0x${digestOf(...seed).toString('hex')}`;

/** The items in turn, `count` in all. */
const repeated = <T>(items: readonly T[], count: number): T[] =>
  Array.from({ length: count }, (_, n) => items[n % items.length]).filter((item) => item !== undefined);

/** A function that replaces addresses in a text by the next of `count` new addresses; after the last by the first. */
function renaming(count: number, addressOf: (digest: Buffer) => string) {
  let used = 0;
  return (text: string, addresses: readonly string[]): string => {
    if (addresses.length === 0) return text;
    const renamed = new Map(addresses.map((address) => [address, addressOf(digestOf('party', used++ % count))]));
    return text.replaceAll(new RegExp(addresses.join('|'), 'g'), (address) => renamed.get(address) ?? address);
  };
}

/** Whether a recorded transaction has so many parties that its repetitions fill a block with as many parties. */
const isRich = ({ parties, json }: { parties: readonly string[]; json: string }): boolean =>
  parties.length >= 8 && json.length <= 800 * parties.length;

type SolanaTransaction = SolanaContent['transactions'][number];
const SolanaTransaction = z.looseObject({ transaction: z.looseObject({ signatures: z.array(z.string()).min(1) }) });

export function fullSolanaBlock(): SolanaContent {
  const contents = allSolanaContents();
  const all = contents.flatMap(({ transactions }) => transactions);
  const header = { blockhash: 'hash', previousBlockhash: 'parent', parentSlot: 0, blockTime: 0 };
  const recorded = SolanaBlock.parse({ ...header, transactions: all }).transactions.flatMap((raw, n) => {
    // Null for the recordings in the encoding `jsonParsed`, for which the reader does not ask.
    const parties = partiesOfSolana(raw);
    return parties === null
      ? []
      : [{ json: JSON.stringify(all[n]), isVote: isOnlyVote(raw.transaction.message), parties }];
  });
  const votes = recorded.filter(({ isVote }) => isVote);
  const others = recorded.filter(({ isVote, ...each }) => !isVote && isRich(each));
  const isProgram = (party: string) => others.some(({ json }) => json.includes(`"Program ${party} `));
  const shared = new Set(
    others.flatMap(({ parties }) => parties).filter((party) => party.includes('1111') || isProgram(party)),
  );
  const rename = renaming(SOLANA.parties - shared.size, encodeBase58);
  const ownOf = (parties: readonly string[]) => parties.filter((party) => !shared.has(party));
  const texts = [
    ...repeated(votes, SOLANA.votes).map(({ json }) => json),
    ...repeated(others, SOLANA.others).map(({ json, parties }) => rename(json, ownOf(parties))),
  ];
  const transactions = texts.map((json) => SolanaTransaction.parse(JSON.parse(json)));
  const { timestamp, blockTime } = contents.at(-1) ?? { timestamp: '', blockTime: 0 };
  return withSolanaHashes({ hashes: [], timestamp, blockTime, transactions }, 0);
}

/** The block with other hashes of its transactions, which depend on `seed`: a chain has a transaction only once. */
export function withSolanaHashes(content: SolanaContent, seed: number): SolanaContent {
  const transactions = content.transactions.map((each, n): SolanaTransaction => {
    const signatures = [solanaHashOf(seed, n), ...each.transaction.signatures.slice(1)];
    return { ...each, transaction: { ...each.transaction, signatures } };
  });
  return { ...content, transactions, hashes: transactions.map(({ transaction }) => transaction.signatures[0] ?? '') };
}

const HEX = /0x[0-9a-f]+/gi;
const Executed = z.tuple([
  z.looseObject({ hash: z.string() }),
  z.looseObject({ transactionHash: z.string(), logs: z.array(z.looseObject({})) }),
]);

export function fullEthereumBlock(): EvmContent {
  const contents = allEvmContents();
  const recorded = contents.flatMap((content) =>
    content.transactions.map((raw, n) => executedOf(raw, content.receipts[n])),
  );
  const rich = recorded.filter(({ parties }) => parties.length >= 3);
  const logging = contents.flatMap(({ receipts }) =>
    receipts.flatMap(({ logs }) => logs.map(({ address }) => address)),
  );
  const shared = new Set([ZERO, ...logging.map((address) => String(address).toLowerCase())]);
  const kept = new Set(rich.flatMap(({ parties }) => parties).filter((party) => shared.has(party)));
  const rename = renaming(ETHEREUM.parties - kept.size, (digest) => digest.toString('hex', 0, 20));
  const executed = repeated(rich, ETHEREUM.transactions).map(({ json, parties }) => {
    // A topic states an address behind zeros.
    const own = parties.filter((party) => !shared.has(party)).map((party) => party.slice(2));
    return Executed.parse(JSON.parse(rename(json, own)));
  });
  const transactions = executed.map(([transaction]) => transaction);
  const [largest] = contents.toSorted((a, b) => b.hashes.length - a.hashes.length);
  const { header, timestamp } = largest ?? { header: { timestamp: '0x0' }, timestamp: '' };
  const receipts = executed.map(([, receipt]) => receipt);
  return withEvmHashes({ hashes: [], header, timestamp, transactions, receipts }, 0);
}

function executedOf(raw: EvmContent['transactions'][number], receipt: EvmContent['receipts'][number] | undefined) {
  // The same address is written in upper and lower case.
  const json = JSON.stringify([raw, receipt]).replaceAll(HEX, (digits) => digits.toLowerCase());
  return { json, parties: partiesOfEvm({ hash: raw.hash, raw, receipt: receipt ?? {} }, null) };
}

const ZERO = `0x${'0'.repeat(40)}`;

/** As `withSolanaHashes`. */
export function withEvmHashes(content: EvmContent, seed: number): EvmContent {
  const hashes = content.transactions.map((_, n) => evmHashOf(seed, n));
  const hashAt = (n: number) => hashes[n] ?? '';
  return {
    ...content,
    hashes,
    transactions: content.transactions.map((each, n) => ({ ...each, hash: hashAt(n) })),
    receipts: content.receipts.map((each, n) => {
      const logs = each.logs.map((log) => ({ ...log, transactionHash: hashAt(n) }));
      return { ...each, transactionHash: hashAt(n), logs };
    }),
  };
}
