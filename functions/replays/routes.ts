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
    summary: 'Replay all finished deliveries that a filter finds',
    errors: ['not_found', ...create.errors],
    access: { table: ['GetItem', 'PutItem', 'UpdateItem'], invokes: ['run-jobs'] },
  },
  listReplays: {
    ...list,
    summary: 'List the replays, newest first',
    description: 'A replay is listed for 90 days after its end.',
    access: { table: ['Query'] },
  },
  getReplay: {
    ...get,
    summary: 'Get a replay with its progress',
    access: { table: ['GetItem'] },
  },
  cancelReplay: {
    ...cancel,
    summary: 'Cancel a running replay; what it has replayed stays so',
    access: { table: ['GetItem', 'UpdateItem'] },
  },
  resumeReplay: {
    ...resume,
    summary: 'Have a cancelled or failed replay go on where it stopped',
    access: { table: ['GetItem', 'UpdateItem'], invokes: ['run-jobs'] },
  },
} as const satisfies Record<string, Route>;
