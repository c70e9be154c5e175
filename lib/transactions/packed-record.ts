import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { StoredTransaction } from './schema.ts';

/** Conditions of writes name these fields, so they stay attributes of the item. */
type Plain = 'reorged' | 'inclusion' | 'revision';

/**
 * Texts that most records have, the most frequent at the end. Stored records need this text to be read, so the text
 * must never change.
 */
const DICTIONARY = Buffer.from(
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
  const packed = deflateRawSync(JSON.stringify(rest), { dictionary: DICTIONARY, level: 9 });
  return { reorged, inclusion, revision, packed } satisfies Record<Plain | 'packed', unknown>;
}

/** A usual record has some 1,400 bytes. The default of 16 KB takes half as long again, and fills the memory. */
const INFLATE = { dictionary: DICTIONARY, chunkSize: 2048 };

/**
 * The fields of an item, for the schema of the record. Gives back what is not packed: an earlier version stored each
 * field as an attribute.
 * @throws Error when the bytes are no packed record.
 */
export function unpackRecord(item: unknown): unknown {
  // The schema of the record checks all fields later. zod would copy them here.
  if (typeof item !== 'object' || item === null || !('packed' in item)) return item;
  const { packed, ...plain } = item;
  if (!(packed instanceof Uint8Array)) return item;
  const rest: unknown = JSON.parse(inflateRawSync(packed, INFLATE).toString());
  return typeof rest === 'object' ? { ...plain, ...rest } : rest;
}
