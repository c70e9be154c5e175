import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  PutCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type * as z from 'zod';
import type { EpochSeconds } from '../../values/time.ts';
import { reasonsOf, retryOnConflict } from './conflicts.ts';
import type { Key } from './keys.ts';

type Values = Record<string, unknown>;

/** The table to write, and its client. */
interface Target {
  readonly name: string;
  readonly client: DynamoDBDocumentClient;
}

/** A DynamoDB condition expression. Attribute names are written `#name`, values `:name`. */
export interface Condition {
  readonly when?: string;
  readonly values?: Values;
}

/** Attributes that any item may have besides its own: the keys of the indexes and the time of expiry. */
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

export const IF_ABSENT = { when: 'attribute_not_exists(#pk)' } as const satisfies Condition;
export const IF_PRESENT = { when: 'attribute_exists(#pk)' } as const satisfies Condition;

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** Executes one write. @throws ConditionalCheckFailedException. */
export async function write(table: Target, part: Put | Update<Values> | Delete): Promise<void> {
  const { Put, Update, Delete } = toTransactItem(table.name, part);
  await retryOnConflict(async () => {
    if (Put) await table.client.send(new PutCommand(Put));
    else if (Update?.UpdateExpression) await table.client.send(new UpdateCommand(Update));
    else if (Delete) await table.client.send(new DeleteCommand(Delete));
  });
}

/** Executes one update and returns the updated item, not yet parsed. @throws ConditionalCheckFailedException. */
export async function updated(table: Target, part: Update<Values>): Promise<unknown> {
  const update = { TableName: table.name, Key: { ...part.update }, ...updateOf(part) };
  const { Attributes } = await retryOnConflict(() =>
    table.client.send(new UpdateCommand({ ...update, ReturnValues: 'ALL_NEW' })),
  );
  return Attributes;
}

/** Executes one update and returns the updated item. @throws ConditionalCheckFailedException. */
export const updateReturning = async <S extends z.ZodType>(
  table: Target,
  part: Update<z.output<S>>,
  schema: S,
): Promise<z.output<S>> => schema.parse(await updated(table, part));

/** The writes of a transaction. The names tell which conditions failed. */
export type Named<N extends string> = Readonly<Record<N, Write | readonly Write[] | undefined>>;

/**
 * Nothing was written, because the conditions of the writes with the names `failed` did not hold. Without names,
 * another writer was faster.
 */
export class RefusedError<N extends string = string> extends Error {
  override readonly name = 'RefusedError';
  readonly failed: readonly N[];

  constructor(failed: readonly N[], options?: ErrorOptions) {
    super(`The table refused the writes: ${failed.join(', ') || 'another writer was faster'}`, options);
    this.failed = failed;
  }
}

/** Executes all the writes or none, at most 100. @throws RefusedError, or as `tryTransact`. */
export async function transact<N extends string>(table: Target, writes: Named<N>): Promise<void> {
  const refusal = await tryTransact(table, writes);
  if (refusal !== null) throw refusal;
}

/**
 * Executes all the writes or none, at most 100.
 * @param isLate reads whether another writer has succeeded, for many writers of which one succeeds. Asked before each
 *   retry after a conflict. Without the read, each of the writers would have to hold the items once.
 * @returns null when the writes were executed.
 * @throws BusyError when conflicts or throttling continue.
 */
export async function tryTransact<N extends string>(
  table: Target,
  writes: Named<N>,
  isLate: () => Promise<boolean> = async () => false,
): Promise<RefusedError<N> | null> {
  const names: N[] = [];
  const TransactItems: TransactItem[] = [];
  for (const name in writes) {
    for (const part of [writes[name] ?? []].flat()) {
      names.push(name);
      TransactItems.push(toTransactItem(table.name, part));
    }
  }
  try {
    return await retryOnConflict<RefusedError<N> | null>(
      async () => {
        await table.client.send(new TransactWriteCommand({ TransactItems }));
        return null;
      },
      async () => ((await isLate()) ? new RefusedError<N>([]) : undefined),
    );
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    const reasons = reasonsOf(error);
    const failed = names.filter((_, n) => reasons[n] === 'ConditionalCheckFailed');
    if (failed.length === 0) throw error;
    return new RefusedError([...new Set(failed)], { cause: error });
  }
}

const isRefused = (error: unknown): boolean =>
  error instanceof ConditionalCheckFailedException || error instanceof RefusedError;

/** The result of a conditional write, or null when its condition failed. */
export async function nullIfConditionFailed<T>(writing: Promise<T>): Promise<T | null> {
  try {
    return await writing;
  } catch (error) {
    if (!isRefused(error)) throw error;
    return null;
  }
}

/** Whether the condition of a write held. False means that nothing was written. */
export const conditionHeld = async (writing: Promise<void>): Promise<boolean> =>
  (await nullIfConditionFailed(writing.then(() => true))) ?? false;

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
