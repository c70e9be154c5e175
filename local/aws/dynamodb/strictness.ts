import * as z from 'zod';
import { UserError } from '../../processes/user-error.ts';
import { type Leniency, leniencyOf, strictBehaviours } from '../leniency.ts';
import type { Rate } from './unit-buckets.ts';

/** How strict the local DynamoDB is. */
export interface Strictness {
  readonly lenient: Leniency;
  /** Determines all delays. */
  readonly seed: number;
  /** The longest delay of an index entry. */
  readonly lagMs: number;
  /** The longest additional time of a transaction. */
  readonly dwellMs: number;
  /** The additional time of each request, for the network that AWS has and this machine has not. */
  readonly networkMs: number;
  /** What a partition of the table or of its index serves per second. */
  readonly partitionRate: Rate;
  /** What one BatchGetItem reads of a partition, in bytes. */
  readonly batchBytes: number;
  /** What a whole table serves per second; undefined for no limit, as on demand. */
  readonly tableRate?: Rate;
}

/** The limits of a partition on AWS. */
export const AWS_LIMITS = {
  partitionRate: { write: 1000, read: 3000 },
  batchBytes: 1024 ** 2,
} as const;

/** The variables that set the strictness of a process. */
const Variables = z.object({
  DYNAMODB_LENIENT: z.string().optional(),
  DYNAMODB_SEED: z.coerce.number().int().optional(),
  DYNAMODB_TABLE_UNITS: z.string().optional(),
});

/**
 * As strict as AWS, except for what the environment and `chosen` say. Without a seed, draws one.
 * @throws UserError for a variable with a wrong value.
 */
export function strictnessOf(chosen: Partial<Strictness> = {}): Strictness {
  const { DYNAMODB_LENIENT, DYNAMODB_SEED, DYNAMODB_TABLE_UNITS } = Variables.parse(process.env);
  const lenient = DYNAMODB_LENIENT === undefined ? new Set<never>() : leniencyOf(DYNAMODB_LENIENT);
  if (lenient === undefined) throw new UserError(`DYNAMODB_LENIENT takes some of ${strictBehaviours.join(',')}`);
  return {
    lenient,
    seed: DYNAMODB_SEED ?? Math.floor(Math.random() * 2 ** 31),
    lagMs: 500,
    dwellMs: 5,
    networkMs: 0,
    ...AWS_LIMITS,
    ...(DYNAMODB_TABLE_UNITS !== undefined && { tableRate: tableRateOf(DYNAMODB_TABLE_UNITS) }),
    ...chosen,
  };
}

/** Parses write and read units per second, as in `500,1500`. @throws UserError for any other text. */
function tableRateOf(text: string): Rate {
  const [, write, read] = /^([1-9]\d{0,6}),([1-9]\d{0,6})$/.exec(text) ?? [];
  if (read === undefined) {
    throw new UserError(`DYNAMODB_TABLE_UNITS takes write and read units per second, as in 500,1500; not ${text}`);
  }
  return { write: Number(write), read: Number(read) };
}
