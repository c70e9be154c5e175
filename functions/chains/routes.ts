import * as z from 'zod';
import { ChainId } from '../../lib/chains/registry.ts';
import { Coverage } from '../../lib/overview/coverage/schema.ts';
import { ChainInfo, ChainQuery } from '../../lib/overview/meta.ts';
import type { Route } from '../../lib/platform/http/route.ts';
import { pageOfSchema } from '../../lib/values/fields.ts';

const ByChain = z.strictObject({ id: ChainId });

export const routes = {
  listChains: {
    method: 'GET',
    path: '/api/chains',
    handler: 'chains/list-chains',
    scope: 'read',
    tag: 'Chains',
    summary: 'List chains',
    query: ChainQuery,
    responses: { 200: pageOfSchema(ChainInfo) },
    access: { namesPrices: true },
  },
  getCoverage: {
    method: 'GET',
    path: '/api/chains/{id}/coverage',
    handler: 'chains/get-coverage',
    scope: 'read',
    tag: 'Chains',
    summary: "Get a chain's coverage",
    description: 'How far a chain is scanned, how far behind its head, and what is left out.',
    params: ByChain,
    responses: { 200: Coverage },
    access: { table: ['GetItem', 'BatchGetItem', 'Query'], partitions: ['CHAIN#'] },
  },
} as const satisfies Record<string, Route>;
