import { packedJson } from '../platform/table/packed-json.ts';
import { withoutUsual, withUsual } from './added-fields.ts';
import type { StoredTransaction } from './schema.ts';

/** Conditions of writes name these fields, so they stay attributes of the item. */
type Plain = 'reorged' | 'inclusion' | 'revision';

/** The text must never change: see `packedJson`. */
const { pack, unpack } = packedJson(
  '"approvals":[{"standard":"permit2","asset":"","tokenAddress":"0x","tokenId":null,"owner":"0x","spender":"0x",' +
    '"amount":null,"unlimited":true,"approved":true,"expiresAt":null,"isOwner":true}],"authority":[{"kind":"",' +
    '"subject":"","before":null,"after":null}],"source":"reconcile","source":"import","senders":["origin":"inner",' +
    '"standard":"erc721","standard":"spl","direction":"internal","txType":"contract_deploy","txType":"token_mint",' +
    '"txType":"contract_call","status":"failed","chain":"xrp","chain":"solana","chain":"polygon","chain":"arbitrum",' +
    '"chain":"base","chain":"ethereum","detail":"logs","methodName":"transfer","methodSelector":"0xa9059cbb",' +
    '"called":null,"toAddress":null,"blockHash":null,"gasPriceGwei":null,"standard":"native","direction":"outbound",' +
    '"tokenSymbol":"USDT","tokenSymbol":"USDC","tokenSymbol":"ETH","asset":"ETH","tokenAddress":null,' +
    '"origin":"value",' +
    '"valueUsd":null,"id":"","walletId":"","hash":"0x","chain":"","blockNumber":,"blockTimestamp":"2026-00.000Z",' +
    '"direction":"inbound","txType":"transfer","status":"success","fromAddress":"0x","toAddress":"0x",' +
    '"tokenSymbol":"","tokenAmount":"0.00","valueUsd":"","methodName":null,"blockHash":"0x","methodSelector":null,' +
    '"sender":"0x","called":"0x","gasPriceGwei":"","feeAmount":"0.000","transfers":[{"asset":"USDC",' +
    '"tokenAddress":"0x","tokenId":null,"standard":"erc20","from":"0x","to":"0x","amount":"","valueUsd":"",' +
    '"direction":"inbound","origin":"log"}],"detail":"full","approvals":[],"authority":[],"notes":"","tags":[],' +
    '"source":"watch","createdAt":"2026-',
);

/**
 * The attributes of a record: one binary value instead of some forty attributes. A usual record then has less than
 * 1 KB with its keys, which is one write unit.
 */
export function packRecord({ reorged, inclusion, revision, ...rest }: StoredTransaction) {
  return { reorged, inclusion, revision, packed: pack(withoutUsual(rest)) } satisfies Record<Plain | 'packed', unknown>;
}

/**
 * The fields of an item, for the schema of the record.
 * @throws Error when the item holds no packed record.
 */
export function unpackRecord(item: unknown): unknown {
  // The schema of the record checks all fields later. zod would copy them here.
  if (typeof item !== 'object' || item === null || !('packed' in item)) throw new Error('the item is not packed');
  const { packed, ...plain } = item;
  if (!(packed instanceof Uint8Array)) throw new Error('the packed record is no bytes');
  const rest = withUsual(unpack(packed));
  return typeof rest === 'object' ? { ...plain, ...rest } : rest;
}
