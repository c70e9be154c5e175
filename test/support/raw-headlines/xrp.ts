import Big from 'big.js';
import { decodeAccountID, encodeAccountID } from 'xrpl/dist/npm/utils/index.js';
import * as z from 'zod';
import { abs, addTo, type RawNet } from './rule.ts';

const Issued = z.object({ currency: z.string(), issuer: z.string(), value: z.string() });
const Amount = z.union([z.string(), Issued, z.object({ mpt_issuance_id: z.string(), value: z.string() })]);
const AmountIfAny = Amount.optional().catch(undefined);
const Limit = z.object({ issuer: z.string() });
/** The fields of all entries that hold value. */
const Fields = z.object({
  Account: z.string().optional(),
  Balance: z.union([z.string(), Issued]).optional(),
  LowLimit: Limit.optional(),
  HighLimit: Limit.optional(),
  MPTokenIssuanceID: z.string().toUpperCase().optional(),
  MPTAmount: z.string().optional(),
  Issuer: z.string().optional(),
  Sequence: z.number().optional(),
  OutstandingAmount: z.string().optional(),
  NFTokens: z.array(z.object({ NFToken: z.object({ NFTokenID: z.string() }) })).optional(),
  Destination: z.string().optional(),
});
type Fields = z.output<typeof Fields>;
const Entry = z.object({
  LedgerEntryType: z.string(),
  LedgerIndex: z.string().default(''),
  NewFields: Fields.optional().catch(undefined),
  FinalFields: Fields.optional().catch(undefined),
  PreviousFields: Fields.optional().catch(undefined),
});
const Node = z.union([
  z.object({ CreatedNode: Entry }).transform(({ CreatedNode }) => ({ ...CreatedNode, is: 'created' })),
  z.object({ ModifiedNode: Entry }).transform(({ ModifiedNode }) => ({ ...ModifiedNode, is: 'modified' })),
  z.object({ DeletedNode: Entry }).transform(({ DeletedNode }) => ({ ...DeletedNode, is: 'deleted' })),
]);
const Answer = z.object({
  tx_json: z.object({
    TransactionType: z.string(),
    Account: z.string(),
    Fee: z.string(),
    Delegate: z.string().optional(),
    Destination: z.string().optional(),
    Flags: z.number().default(0),
    Amount: AmountIfAny,
    DeliverMax: AmountIfAny,
  }),
  meta: z.object({
    TransactionResult: z.string(),
    AffectedNodes: z.array(Node),
    delivered_amount: AmountIfAny,
    DeliveredAmount: AmountIfAny,
  }),
});
type Answer = z.output<typeof Answer>;

const DECIMALS = 96;
const PARTIAL = 0x00020000;

const unitsOf = (value: string): bigint => BigInt(new Big(value).times(new Big(10).pow(DECIMALS)).toFixed(0));
const positive = (units: bigint): bigint => (units > 0n ? units : 0n);
/** A currency code of 40 hex digits is often text. A retired format, whose value shrinks, is not. */
function assetOf(code: string, issuer: string): string {
  if (/^01[0-9a-f]{38}$/i.test(code)) return `DEMURRAGE:${code} ${issuer}`;
  const text = code.length === 40 ? Buffer.from(code, 'hex').toString('latin1').replace(/\0+$/, '') : code;
  return `${/^[\x21-\x7e]+$/.test(text) ? text : code} ${issuer}`;
}

const NOBODY = 'rrrrrrrrrrrrrrrrrrrrrhoLvTp';

/**
 * The sums of each account in a transaction, from the answer of `tx`. Currencies have 96 decimals. Null where the
 * answer does not decide: holders of multi-purpose tokens of which no amount before is stated, who had none or kept
 * their amount, and an account that pays itself an amount that is not stated.
 */
