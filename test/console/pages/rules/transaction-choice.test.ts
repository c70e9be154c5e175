import { describe, expect, it } from '@jest/globals';
import { instantText } from '../../../../console/design/instant-text.ts';
import { pastedId, transactionChoice } from '../../../../console/pages/rules/transaction-choice.ts';

describe('The search for a transaction', () => {
  it('knows an id from words and hashes', () => {
    expect(pastedId('68479FE2-06a4-5c46-b152-b539b3a10851')).toBe('68479fe2-06a4-5c46-b152-b539b3a10851');
    expect(pastedId('0x68479fe206a45c46b152b539b3a10851')).toBeUndefined();
    expect(pastedId('Treasury')).toBeUndefined();
  });
});

describe('A transaction to choose', () => {
  it('names the amount, the wallet, and the time as every page shows it', () => {
    const blockTimestamp = '2026-11-23T15:14:44.000Z';
    const choice = transactionChoice(
      {
        id: 't',
        tokenAmount: '1.5',
        tokenSymbol: 'ETH',
        direction: 'inbound',
        wallet: { label: 'Treasury', type: 'hot', color: '#1a2b3c', tags: [], externalId: null },
        hash: '0x7d4c13ed95c0cee830d7457ec5a5976db1fc301cfa7a23fef0039a7ccf6aea87',
        chain: 'ethereum',
        blockTimestamp,
      },
      (chain) => `${chain} mainnet`,
    );
    expect(choice).toEqual({
      value: 't',
      label: '1.5 ETH inbound, Treasury',
      description: `ethereum mainnet, ${instantText(blockTimestamp)}, 0x7d4c13ed…cf6aea87`,
    });
  });
});
