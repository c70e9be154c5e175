import type * as z from 'zod';
import type { StoredTransaction, TxType } from '../../../transactions/schema.ts';
import type { Direction } from '../../../values/fields.ts';
import type { Facts, Needs } from './facts.ts';

/** Why a condition passed or failed, as `POST /api/alerts/rules/test` shows it. */
export interface Reason {
  condition: string;
  expected: unknown;
  actual: unknown;
  passed: boolean;
}

/** The part of a record that rules evaluate: all fields except a person's notes and tags and the record's origin. */
export type Evaluated = Omit<
  StoredTransaction,
  | 'notes'
  | 'tags'
  | 'annotatedBy'
  | 'annotatedByName'
  | 'source'
  | 'createdAt'
  | 'blockHash'
  | 'reorged'
  | 'inclusion'
  | 'firstInclusion'
  | 'revision'
  | 'valueStatus'
  | 'verified'
  | 'omitted'
  | 'effects'
>;

/** A part of a transaction that conditions look at one by one. */
export type Entry = Evaluated['transfers'][number] | Evaluated['approvals'][number] | Evaluated['authority'][number];

/**
 * A property of a transaction by which an index finds rules. `priced` is a transfer with a USD value, or with a value
 * that waits for a price. Symbols are in lower case, addresses in match form.
 */
export type Term =
  | 'transfer'
  | `transfer ${Direction}`
  | 'priced'
  | `priced ${Direction}`
  | 'nft'
  | `symbol ${string}`
  | `token ${string}`
  | `address ${string}`
  | `type ${TxType}`
  | 'method'
  | `method ${string}`
  | `selector ${string}`
  | 'gas'
  | 'approval'
  | 'authority'
  | `authority ${Evaluated['authority'][number]['kind']}`;

/**
 * The name of the method that an EVM selector calls; undefined for an unknown selector. The table of names has 30 KB,
 * so only the functions that evaluate rules carry the table.
 */
export type MethodNameOf = (selector: string) => string | undefined;

/** The answer to a transaction. `matches` is much faster, and true exactly when every reason passed. */
export interface Judge {
  matches(transaction: Evaluated, facts: Facts): boolean;
  /** Whether the transaction matches, or may match as soon as prices are known that failed. */
  mayMatch(transaction: Evaluated, facts: Facts): boolean;
  reasons(transaction: Evaluated, facts: Facts): Reason[];
  /**
   * The entries of the transaction that meet the conditions. None when the transaction does not match, and none when
   * the conditions speak of the transaction as a whole.
   */
  matched(transaction: Evaluated, facts: Facts): readonly Entry[];
  /** The facts beside the transaction that the conditions use. */
  readonly needs?: Needs;
}

/** Parsed conditions of a rule, ready for many transactions. */
export interface Compiled extends Judge {
  /**
   * A transaction with none of these terms cannot match, so that an index need not ask the rule. Without terms, the
   * index asks the rule about every transaction.
   */
  readonly terms?: readonly Term[];
}

/** A rule type: the schema of its conditions and their evaluation. types/index.ts registers the rule types. */
export interface RuleTypeDefinition {
  readonly conditions: z.ZodType;
  /** The conditions that a request may state, where a stored rule may have others, which are still evaluated. */
  readonly input?: z.ZodType;
  /** Whether a failed transaction can match. A failed transaction moves no value. */
  readonly matchesFailed: boolean;
  /** The cooldown of a rule whose author states none. 0 where each match may be the one that matters. */
  readonly cooldownMinutes: number;
  /** Whether the passing of time makes the rule fire, and no transaction. */
  readonly isOfTime: boolean;
  /** What the rule does, so that no transaction alone can test it. Absent for a rule about transactions. */
  readonly untestable?: string;
  /** The most active rules of the type in an organisation, where each costs something beside records. */
  readonly mostActive?: number;
  compile(conditions: unknown, methodNameOf: MethodNameOf): Compiled;
}

/** Defines a rule type. The schema of the conditions gives the argument of `compile` its type. */
export function ruleType<S extends z.ZodType>(
  conditions: S,
  compile: (conditions: z.output<S>, methodNameOf: MethodNameOf) => Compiled,
  {
    matchesFailed = false,
    cooldownMinutes = 5,
    isOfTime = false,
    ...more
  }: Partial<Omit<RuleTypeDefinition, 'conditions' | 'compile'>> = {},
): RuleTypeDefinition {
  return {
    conditions,
    matchesFailed,
    cooldownMinutes,
    isOfTime,
    ...more,
    compile: (stored, methodNameOf) => compile(conditions.parse(stored), methodNameOf),
  };
}
