import * as z from 'zod';

/**
 * The fields that the decoder reads from a server's answers. Unknown types and fields pass. The decoder reads both
 * shapes of a transaction: API version 2 (`tx_json` and `meta`), and version 1 of archived older ledgers (the fields
 * directly, and `metaData`).
 */

/** Drops of XRP, or units of a multi-purpose token. */
export const Integer = z.string().regex(/^\d{1,20}$/);
/** An issued amount has 16 digits and an exponent from -96 to 80, which the text may leave out. */
const Decimal = z.string().regex(/^-?\d{1,128}(\.\d{1,128})?(e[+-]?\d{1,2})?$/i);

export const IssuedAmount = z.object({ currency: z.string(), issuer: z.string(), value: Decimal });
export type IssuedAmount = z.output<typeof IssuedAmount>;
/** The issuer's sequence number (4 bytes) and account id (20 bytes), in hex. */
export const IssuanceId = z.string().regex(/^[0-9a-f]{48}$/i);
const MptAmount = z.object({ mpt_issuance_id: IssuanceId, value: Integer });
export const XrpAmount = z.union([Integer, IssuedAmount, MptAmount]);
export type XrpAmount = z.output<typeof XrpAmount>;

/** Undefined for a value that is no amount: `unavailable`, or another kind of field in an unknown type. */
const AmountIfAny = XrpAmount.optional().catch(undefined);

/** A ledger entry that the transaction touched. The decoder reads the fields of the types that hold balances. */
const Entry = z.object({
  LedgerEntryType: z.string(),
  LedgerIndex: z.string().optional(),
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

/** A source or destination tag. */
export const Tag = z.int().min(0).max(0xffffffff);

/** What a transaction says about its purpose. */
export const Referring = {
  DestinationTag: Tag.optional(),
  SourceTag: Tag.optional(),
  InvoiceID: z
    .string()
    .regex(/^[0-9a-f]{64}$/i)
    .toUpperCase()
    .optional(),
  Memos: z
    .array(
      z.object({
        Memo: z.object({
          MemoData: z
            .string()
            .regex(/^([0-9a-f]{2})*$/i)
            .optional(),
        }),
      }),
    )
    .optional(),
};

export const Fields = z.object({
  ...Referring,
  Account: z.string(),
  TransactionType: z.string().max(128),
  Fee: Integer,
  Destination: z.string().optional(),
  /** XLS-75: the account that signs and pays the fee in place of `Account`. */
  Delegate: z.string().optional(),
  /** The accounts that signed for an account with several signers. */
  Signers: z
    .array(z.object({ Signer: z.object({ Account: z.string() }) }))
    .optional()
    .catch(undefined),
  Flags: z.number().optional(),
  Amount: AmountIfAny,
  /** The name of a Payment's `Amount` in version 2. */
  DeliverMax: AmountIfAny,
});
export type Fields = z.output<typeof Fields>;

/** The ledger lets no transaction change more than 5,200 entries (`oversizeMetaDataCap` of rippled). */
const MOST_NODES = 5_200;

export const Meta = z.object({
  TransactionResult: z.string(),
  AffectedNodes: z.array(AffectedNode).max(MOST_NODES),
  delivered_amount: AmountIfAny,
  /** From the ledger, which states this field only where the delivered amount differs from `Amount`. */
  DeliveredAmount: AmountIfAny,
});
export type Meta = z.output<typeof Meta>;

export const Hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/i)
  .toUpperCase();

const Either = z.looseObject({ hash: Hash });

/** A transaction in either shape. Only the hash is checked; the decoder checks the other fields. */
export interface RawTransaction {
  readonly hash: string;
  readonly fields: unknown;
  readonly meta: unknown;
}
const rawOf = (raw: z.output<typeof Either>): RawTransaction =>
  raw.tx_json === undefined
    ? { hash: raw.hash, fields: raw, meta: raw.metaData ?? raw.meta }
    : { hash: raw.hash, fields: raw.tx_json, meta: raw.meta };

/** A transaction of a ledger, with the hash of the ledger when the server states it. */
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

/** A server's refusal, in the result. The parser throws, so the log names the refusal and the next node is asked. */
export const Refusal = z.object({ error: z.string().max(64) }).transform(({ error }): never => {
  throw new Error(`the server answers ${error}`);
});

/**
 * The answer of the method `tx` for this hash; null when the server does not know the hash, or when no validated ledger
 * holds the transaction yet.
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
    ctx.addIssue({ code: 'custom', message: 'states no time' });
    return z.NEVER;
  });
  const Waiting = ThisOne.safeExtend({ validated: z.literal(false).optional() });
  const Unknown = z.object({ error: z.literal('txnNotFound') });
  return z.union([Validated, z.union([Waiting, Unknown]).transform(() => null), Refusal]);
};
