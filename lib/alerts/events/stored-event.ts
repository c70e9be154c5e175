import * as z from 'zod';
import { ChainId, chainOf } from '../../chains/registry.ts';
import { idIn, keys } from '../../platform/table/keys.ts';
import { packedJson, unpacking } from '../../platform/table/packed-json.ts';
import { withoutUsual, withUsual } from '../../transactions/added-fields.ts';
import { Transaction } from '../../transactions/schema.ts';
import { sentenceOf } from '../../transactions/sentence.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { AlertEvent, NONE_SUPPRESSED } from './schema.ts';

/** The text must never change: see `packedJson`. */
const { pack, unpack } = packedJson(
  '"condition":"walletIds","condition":"chain","condition":"tokenSymbol","condition":"valueUsd",' +
    '"condition":"amount","condition":"direction","condition":"status","expected":"success","actual":"success",' +
    '"expected":[""],"expected":{"gte":""},"actual":null,"passed":true}],"ruleType":"whitelist_violation",' +
    '"ruleType":"token_approval","ruleType":"frequency","ruleType":"token_transfer","ruleType":"any_transfer",' +
    '"ruleType":"large_transfer","severity":"info","severity":"critical","severity":"warning","firedAt":"2026-",' +
    '"blockHash":null,"gasPriceGwei":null,"feeAmount":null,"methodName":"transfer","methodSelector":"0xa9059cbb",' +
    '"direction":"internal","direction":"outbound","status":"failed","chain":"xrp","chain":"solana",' +
    '"chain":"polygon","chain":"arbitrum","chain":"base","tokenSymbol":"USDT","tokenSymbol":"USDC",' +
    '"tokenSymbol":"ETH","standard":"spl","standard":"native","origin":"value","tokenId":null,"wallet":{"label":"",' +
    '"type":"hot","color":"#2563eb"},"transaction":{"id":"","walletId":"","hash":"0x","chain":"ethereum",' +
    '"blockNumber":,"blockTimestamp":"2026-00.000Z","direction":"inbound","txType":"transfer",' +
    '"status":"success","fromAddress":"0x","toAddress":"0x","tokenAmount":"0.00","valueUsd":"","methodName":null,' +
    '"blockHash":"0x","methodSelector":null,"sender":"0x","called":"0x","gasPriceGwei":"","feeAmount":"0.000",' +
    '"transfers":[{"asset":"USDC","tokenAddress":"0x","tokenId":null,"standard":"erc20","from":"0x","to":"0x",' +
    '"amount":"","valueUsd":"","direction":"inbound","origin":"log"}],"detail":"full","approvals":[],"authority":[],' +
    '"notes":"","tags":[],"source":"import","source":"watch","reorged":false,"createdAt":"2026-00.000Z"},' +
    '"ruleId":"","ruleName":"","transactionId":"","walletId":"","reasons":[{"condition":"',
);

/**
 * An event as an item of the table. The fields that never change are one packed attribute: with the copy of its
 * transaction and its reasons, a usual event would have some three KB, and now has less than one.
 */
export function eventItemOf(organisationId: OrganisationId, event: AlertEvent) {
  const { id, status, retractedAt, resolvedAt, resolvedBy, resolvedByName, resolutionNote, ...others } = event;
  const { acknowledgedAt, acknowledgedBy, acknowledgedByName, acknowledgementNote, ...unreviewed } = others;
  const { transaction: shown, wallet, ...fixed } = unreviewed;
  const acknowledgement = { acknowledgedAt, acknowledgedBy, acknowledgedByName, acknowledgementNote };
  const resolution = { resolvedAt, resolvedBy, resolvedByName, resolutionNote };
  const changing = { status, ...acknowledgement, ...resolution, retractedAt };
  return {
    ...keys.event(organisationId, id),
    ...changing,
    packed: pack({
      ...fixed,
      // The copy of a transaction has the wallet.
      ...(shown === null ? { wallet, transaction: null } : { transaction: copyOf(shown, fixed.summary) }),
    }),
  };
}

/** The event itself keeps the sentence, unless the event tells of a level and not of its transaction. */
const copyOf = ({ summary, ...transaction }: Transaction, told: string): object =>
  withoutUsual(summary === told ? transaction : { ...transaction, summary });

const Packed = z.looseObject({ sk: z.string(), packed: z.instanceof(Uint8Array) });

function unpackEvent(item: unknown): unknown {
  const { sk, packed, ...plain } = Packed.parse(item);
  // Events that were stored before these attributes existed have none.
  const names = { acknowledgedByName: null, resolvedByName: null };
  const added = { ...names, acknowledgementNote: null, suppressed: NONE_SUPPRESSED, subject: null };
  const { transaction, ...fixed } = z.looseObject({ transaction: z.unknown() }).parse(unpack(packed));
  const copy = withUsual(transaction);
  const summary = fixed.summary ?? summaryOf(copy);
  const wallet = fixed.wallet ?? (hasWallet(copy) ? copy.wallet : null);
  const subject = withSymbol(fixed.subject ?? null, copy);
  const same = { id: idIn(sk), ...added, ...fixed };
  return { ...same, subject, wallet, summary, transaction: withSummary(copy, summary), ...plain };
}

const hasWallet = (copy: unknown): copy is { readonly wallet: unknown } =>
  typeof copy === 'object' && copy !== null && 'wallet' in copy;

const Subject = z.looseObject({ chain: z.string().nullable(), asset: z.string().nullable() });
const Moved = z.object({ transfers: z.array(z.object({ asset: z.string(), tokenAddress: z.string().nullable() })) });

/** The subject of an earlier version has no symbol. The chain or the transaction may tell the symbol. */
function withSymbol(subject: unknown, copy: unknown): unknown {
  const known = Subject.safeParse(subject);
  // The schema of the event reports what is no subject.
  return known.success ? { symbol: symbolOf(known.data, copy), ...known.data } : subject;
}

function symbolOf({ chain, asset }: z.output<typeof Subject>, copy: unknown): string | null {
  if (asset === null) return null;
  if (asset !== 'native') {
    const { data } = Moved.safeParse(copy);
    return data?.transfers.find(({ tokenAddress }) => tokenAddress === asset)?.asset ?? null;
  }
  const known = ChainId.safeParse(chain);
  return known.success ? chainOf(known.data).nativeSymbol : null;
}

/** Events of earlier versions have no sentence. Their sentence knows the label of their own wallet alone. */
function summaryOf(copy: unknown): string {
  const known = Transaction.omit({ summary: true }).safeParse(copy);
  // The schema of the event reports what is no record.
  return known.success ? sentenceOf(known.data, known.data.wallet) : '';
}

const withSummary = (copy: unknown, summary: unknown): unknown =>
  typeof copy === 'object' && copy !== null ? { summary, ...copy } : copy;

/** An event as the table holds it. */
export const StoredEvent = unpacking(unpackEvent, AlertEvent);

/** What the item of an event has besides the event. */
export const ReviewDeliveries = z.object({ reviewDeliveries: z.set(z.string()).default(new Set()) });
