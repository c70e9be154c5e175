import type { Route } from '../../lib/platform/http/route.ts';

export const routes = {
  recordReceipt: {
    method: 'POST',
    path: '/api/canary/receipts',
    handler: 'canary/record-receipt',
    scope: 'public',
    tag: 'Service',
    summary: 'Record a canary receipt',
    description:
      'Here the canary of the service receives its own webhooks. For the service alone: it imports a transaction ' +
      'every few minutes, and measures when the alert arrives here. Refuses whatever the canary did not cause.',
    responses: { 204: null },
    errors: ['unauthorized'],
    access: { table: ['GetItem', 'PutItem'], partitions: ['CANARY'], secrets: ['data-key'] },
  },
} as const satisfies Record<string, Route>;