export function xrpNets(answer: unknown): ReadonlyMap<string, readonly RawNet[] | null> {
  const { tx_json, meta } = Answer.parse(answer);
  if (meta.TransactionResult !== 'tesSUCCESS') return new Map();
  const sums = new Map<string, Map<string, bigint>>();
  const rounding = new Map<string, bigint>();
  const add = (asset: string, account: string, before: bigint, after: bigint): void => {
    const ofAsset = sums.get(asset) ?? new Map<string, bigint>();
    addTo(ofAsset, account, after - before);
    sums.set(asset, ofAsset);
    const digits = Math.max(String(abs(before)).length, String(abs(after)).length);
    if (asset.includes(' ')) addTo(rounding, `${asset} ${account}`, 10n ** BigInt(Math.max(digits - 16, 0)));
  };
  // The ledger states no order, so multi-purpose tokens come last.
  const isLast = (node: (typeof meta.AffectedNodes)[number]) => node.LedgerEntryType.startsWith('MPT');
  for (const node of meta.AffectedNodes) if (!isLast(node)) addBalances(node, add);
  for (const node of meta.AffectedNodes) if (isLast(node)) addBalances(node, add);
  const payer = tx_json.Delegate ?? tx_json.Account;
  // Some publishers cut the account of the payer out.
  if (sums.get('native')?.has(payer)) add('native', payer, 0n, BigInt(tx_json.Fee));

  const accounts = new Set([...[...sums.values()].flatMap((ofAsset) => [...ofAsset.keys()]), NOBODY]);
  const delivered = deliveredBy({ tx_json, meta });
  const { Account, Destination, TransactionType } = tx_json;
  const silent = new Set(meta.AffectedNodes.flatMap(silentHolder));
  const isSelfPayment = delivered !== null && Account === Destination;
  return new Map(
    [...accounts].map((account): [string, readonly RawNet[] | null] => {
      const isUnstated =
        Account === Destination && account === Account && TransactionType === 'Payment' && delivered === null;
      if (silent.has(account) || isUnstated || account === NOBODY) return [account, null];
      if (isSelfPayment && account === Account) {
        const { asset, units: received } = delivered;
        const other = account;
        return [account, [{ asset, units: 0n, received, decimals: decimalsOf(asset), other }]];
      }
      const nets = [...sums].flatMap(([asset, ofAsset]): RawNet[] => {
        const units = ofAsset.get(account) ?? 0n;
        if (units === 0n) return [];
        const other = otherEnd({ tx_json, meta }, account, units, ofAsset);
        const by = { rounding: rounding.get(`${asset} ${account}`) ?? 0n };
        return [{ asset, units, decimals: decimalsOf(asset), received: 0n, other, ...by }];
      });
      return [account, nets];
    }),
  );
}

const silentHolder = ({ LedgerEntryType, is, FinalFields, PreviousFields }: Answer['meta']['AffectedNodes'][number]) =>
  LedgerEntryType === 'MPToken' && is !== 'created' && PreviousFields?.MPTAmount === undefined
    ? (FinalFields?.Account ?? [])
    : [];

const decimalsOf = (asset: string): number => (asset === 'native' ? 6 : / r/.test(asset) ? DECIMALS : 0);

type Add = (asset: string, account: string, before: bigint, after: bigint) => void;

