import type { Route } from '../../lib/platform/http/route.ts';
import { ById } from '../../lib/platform/http/route-parts.ts';
import { pageOfSchema } from '../../lib/values/fields.ts';
import { CreateWallet, UpdateWallet, Wallet, WalletQuery } from '../../lib/wallets/schema.ts';

export const routes = {
  createWallet: {
    method: 'POST',
    path: '/api/wallets',
    handler: 'wallets/create-wallet',
    scope: 'write',
    tag: 'Wallets',
    summary: 'Add a wallet',
    body: CreateWallet,
    responses: { 201: Wallet },
    errors: ['conflict'],
    creates: true,
    access: {
      table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'],
      partitions: ['WATCH#', 'WATCHLOG#', 'BALANCES#', 'CHAIN#'],
      limits: true,
    },
  },
  listWallets: {
    method: 'GET',
    path: '/api/wallets',
    handler: 'wallets/list-wallets',
    scope: 'read',
    tag: 'Wallets',
    summary: 'List wallets',
    query: WalletQuery,
    responses: { 200: pageOfSchema(Wallet) },
    costs: 'reads',
    access: { table: ['Query'] },
  },
  getWallet: {
    method: 'GET',
    path: '/api/wallets/{id}',
    handler: 'wallets/get-wallet',
    scope: 'read',
    tag: 'Wallets',
    summary: 'Get a wallet',
    params: ById,
    responses: { 200: Wallet },
    errors: ['not_found'],
    access: { table: ['GetItem', 'Query'] },
  },
  updateWallet: {
    method: 'PATCH',
    path: '/api/wallets/{id}',
    handler: 'wallets/update-wallet',
    scope: 'write',
    tag: 'Wallets',
    summary: 'Change a wallet',
    params: ById,
    body: UpdateWallet,
    responses: { 200: Wallet },
    errors: ['not_found', 'conflict'],
    access: {
      table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
      partitions: ['WATCH#', 'WATCHLOG#', 'BALANCES#', 'CHAIN#'],
    },
  },
  deleteWallet: {
    method: 'DELETE',
    path: '/api/wallets/{id}',
    handler: 'wallets/delete-wallet',
    scope: 'write',
    tag: 'Wallets',
    summary: 'Delete a wallet; its transactions stay',
    params: ById,
    responses: { 204: null },
    errors: ['not_found'],
    access: {
      table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
      partitions: ['WATCH#', 'WATCHLOG#', 'BALANCES#', 'CHAIN#'],
    },
  },
} as const satisfies Record<string, Route>;
