import { id } from 'ethers';
import type { AuthorityChange } from '../port/chain.ts';
import { checksumOf } from './evm-address.ts';
import type { EvmReceipt } from './schema.ts';

/*
 * The proxy of a Safe runs the code of the contract in its storage slot 0. A delegatecall that the Safe executes can
 * write this slot, and no event states the change. So the reader compares the slot before and after.
 */

/** The events by which a Safe states that it executed a transaction. The last two are those of the version for L2. */
export const EXECUTION_EVENTS: readonly string[] = [
  'ExecutionSuccess(bytes32,uint256)',
  'ExecutionFailure(bytes32,uint256)',
  'ExecutionFromModuleSuccess(address)',
  'ExecutionFromModuleFailure(address)',
  'SafeMultiSigTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes,bytes)',
  'SafeModuleTransaction(address,address,uint256,bytes,uint8)',
].map(id);

const events: ReadonlySet<string> = new Set(EXECUTION_EVENTS);

/** The Safes that executed in a transaction, in lower case. A failed transaction changed nothing. */
export function safesIn({ status, logs }: EvmReceipt, of?: ReadonlySet<string>): string[] {
  if (status === 0n) return [];
  const emitters = logs
    .filter(({ topics: [event = ''] }) => events.has(event.toLowerCase()))
    .map(({ address }) => address.toLowerCase());
  return [...new Set(emitters)].filter((emitter) => of === undefined || of.has(emitter));
}

/** Slot 0 before and after. */
export type Slots = readonly [bigint, bigint];

/**
 * The change of implementation that two values of slot 0 mean. An earlier value that is no address is the slot of
 * another kind of contract, or of a Safe that did not exist. Of the later value only the last 20 bytes count, because
 * the proxy ignores the others: with a needless byte, a thief could otherwise hide the change.
 */
export function implementationChange(safe: string, [before, after]: Slots): AuthorityChange[] {
  const isAddress = before !== 0n && before === BigInt.asUintN(160, before);
  if (!isAddress || before === BigInt.asUintN(160, after)) return [];
  const change = { before: addressIn(before), after: addressIn(after) };
  return [{ kind: 'implementation_changed', subject: checksumOf(safe), ...change }];
}

const addressIn = (word: bigint): string => checksumOf(`0x${BigInt.asUintN(160, word).toString(16).padStart(40, '0')}`);
