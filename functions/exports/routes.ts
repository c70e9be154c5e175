import { Export, ExportQuery } from '../../lib/exports/schema.ts';
import type { Route } from '../../lib/platform/http/route.ts';
import { TransactionFilters } from '../../lib/transactions/transaction-query.ts';
import { jobRoutes } from '../job-routes.ts';

const path = '/api/transactions/exports';
const { create, list, get, cancel } = jobRoutes({
  ...{ name: 'export', path, tag: 'Exports' },
  ...{ body: TransactionFilters, job: Export, query: ExportQuery },
});

export const routes = {
  createExport: {
    ...create,
    summary: 'Create an export',
    description: 'Writes all transactions that the filters find into a gzip CSV, however many they are.',
    access: { table: ['PutItem', 'UpdateItem'], invokes: ['write-export'] },
  },
  listExports: {
    ...list,
    summary: 'List exports',
    description: 'Those of the last week.',
    access: { table: ['Query', 'BatchGetItem', 'PutItem'], files: ['GetObject'] },
  },
  getExport: {
    ...get,
    summary: 'Get an export',
    description: 'With its progress, and the URL of its file.',
    access: { table: ['GetItem', 'BatchGetItem', 'PutItem'], files: ['GetObject'] },
  },
  cancelExport: {
    ...cancel,
    summary: 'Cancel an export',
    description: 'What a running export has written is deleted.',
    access: { table: ['GetItem', 'PutItem', 'UpdateItem'], invokes: ['write-export'] },
  },
} as const satisfies Record<string, Route>;
