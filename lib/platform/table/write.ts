import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  PutCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type * as z from 'zod';
import { BusyError } from '../../values/errors.ts';
import type { EpochSeconds } from '../../values/time.ts';
import type { Key } from './keys.ts';
import type { Table } from './table.ts';

type Values = Record<string, unknown>;

/** A DynamoDB condition expression. Attribute names are written `#name`, values `:name`. */
export interface Condition {
  readonly when?: string;
  readonly values?: Values;
}

/** Attributes that any item may have beside its own: the keys of the indexes and the time of expiry. */
type Indexed = Partial<Record<`gsi3${'pk' | 'sk'}`, string>> & { readonly ttl?: EpochSeconds };
type NameIn<T> = (keyof T & string) | keyof Indexed;

export interface Put extends Condition {
  readonly put: Key & Indexed & Values;
}
/** An update of an item of type T. A repository names T, so that a misspelt attribute is a type error. */
export interface Update<T> extends Condition {
  readonly update: Key;
  /** Attributes with the value `undefined` stay as they are. */
  readonly set?: Partial<T> & Indexed;
  /** Sets attributes that the item does not have yet. */
  readonly initially?: Partial<T>;
  /** Adds to a number, or adds elements to a set. */
  readonly add?: { readonly [K in NameIn<T>]?: number | Set<string> };
  /** Removes elements from a set. */
  readonly drop?: { readonly [K in NameIn<T>]?: Set<string> };
  readonly remove?: readonly NameIn<T>[];
}
export interface Delete extends Condition {
  readonly delete: Key;
}
export interface Check extends Condition {
  readonly check: Key;
  readonly when: string;
}
/** A write, alone or as a part of a transaction. */
export type Write = Put | Update<Values> | Delete | Check;

export const IF_ABSENT: Condition = { when: 'attribute_not_exists(#pk)' };
export const IF_PRESENT: Condition = { when: 'attribute_exists(#pk)' };

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** Executes one write. @throws ConditionalCheckFailedException (see `conditionFailed`). */
export async function write(table: Table, part: Put | Update<Values> | Delete): Promise<void> {
  const { Put, Update, Delete } = toTransactItem(table.name, part);
  await retryOnConflict(async () => {
    if (Put) await table.client.send(new PutCommand(Put));
    else if (Update?.UpdateExpression) await table.client.send(new UpdateCommand(Update));
    else if (Delete) await table.client.send(new DeleteCommand(Delete));
  });
}

/** Executes one update and returns the updated item, not yet parsed. @throws ConditionalCheckFailedException. */
export async function updated(table: Table, part: Update<Values>): Promise<unknown> {
  const update = { TableName: table.name, Key: { ...part.update }, ...updateOf(part) };
  const { Attributes } = await retryOnConflict(() =>
    table.client.send(new UpdateCommand({ ...update, ReturnValues: 'ALL_NEW' })),
  );
  return Attributes;
}

/** Executes one update and returns the updated item. @throws ConditionalCheckFailedException. */
export const updateReturning = async <S extends z.ZodType>(
  table: Table,
  part: Update<z.output<S>>,
  schema: S,
): Promise<z.output<S>> => schema.parse(await updated(table, part));

/**
 * Executes all the writes or none, at most 100.
 * @throws TransactionCanceledException (see `conditionFailed`) when a condition fails.
 * @throws BusyError when conflicts or throttling continue.
 */
export async function transact(table: Table, parts: readonly Write[]): Promise<void> {
  await transactUnless(table, parts, async () => false);
}

/**
 * Executes all the writes or none, for many writers of which one succeeds. After a conflict the others learn by a read
 * that they come too late. Without the read, each of them would have to hold the items once.
 * @param isLate reads whether another writer has succeeded. Asked before each retry.
 * @returns whether the writes were executed.
 * @throws as `transact`.
 */
export async function transactUnless(
  table: Table,
  parts: readonly Write[],
  isLate: () => Promise<boolean>,
): Promise<boolean> {
  const TransactItems = parts.map((part) => toTransactItem(table.name, part));
  const send = () => table.client.send(new TransactWriteCommand({ TransactItems }));
  return (await retryOnConflict(send, isLate)) !== null;
}

/**
 * Tries of a write that conflicts with a transaction on the same item, or of a transaction that the table cannot serve
 * at the moment. The waits take about two and a half seconds in all.
 */
const MAX_CONFLICT_TRIES = 8;

async function retryOnConflict<T>(send: () => Promise<T>): Promise<T>;
async function retryOnConflict<T>(send: () => Promise<T>, isLate: () => Promise<boolean>): Promise<T | null>;
/**
 * Retries after transient errors, unless a retry is late: then returns null. The SDK does not retry such errors when
 * they are reasons of a cancelled transaction.
 */
