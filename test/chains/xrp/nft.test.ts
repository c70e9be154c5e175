import { describe, expect, it } from '@jest/globals';
import { encodeAccountID } from 'xrpl/dist/npm/utils/index.js';
import { ACCOUNT_ZERO } from '../../../lib/chains/xrp/asset.ts';
import { nftMovements } from '../../../lib/chains/xrp/nft.ts';
import { partiesOf } from '../../../lib/chains/xrp/xrp-parties.ts';
import { viewOf } from '../../../lib/transactions/view.ts';
import { account, decode } from './built.ts';

const [ISSUER, SELLER, BUYER, BROKER] = ['1', '2', '3', '4'].map((digit) => digit.repeat(40));
const accountOf = (hex = '') => encodeAccountID(Buffer.from(hex, 'hex'));
const [issuer, seller, buyer, broker] = [ISSUER, SELLER, BUYER, BROKER].map(accountOf);
const idOf = (n: number) => `000A1388${ISSUER}${n.toString(16).padStart(16, '0').toUpperCase()}`;
const tokens = (...ns: number[]) => ({ NFTokens: ns.map((n) => ({ NFToken: { NFTokenID: idOf(n) } })) });
/** The page of an account with the highest tokens up to `end`. */
const page = (owner = '', end = 'F') => ({ LedgerEntryType: 'NFTokenPage', LedgerIndex: owner + end.repeat(24) });
const changed = (owner: string | undefined, before: number[], after: number[], end?: string) => ({
  ModifiedNode: { ...page(owner, end), PreviousFields: tokens(...before), FinalFields: tokens(...after) },
});
const opened = (owner: string | undefined, after: number[], end?: string) => ({
  CreatedNode: { ...page(owner, end), NewFields: tokens(...after) },
});
const removed = (owner: string | undefined, held: number[], end?: string) => ({
  DeletedNode: { ...page(owner, end), FinalFields: tokens(...held) },
});
const lines = (nodes: Parameters<typeof nftMovements>[0]) =>
  nftMovements(nodes).map(({ from, to, tokenId, isMint }) => [from, to, tokenId, isMint ?? false]);

describe('the movements of NFTokens', () => {
  it('name the collection by its issuer, and the token by its id', () => {
    expect(nftMovements([changed(SELLER, [1, 2], [2]), changed(BUYER, [7], [1, 7])])).toEqual([
      {
        asset: issuer,
        tokenAddress: issuer,
        tokenId: idOf(1),
        standard: 'XLS-20',
        from: seller,
        to: buyer,
        amount: '1',
      },
    ]);
  });

  it.each([
    ['a first token, in a new page', [opened(BUYER, [1])]],
    ['a further token', [changed(BUYER, [3], [1, 3])]],
  ])('are a mint for %s', (_what, nodes) => {
    expect(lines(nodes)).toEqual([[ACCOUNT_ZERO, buyer, idOf(1), true]]);
  });

  it.each([
    ['the last token, whose page goes', [removed(SELLER, [1])]],
    ['one of several tokens', [changed(SELLER, [1, 3], [3])]],
  ])('are a burn for %s', (_what, nodes) => {
    expect(lines(nodes)).toEqual([[seller, ACCOUNT_ZERO, idOf(1), false]]);
  });

  it('are none between the pages of one account', () => {
    const split = [changed(BUYER, [1, 2, 3, 4], [3, 4]), opened(BUYER, [1, 2, 9], '7')];
    expect(lines(split)).toEqual([[ACCOUNT_ZERO, buyer, idOf(9), true]]);
    // The page of a removed token merges into another page: it changes before it goes.
    const merged = { DeletedNode: { ...page(SELLER, '7'), PreviousFields: tokens(1, 2), FinalFields: tokens(2) } };
    expect(lines([merged, changed(SELLER, [3], [2, 3])])).toEqual([[seller, ACCOUNT_ZERO, idOf(1), false]]);
    const links = { ModifiedNode: { ...page(SELLER), PreviousFields: {}, FinalFields: tokens(5) } };
    expect(lines([links, { ModifiedNode: page(BUYER) }])).toEqual([]);
  });

  it('throw for a page without an owner or with a malformed token', () => {
    expect(() => nftMovements([opened('12', [1])])).toThrow();
    const malformed = { NFTokens: [{ NFToken: { NFTokenID: 'none' } }] };
    expect(() => nftMovements([{ CreatedNode: { ...page(BUYER), NewFields: malformed } }])).toThrow();
  });
});

describe('a transaction of NFTokens', () => {
  const accept = { TransactionType: 'NFTokenAcceptOffer', Account: broker };
  const sale = [changed(SELLER, [1, 2], [2]), opened(BUYER, [1])];

  it('moves the price from the buyer to the seller, the broker and the issuer', () => {
    const nodes = [
      account(buyer ?? '', '1000', '100'),
      account(seller ?? '', '0', '800'),
      account(broker ?? '', '20', '60'),
      account(issuer ?? '', '0', '50'),
      ...sale,
    ];
    const sold = decode(accept, { nodes });
    expect(sold.movements.map(({ from, to, amount, standard }) => [from, to, amount, standard])).toEqual([
      [buyer, seller, '0.0008', 'native'],
      [buyer, broker, '0.00005', 'native'],
      [buyer, issuer, '0.00005', 'native'],
      [seller, buyer, '1', 'XLS-20'],
    ]);
    expect(viewOf(sold, seller ?? '', () => false)).toMatchObject({ direction: 'inbound', tokenAmount: '0.0008' });
  });

  it('moves the token alone when it was given away', () => {
    const given = decode({ ...accept, Account: buyer }, { nodes: [account(buyer ?? '', '100', '90'), ...sale] });
    expect(given.movements).toMatchObject([{ from: seller, to: buyer, standard: 'XLS-20' }]);
    expect(viewOf(given, seller ?? '', () => false)).toMatchObject({ direction: 'outbound', tokenAmount: '1' });
  });

  it('moves nothing when it failed', () => {
    expect(decode(accept, { nodes: sale, result: 'tecINSUFFICIENT_FUNDS' }).movements).toEqual([]);
  });

  it('mints for its sender', () => {
    const minted = decode({ TransactionType: 'NFTokenMint', Account: buyer }, { nodes: [opened(BUYER, [1])] });
    expect(viewOf(minted, buyer ?? '', () => false).txType).toBe('token_mint');
  });

  it('names the owners of all changed pages among its parties', () => {
    const meta = { TransactionResult: 'tesSUCCESS', AffectedNodes: sale };
    expect(partiesOf({ hash: '', fields: accept, meta })).toEqual([broker, ACCOUNT_ZERO, seller, buyer]);
  });
});
