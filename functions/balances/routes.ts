import * as z from 'zod';
import { BalanceHistoryQuery } from '../../lib/balances/balance-history.ts';
import { BalancePoint } from '../../lib/balances/balance-points.ts';
import { BalanceSum, BalanceSumsQuery } from '../../lib/balances/balance-sums.ts';
import { Balance, BalanceQuery, Reconciliation, ReconciliationQuery } from '../../lib/balances/schema.ts';
import { WalletCoverage } from '../../lib/overview/coverage/wallet-coverage.ts';
import type { Route } from '../../lib/platform/http/route.ts';
import { ById, MANY_RECORDS } from '../../lib/platform/http/route-parts.ts';
import { pageOfSchema } from '../../lib/values/fields.ts';

/** Present balances with their values: the last checks, the tokens, the records since, and prices. */
const VALUED_BALANCES = {
  table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem'],
  partitions: ['CHAIN#', 'BALANCES#', 'TOKEN#', 'PRICE#'],
  secrets: ['rpc'],
  prices: true,
} as const;

export const routes = {
  listBalances: {
    method: 'GET',
    path: '/api/wallets/{id}/balances',
    handler: 'balances/list-balances',
    scope: 'read',
    tag: 'Balances',
    summary: "List a wallet's balances",
    description: 'As compared with the records of the wallet, and on request as the nodes say now.',
    params: ById,
    query: BalanceQuery,
    responses: { 200: pageOfSchema(Balance) },
    errors: ['not_found'],
    costs: 'reads',
    access: VALUED_BALANCES,
    ...MANY_RECORDS,
  },
  listBalanceSums: {
    method: 'GET',
    path: '/api/balances',
    handler: 'balances/list-balance-sums',
    scope: 'read',
    tag: 'Balances',
    summary: 'List sums of balances',
    description:
      'What wallets hold in all, in USD, with the time of the last transaction of each. Unknown ids have no item.',
    query: BalanceSumsQuery,
    responses: { 200: z.object({ data: z.array(BalanceSum) }) },
    costs: 'reads',
    access: VALUED_BALANCES,
    ...MANY_RECORDS,
  },
  getBalanceHistory: {
    method: 'GET',
    path: '/api/balances/history',
    handler: 'balances/get-balance-history',
    scope: 'read',
    tag: 'Balances',
    summary: 'Get the balance history',
    description: 'Day by day, in tokens and USD.',
    query: BalanceHistoryQuery,
    responses: { 200: z.object({ data: z.array(BalancePoint) }) },
    errors: ['not_found'],
    costs: 'reads',
    access: {
      table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem'],
      partitions: ['BALANCES#', 'TOKEN#', 'PRICE#'],
      secrets: ['rpc'],
      prices: true,
    },
    ...MANY_RECORDS,
  },
  getWalletCoverage: {
    method: 'GET',
    path: '/api/wallets/{id}/coverage',
    handler: 'balances/get-wallet-coverage',
    scope: 'read',
    tag: 'Balances',
    summary: "Get a wallet's coverage",
    description: 'What is known of a wallet since the wallet was first watched.',
    params: ById,
    responses: { 200: z.object({ data: z.array(WalletCoverage) }) },
    errors: ['not_found'],
    costs: 'reads',
    access: { table: ['GetItem', 'BatchGetItem', 'Query'], partitions: ['CHAIN#', 'BALANCES#'] },
  },
  listReconciliations: {
    method: 'GET',
    path: '/api/reconciliations',
    handler: 'balances/list-reconciliations',
    scope: 'read',
    tag: 'Balances',
    summary: 'List the deviations',
    description: 'Balances that deviate from what the records add up to.',
    query: ReconciliationQuery,
    responses: { 200: pageOfSchema(Reconciliation) },
    costs: 'reads',
    access: { table: ['GetItem', 'BatchGetItem', 'Query'] },
  },
} as const satisfies Record<string, Route>;
