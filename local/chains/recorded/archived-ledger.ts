import * as z from 'zod';

/** An archived transaction: its own fields, and its metadata in the ledger. */
const ArchivedTransaction = z.looseObject({
  hash: z.string(),
  TransactionType: z.string(),
  metaData: z.looseObject({
    TransactionIndex: z.number(),
    TransactionResult: z.string(),
    DeliveredAmount: z.unknown().optional(),
    AffectedNodes: z.array(z.unknown()),
  }),
});
type ArchivedTransaction = z.output<typeof ArchivedTransaction>;

/** The header without the fields that version 2 dropped: `accepted`, `hash`, `seqNum`, `totalCoins`. */
const Header = z.object({
  account_hash: z.string(),
  close_time: z.number(),
  close_time_human: z.string(),
  close_time_resolution: z.number(),
  closed: z.literal(true),
  ledger_hash: z.string(),
  ledger_index: z.string().transform(Number),
  parent_hash: z.string(),
  total_coins: z.string(),
  transaction_hash: z.string(),
});
const Ledger = z.object({ ledger: Header.extend({ transactions: z.array(ArchivedTransaction) }) });

/** A validated ledger, as a server answers it. */
export interface ArchivedLedger {
  readonly index: number;
  readonly hash: string;
  readonly parentHash: string;
  /** The result of the method `ledger`. */
  answer(transactions: 'none' | 'hashes' | 'expanded'): object;
  /** The result of the method `tx`; null when the transaction is in another ledger. */
  transaction(hash: string): object | null;
  /** The XRP of an account at the start and at the end of the ledger; null when no transaction changed the account. */
  balance(account: string): Balance | null;
}

/**
 * Reads a ledger that was archived in the format of API version 1, and converts it to version 2, which servers answer.
 * The archive does not mark a ledger as validated, but only validated ledgers are archived.
 * @throws ZodError when `raw` is not an archived ledger.
 */
export function archivedLedger(raw: unknown): ArchivedLedger {
  const { transactions, ...fields } = Ledger.parse(raw).ledger;
  const { ledger_hash, ledger_index, close_time } = fields;
  const close_time_iso = new Date((close_time + RIPPLE_EPOCH) * 1000).toISOString().replace('.000Z', 'Z');
  const header = { ...fields, close_time_iso };
  const within = { ledger_hash, ledger_index, close_time_iso, validated: true };
  const expanded = transactions.map((transaction) => ({ ...version2(transaction), ...within }));
  const ordered = transactions.toSorted((a, b) => a.metaData.TransactionIndex - b.metaData.TransactionIndex);
  const listed = { none: undefined, hashes: transactions.map(({ hash }) => hash), expanded };
  return {
    index: ledger_index,
    hash: ledger_hash,
    parentHash: fields.parent_hash,
    answer: (which) => ({
      ledger: { ...header, transactions: listed[which] },
      ledger_hash,
      ledger_index,
      validated: true,
    }),
    transaction(hash) {
      const found = expanded.find((each) => each.hash === hash);
      return found ? { ...found, tx_json: { ...found.tx_json, date: close_time, ledger_index } } : null;
    },
    balance(account) {
      const changes = ordered.flatMap(({ metaData }) =>
        metaData.AffectedNodes.flatMap((node) => changeOf(node, account)),
      );
      const [first, last] = [changes.at(0), changes.at(-1)];
      return first && last ? { before: first.before, after: last.after } : null;
    },
  };
}

/** 2000-01-01 UTC, in seconds since 1970. */
const RIPPLE_EPOCH = 946_684_800;

function version2({ hash, metaData, ...fields }: ArchivedTransaction) {
  const { Amount, ...others } = fields;
  const isPayment = fields.TransactionType === 'Payment';
  const succeeded = metaData.TransactionResult === 'tesSUCCESS';
  const delivered_amount = metaData.DeliveredAmount ?? Amount;
  return {
    hash,
    tx_json: isPayment ? { ...others, DeliverMax: Amount } : fields,
    meta: isPayment && succeeded ? { ...metaData, delivered_amount } : metaData,
  };
}

/** In drops. */
interface Balance {
  /** Null where the ledger created the account. */
  readonly before: string | null;
  readonly after: string;
}

const Root = z.object({ LedgerEntryType: z.literal('AccountRoot') });
const Final = z.object({ Account: z.string(), Balance: z.string() });
const Node = z.union([
  z.object({ CreatedNode: Root.extend({ NewFields: Final }) }).transform(({ CreatedNode: { NewFields } }) => ({
    account: NewFields.Account,
    before: null,
    after: NewFields.Balance,
  })),
  z
    .object({
      ModifiedNode: Root.extend({ FinalFields: Final, PreviousFields: z.object({ Balance: z.string().optional() }) }),
    })
    .transform(({ ModifiedNode: { FinalFields, PreviousFields } }) => ({
      account: FinalFields.Account,
      before: PreviousFields.Balance ?? FinalFields.Balance,
      after: FinalFields.Balance,
    })),
]);

/** The change of this account in a node of metadata. No recorded ledger deletes an account. */
function changeOf(node: unknown, account: string): Balance[] {
  const change = Node.safeParse(node).data;
  return change?.account === account ? [change] : [];
}
