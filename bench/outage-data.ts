import { readdirSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { pendingDelivery } from '../lib/deliveries/pending-delivery.ts';
import { deliveryRepo } from '../lib/deliveries/repo.ts';
import type { StoredDelivery } from '../lib/deliveries/schema.ts';
import { compactPartition, countedLists } from '../lib/operation/lists/counted-lists.ts';
import { listPartition } from '../lib/platform/table/counted-list-keys.ts';
import { openTable } from '../lib/platform/table/table.ts';
import { transact } from '../lib/platform/table/write.ts';
import { transactionRepo } from '../lib/transactions/repo.ts';
import type { StoredTransaction } from '../lib/transactions/schema.ts';
import { mapConcurrent } from '../lib/values/concurrent.ts';
import { derivedId } from '../lib/values/ids.ts';
import { startStrictDynamoDb } from '../local/aws/dynamodb/start-strict.ts';
import { STACK_NAME } from '../local/cli/build.ts';
import { Processes } from '../local/processes/child-processes.ts';
import { DataDir } from '../local/processes/data-dir.ts';
import { DATABASE, indexStreamRecords } from '../local/processes/emulators.ts';
import { benchDeps } from './bench-deps.ts';
import { randomRecord, seededNumbers } from './list-records.ts';
import { ALERT_USD, type Customer } from './outage-customers.ts';

/** The outage began so long ago and lasted an hour. */
const BEGAN_MS = 7_200_000;
const LASTED_MS = 3_600_000;
/** One of so many transactions fires the rule of its customer. */
const FIRING = 20;
const WRITES_AT_ONCE = 16;
/** The deliveries of one transaction of the table, as if one alert had so many recipients. */
const DELIVERIES_AT_ONCE = 10;

/** What an outage left behind at a customer, the oldest first. */
export interface Pending {
  readonly customer: Customer;
  /** The ids of transactions whose evaluation is pending. */
  readonly evaluations: readonly string[];
  /** The hashes of those transactions that fire the rule. */
  readonly firing: readonly string[];
  /** The ids of deliveries that nobody sent. */
  readonly deliveries: readonly string[];
}

/**
 * Fills the table of a stopped stack with pending work, by the repositories of the product. Then removes all records of
 * the stream, as DynamoDB does after 24 hours. The lists are compacted as they were before the outage.
 */
export async function makeOutage(
  folder: string,
  customers: readonly Customer[],
  { evaluations, deliveries }: { readonly evaluations: number; readonly deliveries: number },
): Promise<Pending[]> {
  const processes = new Processes();
  const dataDir = new DataDir(folder);
  const died = (message: string) => {
    throw new Error(message);
  };
  // The data is made faster than a partition allows.
  const lenient = new Set(['throttle'] as const);
  const dynamoDb = await startStrictDynamoDb({ dataDir, processes, onDeath: died }, { lenient });
  const credentials = { accessKeyId: 'bench', secretAccessKey: 'bench' };
  const client = new DynamoDBClient({ endpoint: dynamoDb.endpoint, region: 'eu-central-1', credentials });
  const deps = benchDeps(openTable(STACK_NAME, client));
  indexStreamRecords(dataDir);
  try {
    const began = Date.now() - BEGAN_MS;
    const pending: Pending[] = [];
    for (const customer of customers) {
      const transactions = recordsOf(customer, Math.round(evaluations * customer.share), began);
      await mapConcurrent(transactions, WRITES_AT_ONCE, (each) =>
        transactionRepo(deps).record(customer.organisationId, each),
      );
      const lost = deliveriesOf(customer, Math.round(deliveries * customer.share), began);
      const groups = Array.from({ length: Math.ceil(lost.length / DELIVERIES_AT_ONCE) }, (_, n) =>
        lost.slice(n * DELIVERIES_AT_ONCE, (n + 1) * DELIVERIES_AT_ONCE),
      );
      await mapConcurrent(groups, WRITES_AT_ONCE, (group) =>
        transact(deps.table, { deliveries: deliveryRepo(deps).creations(customer.organisationId, group) }),
      );
      for (const { definition } of countedLists) {
        await compactPartition(deps, listPartition(customer.organisationId, definition.name));
      }
      pending.push({
        customer,
        evaluations: transactions.map(({ id }) => id),
        firing: transactions.filter(({ valueUsd }) => Number(valueUsd) >= ALERT_USD).map(({ hash }) => hash),
        deliveries: lost.map(({ id }) => id),
      });
    }
    return pending;
  } finally {
    client.destroy();
    await dynamoDb.stop();
    await processes.stop();
    trimStream(dataDir);
  }
}

/** Removes the records of the stream from the file of the engine, which then counts from the beginning again. */
function trimStream(dataDir: DataDir): void {
  for (const file of readdirSync(dataDir.path)) if (file.startsWith('stream-')) dataDir.remove(file);
  const database = new DatabaseSync(dataDir.file(DATABASE), { timeout: 5000 });
  database.exec('DELETE FROM _stream_records');
  database.close();
}

/** When the piece of work `n` of `count` was made. */
const timeOf = (n: number, count: number, began: number): number => began + Math.floor((n * LASTED_MS) / count);

function recordsOf({ name, walletId }: Customer, count: number, began: number): StoredTransaction[] {
  const random = seededNumbers(count);
  return Array.from({ length: count }, (_, n) => {
    const at = timeOf(n, count, began);
    const valueUsd = n % FIRING === 0 ? String(ALERT_USD) : '1.00';
    const made = randomRecord(random, n, at);
    return {
      ...made,
      id: derivedId('outage', name, 'record', String(n)),
      walletId,
      reorged: false,
      status: 'success' as const,
      hash: `0x${derivedId('outage', name, 'hash', String(n)).replaceAll('-', '').padStart(64, '0')}`,
      valueUsd,
      transfers: made.transfers.map((transfer) => ({ ...transfer, valueUsd })),
    };
  });
}

function deliveriesOf({ name, organisationId, webhookId, url }: Customer, count: number, began: number) {
  return Array.from({ length: count }, (_, n): StoredDelivery => {
    const at = new Date(timeOf(n, count, began)).toISOString();
    const id = derivedId('outage', name, 'delivery', String(n));
    const transaction = { hash: `0x${id}`, chain: 'ethereum', from: '0x', to: '0x', value_eth: '1', value_usd: '1' };
    return pendingDelivery(organisationId, {
      id,
      eventId: derivedId('outage', name, 'event', String(n)),
      ruleId: null,
      webhookId,
      eventKind: 'alert.fired',
      channel: { kind: 'webhook', webhookId },
      url,
      body: JSON.stringify({ event: 'alert.fired', fired_at: at, rule: { id, name: 'Lost' }, transaction }),
      createdAt: at,
    });
  });
}
