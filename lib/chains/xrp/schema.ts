import * as z from 'zod';

/**
 * What the decoder reads of a server's answers, and nothing else: types and fields it does not know pass. Both shapes
 * of a transaction are read, that of API version 2 (`tx_json` and `meta`) and that of version 1, in which older ledgers
 * are archived (the fields themselves, and `metaData`).
 */

/** Drops of XRP, or units of a multi-purpose token. */
export const Integer = z.string().regex(/^\d{1,20}$/);
/** An issued amount has 16 digits and an exponent from -96 to 80, and is written with or without one. */
const Decimal = z.string().regex(/^-?\d{1,128}(\.\d{1,128})?(e[+-]?\d{1,2})?$/i);

export const IssuedAmount = z.object({ currency: z.string(), issuer: z.string(), value: Decimal });
export type IssuedAmount = z.output<typeof IssuedAmount>;
/** The issuer's sequence number (4 bytes) and account id (20 bytes), in hex. */
export const IssuanceId = z.string().regex(/^[0-9a-f]{48}$/i);
const MptAmount = z.object({ mpt_issuance_id: IssuanceId, value: Integer });
export const XrpAmount = z.union([Integer, IssuedAmount, MptAmount]);
export type XrpAmount = z.output<typeof XrpAmount>;

/** Undefined for what is no amount: `unavailable`, or a field of another meaning in a type not known here. */
const AmountIfAny = XrpAmount.optional().catch(undefined);

/** A ledger entry that the transaction touched. Its fields are read by type, when they tell of a balance. */
const Entry = z.object({
  LedgerEntryType: z.string(),
  NewFields: z.unknown().optional(),
  FinalFields: z.unknown().optional(),
  PreviousFields: z.unknown().optional(),
});
const AffectedNode = z.object({
  CreatedNode: Entry.optional(),
  ModifiedNode: Entry.optional(),
  DeletedNode: Entry.optional(),
});
export type AffectedNode = z.output<typeof AffectedNode>;

export const Fields = z.object({
  Account: z.string(),
  TransactionType: z.string().max(128),
  Fee: Integer,
  Destination: z.string().optional(),
  /** XLS-75: who pays the fee and signs in the account's place. */
  Delegate: z.string().optional(),
  Flags: z.number().optional(),
  Amount: AmountIfAny,
  /** What version 2 calls the `Amount` of a Payment. */
  DeliverMax: AmountIfAny,
});
export type Fields = z.output<typeof Fields>;

export const Meta = z.object({
  TransactionResult: z.string(),
  AffectedNodes: z.array(AffectedNode),
  delivered_amount: AmountIfAny,
  /** In the ledger itself, only where it differs from `Amount`. */
  DeliveredAmount: AmountIfAny,
});
export type Meta = z.output<typeof Meta>;

export const Hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/i)
  .toUpperCase();

const Either = z.looseObject({ hash: Hash });

/** A transaction in either shape, of which only the hash is sure: the rest is for the decoder to try. */
export interface RawTransaction {
  readonly hash: string;
  readonly fields: unknown;
  readonly meta: unknown;
}
const rawOf = (raw: z.output<typeof Either>): RawTransaction =>
  raw.tx_json === undefined
    ? { hash: raw.hash, fields: raw, meta: raw.metaData ?? raw.meta }
    : { hash: raw.hash, fields: raw.tx_json, meta: raw.meta };

/** A transaction of a ledger; which one, when the server tells it. */
export const Transaction = Either.extend({ ledger_hash: Hash.optional() }).transform((raw) => ({
  ...rawOf(raw),
  ledgerHash: raw.ledger_hash,
}));

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

export const LedgerIndex = z.union([
  z.int().min(0),
  z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number),
]);

/** Seconds since 2000-01-01 UTC, the Ripple epoch, to ISO 8601. */
export const RippleTime = z
  .int()
  .min(0)
  .max(0xffffffff)
  .transform((seconds) => new Date((seconds + 946_684_800) * 1000).toISOString());

const Dated = z.object({ date: RippleTime });

/** A server tells what it cannot do in its result. Thrown, so that the log names it and another server is asked. */
export const Refusal = z.object({ error: z.string().max(64) }).transform(({ error }): never => {
  throw new Error(`the server answers ${error}`);
});

/**
 * What the method `tx` answers for this hash: null when the server does not know it, or when it is not yet in a
 * validated ledger.
 * @throws Error from its parser when the server refused.
 */
export const transactionAnswer = (hash: string) => {
  const ThisOne = Either.refine((answer) => answer.hash === hash, 'is another transaction');
  const Validated = ThisOne.safeExtend({
    validated: z.literal(true),
    ledger_index: LedgerIndex,
    meta: z.looseObject({}),
    close_time_iso: z.iso.datetime().optional(),
  }).transform((answer, ctx) => {
    const raw = rawOf(answer);
    const closed = answer.close_time_iso;
    const timestamp = closed === undefined ? Dated.safeParse(raw.fields).data?.date : new Date(closed).toISOString();
    if (timestamp !== undefined) return { raw, ledger: { height: answer.ledger_index, timestamp } };
    ctx.addIssue({ code: 'custom', message: 'tells no time' });
    return z.NEVER;
  });
  const Waiting = ThisOne.safeExtend({ validated: z.literal(false).optional() });
  const Unknown = z.object({ error: z.literal('txnNotFound') });
  return z.union([Validated, z.union([Waiting, Unknown]).transform(() => null), Refusal]);
};
