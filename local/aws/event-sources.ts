import { basename } from 'node:path';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import type { Watch } from '../../infra/chain-watch.ts';
import type { DataDir } from '../processes/data-dir.ts';
import { queueMappings, streamMappings } from './event-source-mappings.ts';
import type { Clients } from './function-environment.ts';
import type { Iam } from './iam.ts';
import type { Lambda } from './lambda.ts';
import type { Leniency } from './leniency.ts';
import type { OneTimeSchedules, Send } from './one-time-schedules.ts';
import { pollQueue, queueUrl } from './queue-poller.ts';
import { recurringOf, startRecurring } from './recurring-schedules.ts';
import { StreamPages } from './stream-pages.ts';
import { StreamPoller } from './stream-poller.ts';
import { StreamShards } from './stream-shards.ts';
import type { TableStream } from './tables.ts';
import { arnOf, type ResolvedTemplate } from './template.ts';
import { functionNameIn } from './template-functions.ts';
import { onlyWatching } from './watch-schedules.ts';

export interface EventSourceParts {
  readonly template: ResolvedTemplate;
  readonly lambda: Lambda;
  readonly clients: Clients;
  readonly sqsEndpoint: string;
  /** The stream of each table, by table name. */
  readonly streams: ReadonlyMap<string, TableStream>;
  readonly schedules: OneTimeSchedules;
  readonly watches: readonly Watch[];
  readonly dataDir: DataDir;
  readonly lenient: Leniency;
  /** Seconds between two runs of `make-checkpoints`. Default: as deployed. */
  readonly checkpointEvery?: number | undefined;
  failed(error: unknown): void;
}

export interface EventSources {
  /** Reads the streams at once. */
  wake(): void;
  stop(): Promise<void>;
}

/** Starts the sources that invoke functions without a request: the table's stream, the queues and the schedules. */
export function startEventSources(parts: EventSourceParts): EventSources {
  const { template, lambda, clients, sqsEndpoint, schedules, failed } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  const pages = new Map([...parts.streams.values()].map(({ arn }) => [arn, new StreamPages(clients.streams)]));
  const pollers = streamMappings(template).map((mapping) => {
    const stream = parts.streams.get(mapping.tableName);
    const own = stream && pages.get(stream.arn);
    if (stream === undefined || own === undefined) throw new Error(`${mapping.tableName} has no stream`);
    const shards = new StreamShards(clients.streams, own, stream.arn, parts.dataDir, mapping.id);
    const sendToQueue = sender(clients, sqsEndpoint);
    const oneShard = parts.lenient.has('shards');
    return new StreamPoller(mapping, { stream, shards, lambda, signal, oneShard, sendToQueue, failed });
  });
  const polling = [
    ...pollers.map((poller) => poller.run()),
    ...queueMappings(template).map((mapping) =>
      pollQueue(mapping, { client: clients.sqs, endpoint: sqsEndpoint, lambda, signal, failed }),
    ),
  ];
  schedules.start();
  const recurring = onlyWatching(recurringOf(template), parts.watches).map((each) =>
    parts.checkpointEvery !== undefined && each.functionName.endsWith('-make-checkpoints')
      ? { ...each, everyMs: parts.checkpointEvery * 1000 }
      : each,
  );
  const stopRecurring = startRecurring(recurring, (name, event) => lambda.invokeLater(name, event));
  return {
    wake: () => {
      for (const poller of pollers) poller.wake();
    },
    stop: async () => {
      stopRecurring();
      schedules.stop();
      stopping.abort();
      await lambda.stop(1000);
      // A poller is still busy only if a function still runs. `lambda.stop` has already waited for the functions.
      await Promise.race([Promise.all(polling), new Promise((resolve) => setImmediate(resolve))]);
    },
  };
}

/** Sends a message to the queue of an ARN. */
function sender({ sqs }: Clients, endpoint: string): (queueArn: string, body: string) => Promise<void> {
  return async (queueArn, MessageBody) => {
    const QueueUrl = queueUrl(endpoint, queueArn.split(':').at(-1) ?? '');
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));
  };
}

/** The target by which a schedule calls SendMessage, with the request of this call as its input. */
const SEND_MESSAGE = 'arn:aws:scheduler:::aws-sdk:sqs:sendMessage';
const SendMessage = z.strictObject({
  QueueUrl: z.url(),
  MessageBody: z.string(),
  MessageGroupId: z.string().optional(),
});

/** Runs the target of a schedule with the role of this target: sends a message to a queue or invokes a function. */
export function targetSender(clients: Clients, sqsEndpoint: string, lambda: Lambda, iam: Iam): Send {
  return async ({ Arn, RoleArn, Input = '{}' }) => {
    if (Arn === SEND_MESSAGE) {
      const { QueueUrl, ...message } = SendMessage.parse(JSON.parse(Input));
      const queueName = basename(QueueUrl);
      iam.checkRole(RoleArn, [{ action: 'sqs:SendMessage', resource: arnOf('AWS::SQS::Queue', queueName) }]);
      // The stack may have started again since, with its queues at another port.
      await clients.sqs.send(new SendMessageCommand({ QueueUrl: queueUrl(sqsEndpoint, queueName), ...message }));
      return;
    }
    iam.checkRole(RoleArn, [{ action: 'lambda:InvokeFunction', resource: Arn }]);
    lambda.invokeLater(functionNameIn(Arn), JSON.parse(Input));
  };
}
