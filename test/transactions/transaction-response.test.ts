import { describe, expect, it } from '@jest/globals';
import { transactionResponses } from '../../lib/transactions/transaction-response.ts';
import type { StoredWallet } from '../../lib/wallets/schema.ts';
import { aStoredTransaction, at, aWallet, organisation, THEIRS, USDC, uuid } from '../support/records.ts';

/** @param ours the wallet at each address that an internal record may name. */
const holding = (wallets: StoredWallet[], ours: Record<string, string> = {}) => ({
  byId: async () => new Map(wallets.map((each) => [each.id, each])),
  owned: async () => new Map(Object.entries(ours).map(([end, id]) => [end, { untagged: id, tagged: new Map() }])),
});

describe('transactionResponse', () => {
  it('shows each transaction with the current state of its wallet', async () => {
    const named = { label: 'Renamed', type: 'cold', color: '#000000', tags: ['eu'], externalId: 'customer 7' };
    const wallets = holding([aWallet(), aWallet({ id: uuid(8), ...named })]);
    const transactions = [aStoredTransaction({ walletId: uuid(8) }), aStoredTransaction()];
    expect((await transactionResponses(wallets, organisation, transactions)).map(({ wallet }) => wallet)).toEqual([
      named,
      { label: 'Treasury', type: 'hot', color: '#2563eb', tags: [], externalId: null },
    ]);
  });

  it('shows the last state of a deleted wallet', async () => {
    const [shown] = await transactionResponses(holding([aWallet({ deletedAt: at })]), organisation, [
      aStoredTransaction(),
    ]);
    expect(shown?.wallet.label).toBe('Treasury');
  });

  it('leaves out the fields that only rules need', async () => {
    const [shown] = await transactionResponses(holding([aWallet()]), organisation, [
      aStoredTransaction({ methodSelector: '0xa9059cbb', sender: USDC, called: USDC }),
    ]);
    for (const field of ['methodSelector', 'sender', 'called']) expect(shown).not.toHaveProperty(field);
  });

  it('names the other wallet of an internal transaction by its label', async () => {
    const wallets = holding([aWallet(), aWallet({ id: uuid(8), label: 'Gas station' })], { [THEIRS]: uuid(8) });
    const [transfer] = aStoredTransaction().transfers.map((each) => ({
      ...each,
      direction: 'internal' as const,
      side: 'receives' as const,
    }));
    const record = aStoredTransaction({ direction: 'internal', transfers: transfer === undefined ? [] : [transfer] });
    const [shown] = await transactionResponses(wallets, organisation, [record]);
    expect(shown?.summary).toBe('Treasury received 1 ETH (3,000 USD) from Gas station');
  });

  it('names both ends: own wallets by their own labels, and strangers as the address book does', async () => {
    const asked: string[] = [];
    const own = aWallet();
    const names = {
      ...holding([own]),
      labelsOf: async (_: unknown, addresses: readonly string[]) => {
        asked.push(...addresses);
        return new Map([
          [THEIRS, 'Acme Ltd'],
          [own.address, 'Not what the owner says'],
        ]);
      },
    };
    const record = aStoredTransaction({ fromAddress: THEIRS, toAddress: own.address, direction: 'inbound' });
    const [shown] = await transactionResponses(names, organisation, [record]);
    expect(shown).toMatchObject({ fromLabel: 'Acme Ltd', toLabel: 'Treasury' });
    expect(shown?.summary).toBe('Treasury received 1 ETH (3,000 USD) from Acme Ltd');
    expect(asked).toEqual([THEIRS]);
    const [plain] = await transactionResponses(holding([own]), organisation, [{ ...record, toAddress: null }]);
    expect(plain).toMatchObject({ fromLabel: null, toLabel: null });
  });

  it('throws when the item of a wallet is missing, which a deletion never causes', async () => {
    await expect(transactionResponses(holding([]), organisation, [aStoredTransaction()])).rejects.toThrow(
      'has no wallet',
    );
  });
});
