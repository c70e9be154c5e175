import { parseUnits } from 'ethers';
import { evm } from '../../lib/chains/families.ts';
import type { AccountsAt, BlockTransaction, ChainReader, Movement } from '../../lib/chains/port/chain.ts';
import { ChainUnavailableError } from '../../lib/chains/port/chain-unavailable.ts';
import { fromUnits, toUnits } from '../../lib/values/decimal.ts';
import { plusSeconds } from '../../lib/values/time.ts';
import { type Content, type Link, MadeChain } from '../../local/chains/recorded/made-chain.ts';
import { hashOf } from '../support/scenario.ts';
import { STRANGER } from '../watch/payments.ts';

/**
 * A change of a balance. `plain`: a transaction that names both ends. `hidden`: a transaction of strangers, whose trace
 * alone names both ends. `none`: no transaction.
 */
export interface Change {
  readonly by: 'plain' | 'hidden' | 'none';
  /** The address that gains the amount. */
  readonly to: string;
  /** The address that pays; a stranger unless the test says otherwise. */
  readonly from?: string;
  /** In ether, or in units of the token. */
  readonly amount: string;
  /** The contract of a token, which has no units before its first change. */
  readonly token?: string;
  /** Whether the reader does not know the decimals of the token, and states its smallest unit. */
  readonly isRaw?: true;
  /** What arrives of the amount, for a token that takes a fee from each movement. */
  readonly arriving?: string;
}

interface Hashed extends Change {
  readonly hash: string;
}

export interface Changes extends Content {
  readonly changes: readonly Hashed[];
}

/** What the sender of a plain transaction pays for it. */
const FEE = '0.000021';
/** What every address has before the first block, so that no balance falls below zero. */
const INITIAL = 1000n * 10n ** 18n;

const FIRST_TIMESTAMP = new Date('2026-03-01T00:00:00.000Z');
let made = 0;

/** The content of a block. Blocks are twelve seconds apart, in the order of the calls. */
export function changing(...changes: readonly Change[]): Changes {
  const timestamp = plusSeconds(FIRST_TIMESTAMP, 12 * made++).toISOString();
  const hashed = changes.map((change) => ({ ...change, hash: hashOf(10_000 + made++) }));
  return { changes: hashed, timestamp, hashes: hashed.filter(({ by }) => by !== 'none').map(({ hash }) => hash) };
}

export const chainOfChanges = (...contents: readonly Changes[]): MadeChain<Changes> =>
  contents.reduce(
    (chain, content) => chain.append(content),
    new MadeChain<Changes>(0, (digest) => `0x${digest.toString('hex')}`),
  );

/** The balance of an address after a block: the native balance, or the balance of a token. */
function balanceAfter(
  chain: MadeChain<Changes>,
  { height }: Pick<Link<Changes>, 'height'>,
  of: string,
  asset?: string,
) {
  const past = chain.links.filter((link) => link.height <= height).flatMap(({ content }) => content.changes);
  return past.reduce(
    (balance, { by, from, to, amount, token, arriving = amount }) => {
      const fee = by === 'plain' && from === of && asset === undefined ? toUnits(FEE, 18) : 0n;
      if (token !== asset) return balance - fee;
      return balance + (to === of ? toUnits(arriving, 18) : 0n) - (from === of ? toUnits(amount, 18) : 0n) - fee;
    },
    asset === undefined ? INITIAL : 0n,
  );
}

interface Behaviour {
  /** Whether the nodes trace. */
  readonly traces?: boolean;
  /** A token whose contract states no balances. */
  readonly silent?: string;
}

/** A reader of the chain that never fails, and the heights for which it was asked for balances. */
export function balancesOf(chain: MadeChain<Changes>, { traces = true, silent }: Behaviour = {}) {
  const asked: number[] = [];
  const known = (height: number): Link<Changes> => {
    const link = chain.at(height);
    if (link === undefined) throw new ChainUnavailableError('anvil', `there is no block ${height}`);
    return link;
  };
  const whole = (link: Link<Changes>, isTraced: boolean) => ({
    ...placeOf(link),
    transactions: link.content.changes
      .filter(({ by }) => by !== 'none')
      .map((change) => transactionOf(change, link, isTraced)),
  });
  const same = ({ height, hash }: Pick<AccountsAt, 'height' | 'hash'>): Link<Changes> => {
    const link = known(height);
    if (link.hash !== hash) throw new ChainUnavailableError('anvil', `block ${height} was replaced`);
    return link;
  };
  const reader: ChainReader = {
    lookup: () => Promise.reject(new ChainUnavailableError('anvil', 'this test makes no lookups')),
    head: async () => chain.head,
    heights: async (from, to) => chain.links.map(({ height }) => height).filter((n) => n >= from && n <= to),
    header: async (height) => {
      const link = chain.at(height);
      return link === undefined ? null : placeOf(link);
    },
    block: async (height) => whole(known(height), false),
    contradicted: async () => true,
    async accounts(addresses, at) {
      const link = same(at);
      asked.push(link.height);
      const amounts = addresses.map((each) => [each, fromUnits(balanceAfter(chain, link, each), 18)] as const);
      return { height: link.height, amounts: new Map(amounts) };
    },
    async tokenAccounts(pairs, at) {
      const link = same(at);
      return pairs.map(({ owner, tokenAddress }) =>
        tokenAddress === silent ? null : fromUnits(balanceAfter(chain, link, owner, tokenAddress), 18),
      );
    },
    tracedBlock: async (at) => (traces ? whole(same(at), true) : null),
  };
  return { reader, asked };
}

const placeOf = ({ content, ...place }: Link<Changes>) => ({ ...place, timestamp: content.timestamp });

function transactionOf(
  { by, from = STRANGER, to, amount, token, isRaw, hash }: Hashed,
  link: Link<Changes>,
  isTraced: boolean,
): BlockTransaction {
  const isNamed = by === 'plain' || isTraced;
  const movement: Movement = {
    asset: token === undefined ? 'ETH' : 'USDC',
    tokenAddress: token ?? null,
    tokenId: null,
    standard: token === undefined ? 'native' : 'ERC-20',
    from,
    to,
    amount: isRaw ? parseUnits(amount, 18).toString() : amount,
    ...(isRaw && { isRaw }),
    origin: token !== undefined ? 'log' : by === 'plain' ? 'value' : 'call',
  };
  return {
    hash,
    parties: [STRANGER, ...(isNamed ? [from, to] : [])].map((party) => evm.matchForm(party)),
    decode: async () => ({
      undecoded: null,
      transaction: {
        chain: 'anvil',
        hash,
        blockNumber: link.height,
        blockTimestamp: link.content.timestamp,
        status: 'success',
        fromAddress: by === 'plain' ? from : STRANGER,
        toAddress: by === 'plain' ? to : STRANGER,
        kind: by === 'plain' ? 'transfer' : 'contract_call',
        methodName: null,
        methodSelector: null,
        gasPriceGwei: '1',
        feeAmount: FEE,
        movements: [movement],
        detail: 'full',
      },
    }),
  };
}
