import { Export, ExportQuery } from '../../lib/exports/schema.ts';
import type { Route } from '../../lib/platform/http/route.ts';
import { ById, Nothing } from '../../lib/platform/http/route-parts.ts';
import { TransactionFilters } from '../../lib/transactions/transaction-query.ts';
import { pageOfSchema } from '../../lib/values/fields.ts';

export const routes = {
  createExport: {
    method: 'POST',
    path: '/api/transactions/exports',
    handler: 'exports/create-export',
    scope: 'write',
    tag: 'Transactions',
    summary: 'Have the filtered transactions written into a gzip CSV, however many they are',
    body: TransactionFilters,
    responses: { 201: Export },
    errors: ['conflict'],
    creates: true,
    access: { table: ['PutItem', 'UpdateItem'], invokes: ['write-export'] },
  },
  listExports: {
    method: 'GET',
    path: '/api/transactions/exports',
    handler: 'exports/list-exports',
    scope: 'read',
    tag: 'Transactions',
    summary: 'List the exports of the last week',
    query: ExportQuery,
    responses: { 200: pageOfSchema(Export) },
    costs: 'reads',
    access: { table: ['Query'], files: ['GetObject'] },
  },
  getExport: {
    method: 'GET',
    path: '/api/transactions/exports/{id}',
    handler: 'exports/get-export',
    scope: 'read',
    tag: 'Transactions',
    summary: 'Get an export with its progress, and the URL of its file',
    params: ById,
    responses: { 200: Export },
    errors: ['not_found'],
    access: { table: ['GetItem'], files: ['GetObject'] },
  },
  cancelExport: {
    method: 'POST',
    path: '/api/transactions/exports/{id}/cancel',
    handler: 'exports/cancel-export',
    scope: 'write',
    tag: 'Transactions',
    summary: 'Cancel a running export; what it has written is deleted',
    params: ById,
    body: Nothing,
    responses: { 200: Export },
    errors: ['not_found', 'invalid_transition'],
    access: { table: ['GetItem', 'UpdateItem'], invokes: ['write-export'] },
  },
} as const satisfies Record<string, Route>;
