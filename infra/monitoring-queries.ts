import { CfnQueryDefinition } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { type PipelineName, pipelines } from '../functions/pipelines/pipelines.ts';
import { routes } from '../functions/routes.ts';
import { watcherName } from './chain-watchers.ts';
import { logGroupName } from './lambda-functions.ts';
import type { Stage } from './stages.ts';

/** A query that operators find ready in CloudWatch Logs Insights. */
export interface SavedQuery {
  readonly name: string;
  /** The functions whose log groups the query reads; `everything` reads those of the endpoints too. */
  readonly reads: readonly (PipelineName | 'watchers')[] | 'everything';
  readonly lines: readonly string[];
}

export const savedQueries: readonly SavedQuery[] = [
  {
    name: 'Follow one request or block',
    reads: 'everything',
    lines: ['fields @timestamp, event, @message', 'filter correlationId = "PUT THE ID HERE"', 'sort @timestamp'],
  },
  {
    name: 'Errors by event',
    reads: 'everything',
    lines: ['filter level = "error"', 'stats count() as lines by event, error, @logStream', 'sort lines desc'],
  },
  {
    name: 'Slowest requests by route',
    reads: 'everything',
    lines: [
      'filter event = "request.completed"',
      'stats count() as requests, pct(ms, 50) as p50, pct(ms, 99) as p99 by route',
      'sort p99 desc',
    ],
  },
  {
    name: 'Requests by organisation',
    reads: 'everything',
    lines: [
      'filter event = "request.completed"',
      'stats count() as requests, sum(readUnits) as units by organisation',
      'sort requests desc',
    ],
  },
  {
    name: 'Deliveries by organisation and outcome',
    reads: ['deliver'],
    lines: [
      'filter event = "delivery.attempted"',
      'stats count() as attempts, pct(deliveryDelayMs, 99) as delayMs by organisation, outcome',
      'sort attempts desc',
    ],
  },
  {
    name: 'Life of one delivery',
    reads: ['evaluate-rules', 'deliver', 'handover'],
    lines: ['fields @timestamp, event, @message', 'filter delivery = "PUT THE ID HERE"', 'sort @timestamp'],
  },
  {
    name: 'Trouble with RPC nodes',
    reads: ['watchers', 'backfill-blocks'],
    lines: [
      'filter event = "chain.rpc_failed" or event = "chain.contradiction"',
      'stats count() as lines by chain, host, method, reason',
      'sort lines desc',
    ],
  },
  {
    name: 'Slowest evaluations',
    reads: ['evaluate-rules', 'evaluate-pending'],
    lines: [
      'filter event = "evaluation.completed"',
      'fields @timestamp, organisation, transaction, evaluationAgeMs, rules',
      'sort evaluationAgeMs desc',
      'limit 100',
    ],
  },
];

/** Saves the queries in a folder of the stage. */
export function saveQueries(scope: Construct, stage: Stage): void {
  const watchers = stage.watches.map(({ chain }) => `pipelines/${watcherName(chain)}`);
  const every = [
    ...watchers,
    ...Object.keys(pipelines).map((name) => `pipelines/${name}`),
    ...Object.values(routes).map((route) => route.handler),
  ];
  for (const { name, reads, lines } of savedQueries) {
    const handlers =
      reads === 'everything' ? every : reads.flatMap((name) => (name === 'watchers' ? watchers : `pipelines/${name}`));
    new CfnQueryDefinition(scope, name.replaceAll(' ', ''), {
      name: `chainwatch-${stage.name}/${name}`,
      queryString: lines.join('\n| '),
      logGroupNames: [...new Set(handlers.map((handler) => logGroupName(stage, handler)))],
    });
  }
}
