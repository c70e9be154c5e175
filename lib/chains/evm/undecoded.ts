import * as z from 'zod';
import type { Chain, DecodedTransaction } from '../port/chain.ts';
import { parseEvmAddress } from './evm-address.ts';
import { headerOf, type RawExecution } from './evm-block.ts';
import type { EvmLink } from './schema.ts';

/** The known fields of a transaction that cannot be decoded, without movements. */
export function undecodedTransaction(
  chain: Chain,
  block: EvmLink,
  { hash, raw, receipt }: RawExecution,
): DecodedTransaction {
  const { height, timestamp } = headerOf(block);
  return {
    chain: chain.id,
    hash,
    blockNumber: height,
    blockTimestamp: timestamp,
    status: receipt.status === '0x0' ? 'failed' : 'success',
    fromAddress: checksummed(raw.from) ?? checksummed(receipt.from) ?? '',
    toAddress: checksummed(raw.to) ?? checksummed(receipt.to),
    kind: 'contract_call',
    methodName: null,
    methodSelector: null,
    gasPriceGwei: null,
    feeAmount: '0',
    movements: [],
  };
}

const checksummed = (value: unknown): string | null =>
  typeof value === 'string' ? parseEvmAddress(value.toLowerCase()) : null;

const REASON_LENGTH = 200;

/**
 * Why a transaction cannot be decoded, in at most 200 printable characters: a transaction may contain untrusted field
 * names.
 */
export function undecodedReason(error: unknown): string {
  const issue = error instanceof z.ZodError ? error.issues[0] : undefined;
  const reason = issue === undefined ? String(error) : `${issue.path.join('.')}: ${issue.message}`;
  return reason.replace(/[^\x20-\x7e]+/g, ' ').slice(0, REASON_LENGTH);
}
