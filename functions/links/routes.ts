import * as z from 'zod';
import { AlertEvent } from '../../lib/alerts/events/schema.ts';
import type { Route } from '../../lib/platform/http/route.ts';

/** Links have some 150 characters. */
const Token = z.string().min(1).max(1024);

/** What a link reads: its delivery, the event and the recipient. */
const READING = { table: ['GetItem'], suspensions: true, secrets: ['data-key'] } as const;

export const routes = {
  showAcknowledgeLink: {
    method: 'GET',
    path: '/a/{token}',
    handler: 'links/show-acknowledge-link',
    scope: 'public',
    tag: 'Alert events',
    summary: 'Show an acknowledgement link',
    description:
      'The page of a link in a message, which asks whether to acknowledge the alert. Changes nothing: programs ' +
      'that check messages open every link.',
    params: z.strictObject({ token: Token }),
    responses: { 200: 'text/html', 404: 'text/html', 410: 'text/html' },
    errors: ['not_found', 'gone'],
    access: { ...READING, table: ['GetItem', 'Query'] },
  },
  useAcknowledgeLink: {
    method: 'POST',
    path: '/api/links/acknowledge',
    handler: 'links/use-acknowledge-link',
    scope: 'public',
    tag: 'Alert events',
    summary: 'Use an acknowledgement link',
    description:
      'Acknowledges the alert of a link in a message. A link works once, for seven days and for one recipient. The ' +
      'event then has the recipient as `acknowledgedByName`, and null as `acknowledgedBy`.',
    body: z
      .strictObject({
        token: Token,
        alerts: z
          .literal('transaction')
          .optional()
          .describe(
            'Also acknowledges the other open alerts of the transaction of which the same recipient got a message: ' +
              'at most 20. Without this, the alert of the link alone',
          ),
      })
      .meta({ id: 'AcknowledgeByLink' }),
    takesForm: true,
    responses: {
      200: z
        .object({
          summary: AlertEvent.shape.summary,
          acknowledgedAt: AlertEvent.shape.acknowledgedAt,
          acknowledgedByName: AlertEvent.shape.acknowledgedByName,
          others: z.int().optional().describe('How many other alerts were acknowledged. Only with `alerts`'),
        })
        .meta({ id: 'AcknowledgedByLink' }),
      404: 'text/html',
      410: 'text/html',
    },
    showsPages: true,
    errors: ['not_found', 'gone'],
    access: {
      ...READING,
      table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'],
      queues: ['deliveries'],
    },
  },
} as const satisfies Record<string, Route>;