async function retryOnConflict<T>(
  send: () => Promise<T>,
  isLate: () => Promise<boolean> = async () => false,
): Promise<T | null> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      if (!isTransient(error)) throw error;
      if (attempt === MAX_CONFLICT_TRIES)
        throw new BusyError('Other writes held the items of a write', { cause: error });
      // Random waits, so that two conflicting writers do not collide again.
      await new Promise((resolve) => setTimeout(resolve, (0.5 + Math.random()) * 10 * 2 ** attempt));
      if (await isLate()) return null;
    }
  }
}

/**
 * The indexes of the parts whose conditions failed, or null for any other error. A single write has index 0. DynamoDB
 * reports failed conditions in two different exceptions; only this function knows both.
 */
export function conditionFailed(error: unknown): readonly number[] | null {
  if (error instanceof ConditionalCheckFailedException) return [0];
  if (!(error instanceof TransactionCanceledException)) return null;
  const failed = codes(error).flatMap((code, index) => (code === 'ConditionalCheckFailed' ? [index] : []));
  return failed.length > 0 ? failed : null;
}

/** The result of a conditional write, or null when its condition failed. */
export async function nullIfConditionFailed<T>(writing: Promise<T>): Promise<T | null> {
  try {
    return await writing;
  } catch (error) {
    if (conditionFailed(error) === null) throw error;
    return null;
  }
}

/** Whether the condition of a write held. False means that nothing was written. */
export const conditionHeld = async (writing: Promise<void>): Promise<boolean> =>
  (await nullIfConditionFailed(writing.then(() => true))) ?? false;

const codes = (error: TransactionCanceledException): string[] =>
  (error.CancellationReasons ?? []).map((reason) => reason.Code ?? 'None');

/** Cancellation reasons that disappear by themselves. */
const TRANSIENT: ReadonlySet<string> = new Set([
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);

const isTransient = (error: unknown): boolean =>
  error instanceof TransactionConflictException ||
  (error instanceof TransactionCanceledException &&
    codes(error).some((code) => TRANSIENT.has(code)) &&
    codes(error).every((code) => code === 'None' || TRANSIENT.has(code)));

function toTransactItem(TableName: string, part: Write): TransactItem {
  if ('put' in part) return { Put: { TableName, Item: part.put, ...conditionOf(part) } };
  if ('delete' in part) return { Delete: { TableName, Key: { ...part.delete }, ...conditionOf(part) } };
  if ('check' in part) {
    return {
      ConditionCheck: { TableName, Key: { ...part.check }, ...conditionOf(part), ConditionExpression: part.when },
    };
  }
  return { Update: { TableName, Key: { ...part.update }, ...updateOf(part) } };
}

function updateOf(part: Update<Values>) {
  const set = Object.entries(part.set ?? {}).filter(([, value]) => value !== undefined);
  const initially = Object.entries(part.initially ?? {}).filter(([, value]) => value !== undefined);
  const add = Object.entries(part.add ?? {});
  const drop = Object.entries(part.drop ?? {});
  const assignments = [
    ...set.map(([name]) => `#${name} = :set_${name}`),
    ...initially.map(([name]) => `#${name} = if_not_exists(#${name}, :set_${name})`),
  ];
  const clauses = [
    assignments.length > 0 && `SET ${assignments.join(', ')}`,
    add.length > 0 && `ADD ${add.map(([name]) => `#${name} :add_${name}`).join(', ')}`,
    drop.length > 0 && `DELETE ${drop.map(([name]) => `#${name} :drop_${name}`).join(', ')}`,
    part.remove?.length && `REMOVE ${part.remove.map((name) => `#${name}`).join(', ')}`,
  ].filter((clause) => typeof clause === 'string');
  const values = {
    ...part.values,
    ...Object.fromEntries([...set, ...initially].map(([name, value]) => [`:set_${name}`, value])),
    ...Object.fromEntries(add.map(([name, value]) => [`:add_${name}`, value])),
    ...Object.fromEntries(drop.map(([name, value]) => [`:drop_${name}`, value])),
  };
  return conditionOf({ when: part.when, values }, clauses.join(' '));
}

/** The expression fields of a request. Maps each `#name` to itself, so that reserved words need no exception. */
function conditionOf({ when, values }: Condition, UpdateExpression = '') {
  const names = `${UpdateExpression} ${when ?? ''}`.match(/#\w+/g) ?? [];
  return {
    UpdateExpression: UpdateExpression || undefined,
    ConditionExpression: when,
    ExpressionAttributeNames:
      names.length > 0 ? Object.fromEntries(names.map((name) => [name, name.slice(1)])) : undefined,
    ExpressionAttributeValues: values !== undefined && Object.keys(values).length > 0 ? values : undefined,
  };
}