function addBalances(node: Answer['meta']['AffectedNodes'][number], add: Add): void {
  const { LedgerEntryType, LedgerIndex, is } = node;
  const now = node.NewFields ?? node.FinalFields;
  const before = node.PreviousFields;
  if (now === undefined) return;
  if (LedgerEntryType === 'AccountRoot' && now.Account !== undefined) {
    const [balance, was = balance] = [now.Balance, before?.Balance];
    const previous = is === 'created' ? 0n : BigInt(String(was));
    add('native', now.Account, previous, BigInt(String(balance ?? '0')));
  }
  if (LedgerEntryType === 'RippleState') addLine(now, before, is === 'created', add);
  if (LedgerEntryType === 'MPToken' && now.Account !== undefined && now.MPTokenIssuanceID !== undefined) {
    const { MPTAmount = '0', MPTokenIssuanceID: id } = now;
    const previous = is === 'created' ? '0' : (before?.MPTAmount ?? MPTAmount);
    add(id, now.Account, BigInt(previous), BigInt(MPTAmount));
  }
  if (LedgerEntryType === 'MPTokenIssuance' && now.Issuer !== undefined && now.Sequence !== undefined) {
    const { OutstandingAmount = '0', Issuer, Sequence } = now;
    const id = `${Sequence.toString(16).padStart(8, '0')}${Buffer.from(decodeAccountID(Issuer)).toString('hex')}`;
    const previous = is === 'created' ? '0' : (before?.OutstandingAmount ?? OutstandingAmount);
    add(id.toUpperCase(), Issuer, -BigInt(previous), -BigInt(OutstandingAmount));
  }
  if (LedgerEntryType === 'NFTokenPage') {
    const owner = encodeAccountID(Buffer.from(LedgerIndex.slice(0, 40), 'hex'));
    const ids = (fields: Fields | undefined) => fields?.NFTokens?.map(({ NFToken }) => NFToken.NFTokenID);
    const held = ids(now) ?? [];
    if (is !== 'created') for (const id of ids(before) ?? held) add(`nft:${id}`, owner, 1n, 0n);
    if (is !== 'deleted') for (const id of held) add(`nft:${id}`, owner, 0n, 1n);
  }
}

/** A positive balance is what the low account holds of the high account's currency, a negative one the reverse. */
function addLine(now: Fields, before: Fields | undefined, isNew: boolean, add: Add): void {
  const [balance, low, high] = [Issued.safeParse(now.Balance).data, now.LowLimit?.issuer, now.HighLimit?.issuer];
  const was = Issued.safeParse(before?.Balance).data;
  if (balance === undefined || low === undefined || high === undefined || (!isNew && was === undefined)) return;
  const [from, to] = [unitsOf(was?.value ?? '0'), unitsOf(balance.value)];
  for (const [holder, issuer, sign] of [[low, high, 1n] as const, [high, low, -1n] as const]) {
    const [held, holds] = [positive(sign * from), positive(sign * to)];
    add(assetOf(balance.currency, issuer), holder, held, holds);
    // The debt of the issuer grows by what the holder gains.
    add(assetOf(balance.currency, issuer), issuer, -held, -holds);
  }
}

function deliveredBy({ tx_json, meta }: Answer): { readonly asset: string; readonly units: bigint } | null {
  if (tx_json.TransactionType !== 'Payment') return null;
  const asked = tx_json.Flags & PARTIAL ? undefined : (tx_json.Amount ?? tx_json.DeliverMax);
  const amount = meta.delivered_amount ?? meta.DeliveredAmount ?? asked;
  if (amount === undefined) return null;
  if (typeof amount === 'string') return { asset: 'native', units: BigInt(amount) };
  if ('currency' in amount) return { asset: assetOf(amount.currency, amount.issuer), units: unitsOf(amount.value) };
  return { asset: amount.mpt_issuance_id.toUpperCase(), units: BigInt(amount.value) };
}

/**
 * The account at the other end, where the transaction names it: the other party of a payment, or of an escrow or a
 * payment channel; for other types, the only account with the opposite sum.
 */
function otherEnd(
  { tx_json, meta }: Answer,
  account: string,
  units: bigint,
  ofAsset: ReadonlyMap<string, bigint>,
): string | null {
  const { TransactionType, Account, Destination } = tx_json;
  if (TransactionType === 'Payment' && Destination !== undefined) {
    if (account === Account) return Destination;
    if (account === Destination) return Account;
    return null;
  }
  const held = meta.AffectedNodes.filter(({ LedgerEntryType }) => ['Escrow', 'PayChannel'].includes(LedgerEntryType));
  for (const { NewFields, FinalFields } of held) {
    const { Account: owner, Destination: receiver = null } = NewFields ?? FinalFields ?? {};
    if (account === owner) return units < 0n ? receiver : account;
    if (account === receiver) return owner ?? null;
  }
  const across = [...ofAsset].filter(([, sum]) => (units > 0n ? sum < 0n : sum > 0n));
  const isWhole = [...ofAsset.values()].reduce((total, sum) => total + sum, 0n) === 0n;
  return isWhole && across.length === 1 ? (across[0]?.[0] ?? null) : null;
}
