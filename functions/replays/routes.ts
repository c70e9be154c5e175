import type { Route } from '../../lib/platform/http/route.ts';
import { CreateReplay, Replay, ReplayQuery } from '../../lib/replays/schema.ts';
import { jobRoutes } from '../job-routes.ts';

const path = '/api/webhooks/replays';
const { create, list, get, cancel, resume } = jobRoutes({
  ...{ name: 'replay', path, tag: 'Deliveries' },
  ...{ body: CreateReplay, job: Replay, query: ReplayQuery },
});

export const routes = {
  createReplay: {
    ...create,
    summary: 'Create a bulk replay',
    description: 'Replays all finished deliveries that a filter finds.',
    errors: ['not_found', ...create.errors],
    access: { table: ['GetItem', 'PutItem', 'UpdateItem'], invokes: ['run-jobs'] },
  },
  listReplays: {
    ...list,
    summary: 'List bulk replays',
    description: 'Newest first. A replay is listed for 90 days after its end.',
    access: { table: ['Query'] },
  },
  getReplay: {
    ...get,
    summary: 'Get a bulk replay',
    description: 'With its progress.',
    access: { table: ['GetItem'] },
  },
  cancelReplay: {
    ...cancel,
    summary: 'Cancel a bulk replay',
    description: 'What a running replay has replayed stays so.',
    access: { table: ['GetItem', 'PutItem', 'UpdateItem'] },
  },
  resumeReplay: {
    ...resume,
    summary: 'Resume a bulk replay',
    description: 'A cancelled or failed replay goes on where it stopped.',
    access: { table: ['GetItem', 'PutItem', 'UpdateItem'], invokes: ['run-jobs'] },
  },
} as const satisfies Record<string, Route>;
