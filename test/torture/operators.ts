import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { SETTLE_SECONDS } from '../../lib/operation/deletion/run-deletion.ts';
import { suspensionRepo } from '../../lib/organisations/suspension/repo.ts';
import type { Table } from '../../lib/platform/table/table.ts';
import type { OrganisationId } from '../../lib/values/ids.ts';
import type { Environment } from './environment.ts';
import { invoke, type Tenant } from './tenant.ts';

type Action = 'suspendOrganisation' | 'resumeOrganisation' | 'deleteOrganisation';

const TRIES = 600;
const Done = z.object({ organisationId: z.string() });

/** Has an operator change an organisation. Retries, because the function may die or its answer may be lost. */
export async function operate(environment: Environment, action: Action, { organisation }: Tenant): Promise<void> {
  let last = 'no response';
  for (let n = 0; n < TRIES; n++) {
    const answer = await invoke(environment, 'admin', { action, organisationId: organisation }).catch(() => '{}');
    if (Done.safeParse(JSON.parse(answer || '{}')).success) return;
    // The organisation is deleted meanwhile.
    if (action !== 'deleteOrganisation' && /being deleted|No such/.test(answer)) return;
    last = answer;
    await sleep(100);
  }
  throw new Error(`${action} never succeeded: ${last}`);
}

/** Suspends an organisation for a moment. */
export async function suspend(environment: Environment, tenant: Tenant, ms: number): Promise<void> {
  await operate(environment, 'suspendOrganisation', tenant);
  await sleep(ms);
  await operate(environment, 'resumeOrganisation', tenant);
}

/** A run of a deletion begins a minute after the run before, at the earliest. */
const NEXT_RUN_SECONDS = 61;
const RUNS = 40;
const POLLS = 20;

/** Lets the deletion of an organisation end. Returns what is left of the organisation. */
export async function leftOfDeleted(environment: Environment, { organisation }: Tenant): Promise<string[]> {
  const { table, stack } = environment;
  const suspensions = suspensionRepo({ table, now: () => new Date(), newId: randomUUID });
  for (let run = 0; run < RUNS; run++) {
    // The first run ends the watching, and the next run begins when nobody works for the organisation any more.
    stack.advance(run === 1 ? SETTLE_SECONDS : NEXT_RUN_SECONDS);
    await invoke(environment, 'handover', {}).catch(() => undefined);
    for (let poll = 0; poll < POLLS; poll++) {
      if ((await suspensions.find(organisation)) === null) return tracesOf(table, organisation);
      await sleep(100);
    }
  }
  return [`the deletion of ${organisation} does not end`];
}

const Key = z.object({ pk: z.string(), sk: z.string() });

/** The items of the table that name an organisation. */
async function tracesOf(table: Table, organisation: OrganisationId): Promise<string[]> {
  const traces: string[] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await table.client.send(
      new ScanCommand({ TableName: table.name, ExclusiveStartKey, ConsistentRead: true }),
    );
    const found = (page.Items ?? []).filter((item) =>
      JSON.stringify(item, (_, value) => (value instanceof Set ? [...value] : value)).includes(organisation),
    );
    traces.push(...found.map((item) => Key.parse(item)).map(({ pk, sk }) => `${pk} ${sk} is left of a deletion`));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey !== undefined);
  return traces;
}
