import * as z from 'zod';
import { Backfill, BackfillQuery, CreateBackfill } from '../../lib/backfill/schema.ts';
import { ChainId } from '../../lib/chains/registry.ts';
import type { Route } from '../../lib/platform/http/route.ts';
import { Nothing } from '../../lib/platform/http/route-parts.ts';
import { pageOfSchema } from '../../lib/values/fields.ts';
import { Uuid } from '../../lib/values/ids.ts';

const ByChain = z.strictObject({ id: ChainId });
const OfChainById = z.strictObject({ id: ChainId, backfillId: Uuid });

export const routes = {
  createBackfill: {
    method: 'POST',
    path: '/api/chains/{id}/backfill',
    handler: 'backfills/create-backfill',
    scope: 'write',
    tag: 'Chains',
    summary: 'Create a backfill',
    description: 'Scans the history of a chain for a wallet.',
    params: ByChain,
    body: CreateBackfill,
    responses: { 201: Backfill },
    errors: ['not_found', 'chain_unavailable'],
    creates: true,
    access: { table: ['GetItem', 'Query', 'PutItem'], partitions: ['CHAIN#'], queues: ['backfill'], secrets: ['rpc'] },
    timeoutSeconds: 25,
    memoryMb: 512,
  },
  listBackfills: {
    method: 'GET',
    path: '/api/chains/{id}/backfill',
    handler: 'backfills/list-backfills',
    scope: 'read',
    tag: 'Chains',
    summary: 'List backfills',
    description: 'Those of a chain.',
    params: ByChain,
    query: BackfillQuery,
    responses: { 200: pageOfSchema(Backfill) },
    costs: 'reads',
    access: { table: ['Query'] },
  },
  getBackfill: {
    method: 'GET',
    path: '/api/chains/{id}/backfill/{backfillId}',
    handler: 'backfills/get-backfill',
    scope: 'read',
    tag: 'Chains',
    summary: 'Get a backfill',
    description: 'With its progress.',
    params: OfChainById,
    responses: { 200: Backfill },
    errors: ['not_found'],
    access: { table: ['GetItem'] },
  },
  cancelBackfill: {
    method: 'POST',
    path: '/api/chains/{id}/backfill/{backfillId}/cancel',
    handler: 'backfills/cancel-backfill',
    scope: 'write',
    tag: 'Chains',
    summary: 'Cancel a backfill',
    description: 'What a running backfill has recorded stays.',
    params: OfChainById,
    body: Nothing,
    responses: { 200: Backfill },
    errors: ['not_found', 'invalid_transition'],
    access: { table: ['GetItem', 'PutItem', 'UpdateItem'] },
  },
  resumeBackfill: {
    method: 'POST',
    path: '/api/chains/{id}/backfill/{backfillId}/resume',
    handler: 'backfills/resume-backfill',
    scope: 'write',
    tag: 'Chains',
    summary: 'Resume a backfill',
    description: 'Scans what a cancelled or failed backfill has left.',
    params: OfChainById,
    body: Nothing,
    responses: { 200: Backfill },
    errors: ['not_found', 'invalid_transition'],
    access: { table: ['GetItem', 'Query', 'PutItem', 'UpdateItem'], queues: ['backfill'] },
    timeoutSeconds: 25,
    memoryMb: 512,
  },
} as const satisfies Record<string, Route>;
