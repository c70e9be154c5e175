import { createHash } from 'node:crypto';
import type { ChainId } from '../lib/chains/registry.ts';
import type { StoredTransaction, TxType } from '../lib/transactions/schema.ts';
import type { Direction } from '../lib/values/fields.ts';
import { derivedId, OrganisationId } from '../lib/values/ids.ts';

/** The organisation that has all records. */
export const ORGANISATION = OrganisationId.parse(derivedId('bench', 'organisation'));

export const YEARS_MS = 3 * 365 * 86_400_000;
export const START = Date.UTC(2023, 10, 22);
/** All random records are from before this moment. */
export const NOW = START + YEARS_MS;
export const WALLETS = 50;
const TOKENS = 400;
const CHAINS = ['ethereum', 'polygon', 'base', 'arbitrum', 'solana', 'xrp'] as const satisfies readonly ChainId[];
const PARTIES = 20_000;
const BLOCK_MS = 12_000;

/** A generator of numbers from 0 to below 1 that repeats with the seed (mulberry32). */
export function seededNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const walletId = (n: number): string => derivedId('bench', 'wallet', String(n));
const TOKENS_PER_CHAIN = Math.floor(TOKENS / CHAINS.length);
/** The token of this rank on a chain, from 0. */
export const tokenOf = (chain: number, rank: number): string => `TOK${rank * CHAINS.length + chain}`;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const addressOf = (party: string): string => `0x${sha256(party).slice(0, 40)}`;
const wallets = Array.from({ length: WALLETS }, (_, n) => ({ id: walletId(n), address: addressOf(`wallet ${n}`) }));
const strangers = Array.from({ length: PARTIES }, (_, n) => addressOf(`party ${n}`));
/** How fast tokens become rarer with their rank: the last token of a chain has 1/2,500 of its records. */
const STEEPNESS = 0.8;

/** What is random in a record. Half of the records belong to wallet 0; tokens have a long tail on each chain. */
function randomFacets(random: () => number) {
  const wallet = random() < 0.5 ? 0 : 1 + Math.floor(random() * (WALLETS - 1));
  const ownChains = 1 + ((wallet + 2) % 3);
  const chain = (wallet + Math.floor(random() * ownChains)) % CHAINS.length;
  const least = TOKENS_PER_CHAIN ** -STEEPNESS;
  const rank = Math.floor((1 - random() * (1 - least)) ** (-1 / STEEPNESS)) - 1;
  const direction: Direction = random() < 0.55 ? 'inbound' : random() < 0.9 ? 'outbound' : 'internal';
  const reorged = random() < 0.001;
  const failed = random() < 0.02;
  const isTransfer = random() < (rank > 0 ? 0.9 : 0.7);
  const txType: TxType = isTransfer ? 'transfer' : random() < 0.9 ? 'contract_call' : 'token_mint';
  const stranger = strangers[Math.floor(PARTIES * random() ** 4)] ?? '';
  const usd = (10 ** (random() * 5)).toFixed(2);
  return { wallet, chain, rank, direction, reorged, failed, txType, stranger, usd };
}

/** The random record `n` of a data set, at this time. */
export function randomRecord(random: () => number, n: number, at: number): StoredTransaction {
  const { wallet, chain, rank, direction, reorged, failed, txType, stranger, usd } = randomFacets(random);
  const own = wallets[wallet] ?? { id: '', address: '' };
  const [from, to] = direction === 'outbound' ? [own.address, stranger] : [stranger, own.address];
  const digits = sha256(`record ${n}`);
  const height = Math.floor(at / BLOCK_MS);
  const token = tokenOf(chain, rank);
  const time = new Date(at).toISOString();
  const isNative = rank === 0;
  const transfer = {
    asset: token,
    tokenAddress: isNative ? null : addressOf(token),
    tokenId: null,
    standard: isNative ? 'native' : 'erc20',
    from,
    to,
    amount: `${usd}0001`,
    valueUsd: usd,
    direction,
    origin: isNative ? 'value' : 'log',
  } as const;
  return {
    id: derivedId('bench', 'record', String(n)),
    walletId: own.id,
    hash: `0x${digits}`,
    chain: CHAINS[chain] ?? 'ethereum',
    blockNumber: height,
    blockTimestamp: time,
    direction,
    txType,
    status: failed ? 'failed' : 'success',
    fromAddress: from,
    toAddress: to,
    tokenSymbol: token,
    tokenAmount: transfer.amount,
    valueUsd: usd,
    valueStatus: 'known',
    methodName: txType === 'contract_call' ? 'swap' : null,
    blockHash: `0x${sha256(`block ${height}`)}`,
    reorged,
    inclusion: 0,
    firstInclusion: 0,
    revision: 0,
    methodSelector: null,
    sender: from,
    called: transfer.tokenAddress,
    gasPriceGwei: '20.5',
    feeAmount: '0.00043050',
    destinationTag: null,
    references: [],
    transfers: [transfer],
    detail: 'full',
    approvals: [],
    authority: [],
    omitted: { transfers: 0, approvals: 0, authority: 0 },
    effects: null,
    verified: true,
    notes: '',
    tags: [],
    annotatedBy: null,
    annotatedByName: null,
    source: 'watch',
    createdAt: time,
  };
}
