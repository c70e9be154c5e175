import { describe, expect, it } from '@jest/globals';
import { transactionResponses } from '../../lib/transactions/transaction-response.ts';
import type { StoredWallet } from '../../lib/wallets/schema.ts';
import { aStoredTransaction, at, aWallet, organisation, USDC, uuid } from '../support/records.ts';

const holding = (...wallets: StoredWallet[]) => ({ byId: async () => new Map(wallets.map((each) => [each.id, each])) });

describe('transactionResponse', () => {
  it('shows each transaction with the current state of its wallet', async () => {
    const wallets = holding(aWallet(), aWallet({ id: uuid(8), label: 'Renamed', type: 'cold', color: '#000000' }));
    const transactions = [aStoredTransaction({ walletId: uuid(8) }), aStoredTransaction()];
    expect((await transactionResponses(wallets, organisation, transactions)).map(({ wallet }) => wallet)).toEqual([
      { label: 'Renamed', type: 'cold', color: '#000000' },
      { label: 'Treasury', type: 'hot', color: '#2563eb' },
    ]);
  });

  it('shows the last state of a deleted wallet', async () => {
    const [shown] = await transactionResponses(holding(aWallet({ deletedAt: at })), organisation, [
      aStoredTransaction(),
    ]);
    expect(shown?.wallet.label).toBe('Treasury');
  });

  it('leaves out the fields that only rules need', async () => {
    const [shown] = await transactionResponses(holding(aWallet()), organisation, [
      aStoredTransaction({ methodSelector: '0xa9059cbb', sender: USDC, called: USDC }),
    ]);
    for (const field of ['methodSelector', 'sender', 'called']) expect(shown).not.toHaveProperty(field);
  });

  it('throws when the item of a wallet is missing, which a deletion never causes', async () => {
    await expect(transactionResponses(holding(), organisation, [aStoredTransaction()])).rejects.toThrow(
      'has no wallet',
    );
  });
});
