import { describe, expect, it } from '@jest/globals';
import { bounded, fits, type Relevance } from '../../lib/transactions/bounded.ts';
import type { StoredTransaction } from '../../lib/transactions/schema.ts';
import {
  anApproval,
  anAuthorityChange,
  aStoredTransaction,
  aTokenTransfer,
  aTransfer,
  NFT,
  USDC,
} from '../support/records.ts';

const many = <T>(count: number, item: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => item(n));
const address = (n: number): string => `0x${String(n).padStart(40, '0')}`;
const fake = (n: number) =>
  aTokenTransfer({ asset: `FAKE${n}`, tokenAddress: address(n), amount: '1000000', valueUsd: null });

const aRecord = (effects: Partial<StoredTransaction>) => aStoredTransaction({ transfers: [], ...effects });
const naming = (...texts: string[]): Relevance => ({ matched: [], names: (text) => texts.includes(text) });
const NOTHING = naming();

describe('bounded transfers', () => {
  it('are all transfers of a usual transaction, in order', () => {
    const transfers = many(500, fake);
    const record = aRecord({ transfers });
    expect(fits(record)).toBe(true);
    expect(bounded(record, NOTHING)).toMatchObject({
      transfers,
      omitted: { transfers: 0, approvals: 0, authority: 0 },
    });
  });

  it('are coins, priced tokens and named tokens before all fakes, in on-chain order, wherever they stand', () => {
    const real = [
      aTransfer({ amount: '0.1' }),
      aTokenTransfer({ amount: '7' }),
      aTokenTransfer({ asset: 'NAMED', tokenAddress: NFT, valueUsd: null }),
    ];
    const [coin, priced, named] = real;
    const transfers = [...many(600, fake), named, ...many(600, (n) => fake(600 + n)), priced, coin].filter(
      (each) => each !== undefined,
    );
    const shown = bounded(aRecord({ transfers }), naming(NFT));
    expect(shown.transfers).toEqual([...many(497, fake), named, priced, coin]);
    expect(shown.omitted).toEqual({ transfers: 703, approvals: 0, authority: 0 });
  });

  it('are what rules matched before everything else, also of a token that nobody knows', () => {
    const transfers = [...many(700, () => aTransfer()), ...many(3, fake)];
    const matched = [transfers.slice(-1), transfers.slice(-2, -1)];
    const shown = bounded(aRecord({ transfers }), { ...NOTHING, matched });
    expect(shown.transfers.slice(-2)).toEqual([fake(1), fake(2)]);
  });

  it('have room for the best match of each rule beside a rule that matches everything', () => {
    const transfers = [...many(2000, (n) => aTransfer({ amount: String(n + 1) })), ...many(300, fake)];
    const ofOne = transfers.slice(-300).map((transfer) => [transfer]);
    const shown = bounded(aRecord({ transfers }), { ...NOTHING, matched: [transfers, ...ofOne] });
    expect(shown.transfers).toEqual(expect.arrayContaining(transfers.slice(-300)));
    expect(shown.transfers).toContainEqual(aTransfer({ amount: '2000' }));
  });

  it('are the greatest transfers of each asset among dust', () => {
    const dust = many(600, (n) => aTokenTransfer({ amount: '0.01', valueUsd: `0.0${n + 1}` }));
    const transfers = [...dust, aTokenTransfer({ amount: '90000', valueUsd: '90000' })];
    const { transfers: kept } = bounded(aRecord({ transfers }), NOTHING);
    expect(kept.at(-1)).toMatchObject({ amount: '90000' });
  });

  it('are the transfer that the record shows, also among dust of the coin', () => {
    const dust = many(600, () => aTransfer({ amount: '0.0000001', valueUsd: '0.0003' }));
    const transfers = [...dust, aTokenTransfer({ amount: '90000', valueUsd: '90000' })];
    const { transfers: kept } = bounded(aRecord({ transfers }), NOTHING);
    expect(kept.at(-1)).toMatchObject({ amount: '90000' });
  });

  it('are tokens whose price is not known yet before tokens without a price, and single tokens last', () => {
    const pending = many(400, (n) => ({ ...fake(n), valuePending: true as const }));
    const singles = many(400, (n) =>
      aTransfer({ standard: 'ERC-721', tokenAddress: NFT, tokenId: String(n), valueUsd: null }),
    );
    const unpriced = many(400, (n) => fake(1000 + n));
    const { transfers } = bounded(aRecord({ transfers: [...singles, ...unpriced, ...pending] }), NOTHING);
    expect(transfers).toEqual([...unpriced.slice(0, 100), ...pending]);
  });
});

describe('bounded approvals', () => {
  it('are the approvals by the wallet of a named token first, in on-chain order', () => {
    const liar = many(1000, (n) => anApproval({ tokenAddress: address(n), asset: 'FAKE' }));
    const granted = anApproval({ unlimited: false, amount: '5' });
    const shown = bounded(aRecord({ approvals: [...liar, granted] }), naming(USDC));
    expect(shown.approvals).toEqual([...liar.slice(0, 199), granted]);
    expect(shown.omitted).toEqual({ transfers: 0, approvals: 801, authority: 0 });
  });

  it('are the unlimited approvals by the wallet before approvals by others, whose token is named', () => {
    const spam = many(1000, (n) => anApproval({ isOwner: false, tokenId: String(n) }));
    const own = many(3, (n) => anApproval({ tokenAddress: NFT, tokenId: `own ${n}` }));
    const { approvals } = bounded(aRecord({ approvals: [...spam, ...own] }), naming(USDC));
    expect(approvals).toEqual([...spam.slice(0, 197), ...own]);
  });
});

describe('bounded changes of authority', () => {
  it('are the last changes of each kind', () => {
    const added = anAuthorityChange({ kind: 'owner_added' });
    const later = many(1000, (n) => anAuthorityChange({ kind: 'threshold_changed', after: String(n) }));
    const shown = bounded(aRecord({ authority: [added, ...later] }), NOTHING);
    expect(shown.authority).toEqual([added, ...later.slice(801)]);
    expect(shown.omitted).toEqual({ transfers: 0, approvals: 0, authority: 801 });
  });

  it('are changes that name a contract of a rule first', () => {
    const enabled = many(1000, (n) => anAuthorityChange({ kind: 'module_enabled', after: address(n) }));
    const { authority } = bounded(aRecord({ authority: enabled }), naming(address(3)));
    expect(authority).toEqual([enabled[3], ...enabled.slice(801)]);
  });
});

describe('a record with the most transfers, approvals and changes', () => {
  it('fits into an item of 400 KB', () => {
    const asset = 'W'.repeat(64);
    const amount = `0.${'1'.repeat(76)}`;
    const whole = aStoredTransaction({
      transfers: many(1000, () => aTransfer({ asset, amount, tokenAddress: `0x${'a'.repeat(40)}` })),
      approvals: many(1000, () => anApproval({ asset, amount })),
      authority: many(1000, () => anAuthorityChange()),
      notes: 'n'.repeat(4000),
    });
    expect(JSON.stringify({ ...whole, ...bounded(whole, NOTHING) }).length).toBeLessThan(400_000);
  });
});
