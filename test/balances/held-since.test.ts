import { describe, expect, it } from '@jest/globals';
import { heldSince } from '../../lib/balances/held-since.ts';
import type { StoredTransaction } from '../../lib/transactions/schema.ts';
import { aStoredTransaction, aTransfer, at, aWallet, organisation, uuid } from '../support/records.ts';

const ACCOUNT = 'rhVzF32dHwAPTC14SHiiXiCyLpbaPHQghL';
const OTHER = 'rHdjyZWdQsgGqbrjG9uVFaAFcmWtwFd8jV';
const PLAIN = uuid(1);

/** The wallet with this tag. */
const idOf = (tag: number): string => uuid(100 + tag);

/** A payment in a block, as the record of a wallet. */
const payment = (walletId: string, block: number, change: number, hash = `${walletId} ${block}`) =>
  aStoredTransaction({
    ...{ id: hash, hash, walletId, chain: 'xrp', blockNumber: block, blockHash: '0x1', feeAmount: '0' },
    blockTimestamp: new Date(Date.parse(at) + block * 4_000).toISOString(),
    transfers: [
      change < 0
        ? aTransfer({ from: ACCOUNT, to: OTHER, amount: String(-change) })
        : aTransfer({ from: OTHER, to: ACCOUNT, amount: String(change) }),
    ],
  });

interface Account {
  readonly records?: readonly StoredTransaction[];
  readonly tags?: readonly number[];
  /** The tags that are not watched. */
  readonly kept?: readonly number[];
  readonly walletId?: string;
}

/** What the wallet of an account with 100 XRP after block 10 held since that block, as of its record in block 20. */
function held({ records = [], tags = [], kept = [], walletId = PLAIN }: Account) {
  const wallets = [
    aWallet({ id: PLAIN, address: ACCOUNT }),
    ...tags.map((tag) => aWallet({ id: idOf(tag), address: ACCOUNT, destinationTag: tag, watch: !kept.includes(tag) })),
  ];
  const read = heldSince({
    balances: {
      lastCheck: async () => ({ height: 10, hash: '0x10', at, tokensAt: at }),
      isRight: async () => true,
      nativeOf: async () => ({ sk: `NATIVE#${ACCOUNT}`, left: false, amount: '100', height: 5, hash: '0x5' }),
      token: async () => null,
    },
    transactions: {
      async *walk(_, filters) {
        const own = records.filter((record) => record.walletId === filters.walletId);
        for (const record of own.toSorted((a, b) => b.blockNumber - a.blockNumber)) {
          yield { records: [record], last: record.id };
        }
      },
      whole: async (_, record) => record,
    },
    wallets: {
      byId: async (_, ids) => new Map(wallets.filter(({ id }) => ids.includes(id)).map((each) => [each.id, each])),
      owned: async () =>
        new Map([[ACCOUNT, { untagged: PLAIN, tagged: new Map(tags.map((tag) => [tag, idOf(tag)])) }]]),
    },
  });
  return read(organisation, { id: uuid(9), walletId, chain: 'xrp', blockNumber: 20 }, 'native', 10);
}

describe('what an XRP account held', () => {
  const own = payment(PLAIN, 20, -30);

  it('is the balance of the last check with the records since', async () => {
    expect(await held({ records: [payment(PLAIN, 9, -7), payment(PLAIN, 15, 5), own] })).toEqual([
      { height: 10, amount: '100' },
      { height: 15, amount: '105' },
      { height: 20, amount: '75' },
    ]);
  });

  it('includes the records of the tags of the account', async () => {
    expect(await held({ tags: [1, 2], records: [own, payment(idOf(1), 12, 1), payment(idOf(2), 14, 2)] })).toEqual([
      { height: 10, amount: '100' },
      { height: 12, amount: '101' },
      { height: 14, amount: '103' },
      { height: 20, amount: '73' },
    ]);
  });

  it('counts a payment from one tag of the account to another once', async () => {
    const both = [1, 2].map((tag) => payment(idOf(tag), 12, -1, 'between tags'));
    expect(await held({ tags: [1, 2], records: [own, ...both] })).toEqual([
      { height: 10, amount: '100' },
      { height: 12, amount: '99' },
      { height: 20, amount: '69' },
    ]);
  });

  it('is unknown while a tag of the account is not watched, and for a wallet with a tag', async () => {
    expect(await held({ tags: [1, 2], kept: [2], records: [own] })).toBeNull();
    expect(await held({ tags: [1], walletId: idOf(1), records: [payment(idOf(1), 20, 5)] })).toBeNull();
  });

  it('is left to the check for an account with very many tags', async () => {
    const tags = Array.from({ length: 21 }, (_, n) => n);
    expect(await held({ tags: tags.slice(1), records: [own] })).not.toBeNull();
    expect(await held({ tags, records: [own] })).toBeNull();
  });
});
