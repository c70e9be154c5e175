import type { Example } from '../../../lib/platform/http/openapi-operation.ts';
import { addresses, ids, muted, notMuted, page, times } from './shared-examples.ts';

const given = {
  label: 'Treasury',
  type: 'hot',
  color: '#db2777',
  address: addresses.treasury,
  chains: ['ethereum', 'base'],
  tags: ['treasury'],
  externalId: 'account-7',
};

const wallet = {
  id: ids.wallet,
  ...given,
  watch: true,
  managedBy: null,
  createdAt: times.earlier,
  updatedAt: times.earlier,
  status: 'active',
  throttledSince: null,
  ...notMuted,
};

const difference = {
  id: ids.difference,
  walletId: ids.wallet,
  chain: 'ethereum',
  asset: 'ETH',
  tokenAddress: null,
  expected: '49',
  actual: '50',
  difference: '1',
  fromHeight: 21_250_001,
  toHeight: 21_250_117,
  status: 'explained',
  explanation: 'A call inside a transaction moved the value.',
  transactionIds: [ids.transaction],
  createdAt: times.recorded,
  explainedAt: times.later,
};

export const walletExamples: Readonly<Record<string, Example>> = {
  createWallet: { request: given, answers: { 201: wallet } },
  createWallets: {
    request: { wallets: [given, { ...given, label: 'Payroll', address: 'nobody' }] },
    answers: {
      200: {
        created: [wallet],
        existing: [],
        failed: [
          {
            index: 1,
            code: 'validation_failed',
            errors: [{ path: 'address', message: 'is not a valid address of ethereum' }],
          },
        ],
      },
    },
  },
  listWallets: { answers: { 200: page(wallet) } },
  getWallet: { answers: { 200: wallet } },
  updateWallet: {
    request: { label: 'Main treasury', ...muted },
    answers: { 200: { ...wallet, label: 'Main treasury', ...muted, updatedAt: times.later } },
  },
  listBalances: {
    answers: {
      200: page({
        chain: 'ethereum',
        asset: 'ETH',
        tokenAddress: null,
        amount: '50',
        valueUsd: '125000',
        height: 21_250_117,
        at: times.recorded,
        status: 'matched',
        onChain: { amount: '48', valueUsd: '120000', at: times.later },
      }),
    },
  },
  listBalanceSums: {
    answers: {
      200: {
        data: [
          {
            walletId: ids.wallet,
            valueUsd: '125000',
            isComplete: true,
            at: times.recorded,
            lastTransactionAt: times.earlier,
          },
        ],
      },
    },
  },
  getBalanceHistory: {
    answers: {
      200: {
        data: [
          {
            at: '2026-11-23T00:00:00.000Z',
            valueUsd: '125000',
            byAsset: [{ chain: 'ethereum', asset: 'ETH', amount: '50', valueUsd: '125000' }],
          },
        ],
      },
    },
  },
  getWalletCoverage: {
    answers: {
      200: {
        data: [
          {
            chain: 'ethereum',
            since: 21_100_000,
            ranges: [{ from: 21_100_000, to: 21_250_117 }],
            gaps: [{ from: 0, to: 21_099_999 }],
            recordedTo: 21_250_117,
            reconciledTo: 21_250_117,
            openDifferences: 0,
            throttledSince: null,
            detail: 'full',
            innerPayments: 'at_once',
            innerPaymentsFrom: 21_180_400,
          },
        ],
      },
    },
  },
  listReconciliations: { answers: { 200: page(difference) } },
};
