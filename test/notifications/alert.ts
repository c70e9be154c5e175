import type { Alert } from '../../lib/notifications/alert.ts';

export const alert: Alert = {
  id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  ruleName: 'Large transfer',
  severity: 'critical',
  firedAt: '2026-01-31T09:00:00.000Z',
  transaction: {
    hash: `0x${'ab'.repeat(32)}`,
    chain: 'ethereum',
    direction: 'outbound',
    txType: 'transfer',
    fromAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
    toAddress: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    tokenSymbol: 'ETH',
    tokenAmount: '1.5',
    valueUsd: '4500.25',
    wallet: { label: 'Treasury' },
  },
};

export const explorerUrl = `https://etherscan.io/tx/${alert.transaction.hash}`;

/** An alert whose every text is `text`, as a tenant or the maker of a token would like it. */
export const saying = (text: string): Alert => ({
  ...alert,
  ruleName: text,
  transaction: {
    ...alert.transaction,
    tokenSymbol: text,
    fromAddress: text,
    toAddress: text,
    wallet: { label: text },
  },
});
